"""SIGKILL at a random moment of every verb that writes: the same command afterwards comes to the same files and digests.

A moment is a call: between two calls that concern files nothing changes on the disk, so a kill there is as one at the next
call. A kill within a write leaves half of it. How many kills: LOWPASS_KILLS."""

import os
import random
import signal
import unittest

from disturbance import DisturbedTest, verbs

KILLS = int(os.environ.get("LOWPASS_KILLS", "10"))


class Kills(DisturbedTest):
    moments = random.Random(KILLS)

    def killed_at_random(self, verb):
        """The call at which it was killed. How many there are is not always the same (a slow machine saves more often): where
        the program ended before, an earlier moment is drawn."""
        number = self.result_of(verb)[1]["any"] + 1
        code = 0
        while code == 0:
            number = self.moments.randint(1, number - 1)
            self.prepare(verb)
            killed = self.run_program(self.command(verb), fault=("any", number, "kill"))
            code = killed.returncode
        self.assertEqual(code, -signal.SIGKILL, killed.stderr)
        return number

    def test_after_any_kill_the_same_command_comes_to_the_same_result(self):
        every = list(verbs(with_slow=KILLS >= 100))
        done = {verb.name: 0 for verb in every}
        for i in range(KILLS):
            verb = every[i % len(every)]
            number = self.killed_at_random(verb)
            with self.subTest(verb=verb.name, call=number):
                self.check_whole(verb)
                self.go_on(verb)
                done[verb.name] += 1
        print(f"{sum(done.values())} of {KILLS} kills: {done}")


if __name__ == "__main__":
    unittest.main()
