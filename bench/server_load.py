#!/usr/bin/env python3
"""What `serve` bears, and what it takes from the runs it watches.

    bench/server_load.py PROGRAM [--rate 1000] [--runs 10000] [--pairs 3]

A folder of many runs is served beside an evolve. Then, in turns: the evolve alone, and the evolve while clients send
requests of the page's kind at a fixed rate over connections that stay open, with clients that are slow (a byte a second),
broken (half a request, garbage, gone before the answer) and event streams beside them. Told are answered requests, their
latency, the server's memory, and how much longer the evolve took, from the processor time that it used and from the clock.
The clients run in this process and take processor time themselves; the clock therefore tells of a machine with a free core
only."""

import argparse
import json
import os
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

EVOLVE = ["evolve", "octopus", "--set", "task.preset=paper", "--threads", "1"]


class Client:
    """One connection that stays open, as a browser's."""

    def __init__(self, port):
        self.port, self.connection = port, None

    def get(self, path):
        """The status of the answer, and its size."""
        if self.connection is None:
            self.connection = socket.create_connection(("127.0.0.1", self.port))
            self.file = self.connection.makefile("rb")
        self.connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        status = int(self.file.readline().split()[1])
        size, is_last = 0, False
        while (line := self.file.readline()) not in (b"\r\n", b""):
            name, _, value = line.decode().lower().partition(":")
            size = int(value) if name == "content-length" else size
            is_last |= name == "connection" and "close" in value
        self.file.read(size)
        if is_last:
            self.connection.close()
            self.connection = None
        return status, size


class Load:
    """Requests at a rate from some threads, until it is ended."""

    def __init__(self, port, paths, rate, clients=16):
        self.port, self.paths, self.rate, self.clients = port, paths, rate, clients
        self.latencies, self.statuses, self.bytes = [], {}, 0
        self.is_over, self.lock = threading.Event(), threading.Lock()
        self.threads = [threading.Thread(target=self.ask, args=(i,)) for i in range(clients)]
        self.threads += [threading.Thread(target=work) for work in (self.be_slow, self.be_broken, self.watch)]
        self.began = time.monotonic()
        for thread in self.threads:
            thread.start()

    def ask(self, number):
        client, due = Client(self.port), time.monotonic()
        for i in range(number, 1 << 60, self.clients):
            if self.is_over.is_set():
                return
            due += self.clients / self.rate
            time.sleep(max(0.0, due - time.monotonic()))
            began = time.monotonic()
            try:
                status, size = client.get(self.paths[i % len(self.paths)])
            except (OSError, IndexError, ValueError):
                status, size, client = "lost", 0, Client(self.port)
            with self.lock:
                self.latencies.append(time.monotonic() - began)
                self.statuses[status] = self.statuses.get(status, 0) + 1
                self.bytes += size

    def be_slow(self):
        connections = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(20)]
        for byte in b"GET / HTTP/1.1\r\nHost: localhost\r\n" * 100:
            for connection in connections:
                try:
                    connection.send(bytes([byte]))
                except OSError:  # the server had enough
                    pass
            if self.is_over.wait(1.0):
                return

    def be_broken(self):
        while not self.is_over.wait(0.05):
            for text in (b"GET /api/v1/over", b"\x00\xff" * 5000, b"GET /api/v1/overview HTTP/1.1\r\nHost: localhost\r\n\r\n"):
                with socket.create_connection(("127.0.0.1", self.port)) as connection:
                    try:
                        connection.sendall(text)
                    except OSError:
                        pass

    def watch(self):
        streams = []
        for _ in range(6):
            stream = socket.create_connection(("127.0.0.1", self.port))
            stream.sendall(b"GET /api/v1/events?since=0 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            stream.settimeout(0.1)
            streams.append(stream)
        while not self.is_over.is_set():
            for stream in streams:
                try:
                    stream.recv(1 << 16)
                except OSError:
                    pass

    def end(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join()
        seconds = time.monotonic() - self.began
        ordered = sorted(self.latencies)
        at = lambda share: 1e3 * ordered[int(share * (len(ordered) - 1))]
        return {"requests": len(ordered), "seconds": seconds, "rate": len(ordered) / seconds, "statuses": self.statuses,
                "megabytes": self.bytes / 1e6, "median_ms": at(0.5), "p99_ms": at(0.99), "worst_ms": at(1.0)}


def memory_megabytes(process):
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024


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
    overview = Client(port)
    status, size = overview.get("/api/v1/overview")
    assert status == 200, status
    print(f"overview: {size / 1e6:.1f} MB", file=sys.stderr)
    run = "path=setup/1"
    often = [f"/api/v1/run?{run}", f"/api/v1/spectrum?{run}", f"/api/v1/weights?{run}", f"/api/v1/recording?{run}",
             f"/api/v1/population?{run}", "/"]
    return often * 50 + ["/api/v1/overview"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rate", type=float, default=1000)
    parser.add_argument("--runs", type=int, default=10000)
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--evaluations", type=int, default=600)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="lowpass-load-"))
    server = None
    try:
        make_runs(options.program, folder, options.runs)
        server, port = serve(options.program, folder)
        paths = paths_of(port)
        alone, beside, loads = [], [], []
        for _ in range(options.pairs):
            alone.append(evolve(options.program, folder / "live", options.evaluations))
            load = Load(port, paths, options.rate)
            beside.append(evolve(options.program, folder / "live", options.evaluations))
            loads.append(load.end())
            print(json.dumps({"alone": alone[-1], "beside": beside[-1], **loads[-1]}), file=sys.stderr)
        ratio = lambda i: statistics.median(b[i] / a[i] for a, b in zip(alone, beside))
        print(json.dumps({"loads": loads, "evolve_seconds_ratio": ratio(0), "evolve_processor_ratio": ratio(1),
                          "server_megabytes": memory_megabytes(server.pid)}, indent=1))
    finally:
        if server:
            server.send_signal(signal.SIGINT)
            server.wait()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
