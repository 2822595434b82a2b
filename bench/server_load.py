#!/usr/bin/env python3
"""What `serve` bears, and what it takes from the runs it watches.

    bench/server_load.py PROGRAM [--rate 1000] [--runs 10000] [--pairs 8] [--evaluations 3000]

A folder of many runs is served beside an evolve of one thread. Then, in pairs: the evolve alone, and the evolve while clients
send requests of the page's kind at a fixed rate over connections that stay open, with clients that are slow (a byte a second),
broken (half a request, garbage, gone before the answer) and event streams beside them. Told are answered requests, their
latency, the server's memory, the cores that server and clients take, and how much longer the evolve took, by the clock and by
the processor time that it used: median, least and most of the pairs' ratios.
The clients are one thread of this process, which reads headers alone, so that two cores suffice for all."""

import argparse
import collections
import json
import os
import re
import resource
import select
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

EVOLVE = ["evolve", "octopus", "--set", "task.preset=paper", "--threads", "1"]
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
LAST = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)


def request_of(path):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


class Connection:
    """One connection that stays open, as a browser's: sends a request, and reads of its answer no more than the header."""

    def __init__(self, load):
        self.load, self.due, self.is_over = load, None, False  # due: when what is being answered was
        self.socket = load.connected()
        self.header, self.left = b"", 0

    def ask(self, request, due):
        self.due = due
        try:
            self.socket.send(request)
        except OSError:
            self.end("lost")

    def read(self):
        """What has come; the body is thrown away in the system, without a copy."""
        try:
            if self.left == 0:
                part = self.socket.recv(1024)
                if not part:
                    return self.end("lost")
                self.header += part
                if (end := self.header.find(b"\r\n\r\n")) < 0:
                    return None
                self.left = self.size = int(LENGTH.search(self.header)[1])
                self.left -= len(self.header) - end - 4
            while self.left > 0:
                most = min(self.left, len(self.load.scratch))
                if (count := self.socket.recv_into(self.load.scratch, most, socket.MSG_TRUNC)) == 0:
                    return self.end("lost")
                self.left -= count
        except BlockingIOError:
            return None
        except (OSError, TypeError):
            return self.end("lost")
        self.load.bytes += self.size
        status = int(self.header[9:12])
        if LAST.search(self.header):
            return self.end(status)
        self.header = b""
        return self.load.answered(self, status)

    def end(self, status):
        self.load.forget(self.socket)
        self.is_over = True
        if self.due is None:  # the server has waited long enough; nothing is lost
            self.load.idle.remove(self)
            self.load.idle.append(self.load.opened())
        else:
            self.load.answered(self, status)


class Load:
    """Requests at a rate, and disturbers, from one thread, until it is ended. A request that finds no connection free waits
    for one; its latency counts from when it was due."""

    def __init__(self, port, paths, rate, connections=16):
        self.address, self.rate = ("127.0.0.1", port), rate
        self.requests = [request_of(path) for path in paths]
        self.latencies, self.statuses, self.bytes = [], {}, 0
        self.poll, self.readers, self.scratch = select.epoll(), {}, bytearray(1 << 20)
        self.idle = collections.deque(self.opened() for _ in range(connections))  # each has its turn
        self.slow = [self.connected() for _ in range(20)]
        for _ in range(6):
            stream = self.connected()
            stream.send(request_of("/api/v1/events?since=0"))
            self.when_readable(stream, lambda stream=stream: self.skip(stream))
        self.is_over = False
        self.thread = threading.Thread(target=self.go_on)
        self.began = time.monotonic()
        self.thread.start()

    def connected(self):
        connection = socket.create_connection(self.address)
        connection.setblocking(False)
        return connection

    def opened(self):
        connection = Connection(self)
        self.when_readable(connection.socket, connection.read)
        return connection

    def when_readable(self, connection, read):
        self.readers[connection.fileno()] = read
        self.poll.register(connection, select.EPOLLIN)

    def forget(self, connection):
        del self.readers[connection.fileno()]
        connection.close()

    def skip(self, stream):
        try:
            while stream.recv_into(self.scratch, len(self.scratch), socket.MSG_TRUNC) > 0:
                pass
            self.forget(stream)
        except BlockingIOError:
            pass

    def answered(self, connection, status):
        self.latencies.append(time.monotonic() - connection.due)
        self.statuses[status] = self.statuses.get(status, 0) + 1
        connection.due = None
        self.idle.append(self.opened() if connection.is_over else connection)

    def be_slow(self):
        """A byte a second."""
        for connection in self.slow:
            try:
                connection.send(b"G")
            except OSError:  # the server had enough
                pass

    def be_broken(self):
        """Half a request, garbage, gone before the answer."""
        for text in (b"GET /api/v1/over", b"\x00\xff" * 5000, request_of("/api/v1/overview")):
            with self.connected() as connection:
                connection.send(text)

    def go_on(self):
        began, used = time.monotonic(), time.thread_time()
        asked, slow_at, broken_at = 0, began, began
        while not self.is_over:
            now = time.monotonic()
            while self.idle and (due := began + asked / self.rate) <= now:
                self.idle.popleft().ask(self.requests[asked % len(self.requests)], due)
                asked += 1
            if now >= slow_at:
                self.be_slow()
                slow_at += 1.0
            if now >= broken_at:
                self.be_broken()
                broken_at += 0.05
            for number, _ in self.poll.poll(max(0.0, began + asked / self.rate - now) if self.idle else 0.05):
                if number in self.readers:
                    self.readers[number]()
        self.seconds, self.used = time.monotonic() - began, time.thread_time() - used

    def end(self):
        self.is_over = True
        self.thread.join()
        ordered = sorted(self.latencies)
        at = lambda share: 1e3 * ordered[int(share * (len(ordered) - 1))]
        return {"requests": len(ordered), "rate": len(ordered) / self.seconds, "statuses": self.statuses,
                "megabytes": self.bytes / 1e6, "median_ms": at(0.5), "p99_ms": at(0.99), "worst_ms": at(1.0),
                "client_cores": self.used / self.seconds}


