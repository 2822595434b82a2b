"""The power fails at any moment: what was flushed is on the disk, and what was not may be gone.

The program's changes to its files are written down in order, and then the disk is made as it may be after every one of them:
bytes of a file are there up to its last flush; names (files made, renamed, linked, removed) are there either at once, or only
when their folder was flushed. From each such disk, the same command must come to the same result; and what the program said
is done must be there on all of them."""

import shutil
import unittest
from pathlib import Path

from disturbance import DisturbedTest, content, verbs


class Disk:
    """Files and folders, as the program sees them and as they outlive a power cut."""

    def __init__(self, root, keeps_names_at_once):
        self.root, self.keeps_names_at_once = root, keeps_names_at_once
        self.names = {root: None}  # path -> number of the file, or None for a folder
        self.kept_names = {root: None}
        self.bytes, self.kept_bytes = {}, {}

    def apply(self, change, data):
        what, path, *rest = change
        if what == "write":
            offset = int(rest[0])
            number = self.names[path]
            self.bytes[number] = self.bytes[number][:offset] + data
        elif what == "truncate":
            self.bytes[self.names[path]] = self.bytes[self.names[path]][:int(rest[0])]
        elif what == "create":
            self.names[path] = len(self.bytes)
            self.bytes[self.names[path]] = b""
        elif what == "mkdir":
            self.names[path] = None
        elif what == "rename":
            self.names[rest[0]] = self.names.pop(path)
        elif what == "link":
            self.names[rest[0]] = self.names[path]
        elif what == "unlink":
            self.names.pop(path)
        elif what == "sync":
            self.sync(path)
        if self.keeps_names_at_once:
            self.kept_names = dict(self.names)

    def sync(self, path):
        number = self.names[path]
        if number is not None:
            self.kept_bytes[number] = self.bytes[number]
            return
        elsewhere = {name: kept for name, kept in self.kept_names.items() if str(Path(name).parent) != path}
        self.kept_names = elsewhere | {name: kept for name, kept in self.names.items() if str(Path(name).parent) == path}

    def after_power_cut(self):
        """path -> bytes, or None for a folder; what lies in a folder that is gone is gone."""
        left = {}
        for name, number in sorted(self.kept_names.items()):
            parent = str(Path(name).parent)
            if name == self.root or parent in left and left[parent] is None:
                left[name] = None if number is None else self.kept_bytes.get(number, b"")
        return left


def changes(trace):
    """(change, data) of each line of a trace."""
    data = trace.read_bytes()
    while data:
        line, _, data = data.partition(b"\n")
        change = [word for word in line.decode().split("\t") if word]
        size = int(change[3]) if change[0] == "write" else 0
        yield change, data[:size]
        data = data[size:]


def disks(trace, root):
    """Every disk that a power cut may leave, each once; and the two that are left at the end."""
    every, last = {}, []
    for keeps_names_at_once in (True, False):
        disk = Disk(str(root), keeps_names_at_once)
        for change, data in changes(trace):
            disk.apply(change, data)
            left = disk.after_power_cut()
            every[tuple(sorted(left.items(), key=lambda item: item[0]))] = None
        last.append(left)
    return [dict(left) for left in every], last


class PowerCuts(DisturbedTest):
    def traced(self, verb):
        trace = self.folder / f"{verb.name}.trace"
        trace.unlink(missing_ok=True)
        shutil.rmtree(self.room, ignore_errors=True)
        self.room.mkdir()
        self.must_run(self.command(verb), LOWPASS_FAULT_TRACE=str(trace))
        return trace

    def make(self, disk):
        shutil.rmtree(self.room, ignore_errors=True)
        self.room.mkdir()
        for path, data in sorted(disk.items()):
            if data is not None:
                Path(path).write_bytes(data)
            elif path != str(self.room):
                Path(path).mkdir()

    def check(self, verb):
        made, _ = self.result_of(verb)
        every, last = disks(self.traced(verb), self.room)
        for disk in last:
            self.make(disk)
            self.assertEqual(content(self.room), made, "what is done is there to stay")
        for number, disk in enumerate(every):
            with self.subTest(verb=verb.name, disk=number, files=sorted(map(str, disk))):
                self.make(disk)
                self.go_on(verb)
        print(f"{verb.name}: {len(every)} disks")

    def test_a_run_goes_on_to_the_same_result(self):
        self.check(next(verb for verb in verbs() if verb.name == "evolve"))

    def test_what_verbs_wrote_is_there_to_stay(self):
        for verb in verbs():
            if verb.files and verb.name != "video":  # whose bytes another program writes
                self.check(verb)


if __name__ == "__main__":
    unittest.main()
