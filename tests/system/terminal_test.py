#!/usr/bin/env python3
"""What a person sees in a terminal: progress that is drawn over itself, and a Ctrl-C that leaves nothing of it behind."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import tempfile
import termios
import unittest

from patience import wait_until

PROGRAM = os.environ["LOWPASS_PROGRAM"]
CONTROL = re.compile(r"\x1b\[(\d*)([A-Za-z])|([\r\n])|([^\x1b\r\n])")


def screen(text, columns):
    """The lines that a terminal of this width shows after `text`."""
    rows, row, column = [""], 0, 0
    for count, command, move, letter in CONTROL.findall(text):
        if letter:
            if column == columns:
                row, column = row + 1, 0
            rows += [""] * (row + 1 - len(rows))
            rows[row] = rows[row][:column].ljust(column) + letter + rows[row][column + 1 :]
            column += 1
        elif move == "\r":
            column = 0
        elif move == "\n":
            row += 1
            rows += [""] * (row + 1 - len(rows))
        elif command == "A":
            row = max(0, row - int(count or 1))
        elif command == "J":
            rows[row:] = [rows[row][:column]]
        elif command == "K":
            rows[row] = rows[row][:column]
    return [line.rstrip() for line in rows]


class Terminal:
    """The program with a terminal of its own, as the group in its foreground."""

    def __init__(self, arguments, columns):
        self.columns, self.text = columns, ""
        self.process, self.end = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            os.execv(PROGRAM, [PROGRAM, *arguments])
        os.set_blocking(self.end, False)

    def read(self):
        """False once the program is gone."""
        try:
            self.text += os.read(self.end, 1 << 16).decode(errors="replace")
        except BlockingIOError:
            pass
        except OSError:  # EIO: nobody has the other end open
            return False
        return True

    def wait_for(self, pattern):
        wait_until(lambda: self.read() and re.search(pattern, self.text), f"{pattern} in {self.text!r}")

    def type(self, text):
        os.write(self.end, text.encode())

    def finish(self):
        wait_until(lambda: not self.read(), "the end of the program")
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])

    def screen(self):
        return screen(self.text, self.columns)


class CtrlC(unittest.TestCase):
    def interrupted(self, arguments, columns):
        with tempfile.TemporaryDirectory() as folder:
            terminal = Terminal([*arguments, "--out", f"{folder}/run"], columns)
            self.addCleanup(lambda: subprocess.run(["kill", "-9", str(terminal.process)], stderr=subprocess.DEVNULL))
            terminal.wait_for("█|░")
            terminal.type("\x03")
            code = terminal.finish()
        self.assertIn("^C", terminal.text, "the terminal itself said so")
        return code, terminal.screen()

    def test_the_line_is_not_spoilt_and_nothing_of_the_progress_stays(self):
        evolve = ["evolve", "octopus", "--set", "task.preset=paper", "--set", "budget.evaluations=1000000"]
        for columns in (40, 80, 200):
            for arguments in (evolve, [*evolve, "--runs", "3"]):
                with self.subTest(columns=columns, arguments=arguments):
                    code, lines = self.interrupted(arguments, columns)
                    self.assertEqual(code, 130, lines)
                    self.assertRegex("".join(lines), r"^stopped and saved; lowpass evolve --resume \S+ goes on$")


class Screen(unittest.TestCase):
    def test_it_is_drawn_as_a_terminal_does(self):
        self.assertEqual(screen("one\r\ntwo^C\r\x1b[1A\x1b[Jthree", 80), ["three"])
        self.assertEqual(screen("abcdef\rx", 4), ["abcd", "xf"])


if __name__ == "__main__":
    unittest.main()