def memory_megabytes(process):
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024


def processor_seconds(process):
    """Of all threads of a process so far, those that ended included."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def spread(values):
    """Median, least and most."""
    values = list(values)
    return statistics.median(values), min(values), max(values)


def make_runs(program, folder, count):
    """`count` run folders: copies of one, each with a seed and a place of its own."""
    first = folder / "setup/1"
    subprocess.run([program, "evolve", "poles", "--set", "task.steps=50", "--set", "budget.evaluations=100", "--out", first],
                   check=True, capture_output=True)
    manifest = json.loads((first / "manifest.json").read_text())
    for seed in range(2, count + 1):
        run = folder / f"setup{seed % 10}" / str(seed)
        run.mkdir(parents=True)
        for name in ("generations.jsonl", "best.json", "last.json", "checkpoint", "spectrum.jsonl"):
            os.link(first / name, run / name)
        manifest["seed"] = manifest["configuration"]["run"]["seed"] = seed
        (run / "manifest.json").write_text(json.dumps(manifest))


def serve(program, folder):
    server = subprocess.Popen([program, "serve", folder, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True)
    return server, int(server.stdout.readline().rsplit(":", 1)[1].strip("/\n"))


def evolve(program, out, evaluations):
    """Seconds of the clock, and of the processor."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([program, *EVOLVE, "--set", f"budget.evaluations={evaluations}", "--out", out], check=True,
                   capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    shutil.rmtree(out)
    return time.monotonic() - began, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def paths_of(port):
    """Requests in the page's proportions: mostly the run that is shown, now and then the overview."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/overview") as overview:
        print(f"overview: {len(overview.read()) / 1e6:.1f} MB", file=sys.stderr)
    run = "path=setup/1"
    often = [f"/api/v1/run?{run}", f"/api/v1/spectrum?{run}", f"/api/v1/weights?{run}", f"/api/v1/recording?{run}",
             f"/api/v1/population?{run}", "/"]
    return often * 50 + ["/api/v1/overview"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rate", type=float, default=1000)
    parser.add_argument("--runs", type=int, default=10000)
    parser.add_argument("--pairs", type=int, default=8)
    parser.add_argument("--evaluations", type=int, default=3000)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="lowpass-load-"))
    server = None
    try:
        make_runs(options.program, folder, options.runs)
        server, port = serve(options.program, folder)
        paths = paths_of(port)
        alone, beside, loads = [], [], []
        for pair in range(options.pairs):
            for is_beside in (False, True) if pair % 2 == 0 else (True, False):  # what drifts favours neither
                if not is_beside:
                    alone.append(evolve(options.program, folder / "live", options.evaluations))
                    continue
                before, load = processor_seconds(server.pid), Load(port, paths, options.rate)
                beside.append(evolve(options.program, folder / "live", options.evaluations))
                loads.append(load.end())
                loads[-1]["server_cores"] = (processor_seconds(server.pid) - before) / load.seconds
            print(json.dumps({"alone": alone[-1], "beside": beside[-1], **loads[-1]}), file=sys.stderr)
        result = {name: spread(load[name] for load in loads) for name in loads[0] if name != "statuses"}
        result["statuses"] = {}
        for load in loads:
            for status, count in load["statuses"].items():
                result["statuses"][status] = result["statuses"].get(status, 0) + count
        for i, name in enumerate(("seconds", "processor")):
            result[f"evolve_{name}_ratio"] = spread(b[i] / a[i] for a, b in zip(alone, beside))
        result["server_megabytes"] = memory_megabytes(server.pid)
        print(json.dumps(result, indent=1))
    finally:
        if server:
            server.send_signal(signal.SIGINT)
            server.wait()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
