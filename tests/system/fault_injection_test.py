"""One call after the other fails, in every verb that writes: nothing finished is lost, the message names the file, and the
same command goes on to the same result. How many numbers are tried of one call: LOWPASS_FAULTS_MOST, spread over all."""

import errno
import os
import shutil
import unittest

from disturbance import EVOLVE, DisturbedTest, Verb, content, verbs

# How each call may fail. What a program must bear: it has to succeed all the same.
FAILURES = {
    "write": [errno.ENOSPC, errno.EIO],
    "read": [errno.EIO],
    "fsync": [errno.EIO],
    "rename": [errno.EIO],
    "open": [errno.EMFILE, errno.EACCES],
    "close": [errno.EIO],
    "ftruncate": [errno.EIO],
    "mkdir": [errno.ENOSPC],
    "pthread_create": [errno.EAGAIN],
}
BEARABLE = {"write": [errno.EINTR, "short"], "read": [errno.EINTR], "link": [errno.EPERM], "unlink": [errno.EACCES]}

MOST_OF_A_CALL = int(os.environ.get("LOWPASS_FAULTS_MOST", "4"))


def spread(count):
    """At most MOST_OF_A_CALL of 1 ... count, the first and the last among them."""
    if count <= MOST_OF_A_CALL:
        return list(range(1, count + 1))
    return sorted({1 + round(i * (count - 1) / (MOST_OF_A_CALL - 1)) for i in range(MOST_OF_A_CALL)})


class FaultInjection(DisturbedTest):
    def each_fault(self, verb, prepare):
        _, counts = self.result_of(verb)
        tried = 0
        for faults, must_succeed in ((FAILURES, False), (BEARABLE, True)):
            for call, ways in faults.items():
                for number in spread(counts[call]):
                    for how in ways:
                        with self.subTest(verb=verb.name, call=call, number=number, how=how):
                            prepare(verb)
                            result = self.run_program(self.command(verb), fault=(call, number, how))
                            tried += 1
                            self.check_words(result, call, must_succeed)
                            self.check_result(verb, result)
        print(f"{verb.name}: {tried} faults in {counts['any']} calls")
        self.assertGreater(tried, 0)

    def check_words(self, result, call, must_succeed):
        self.assertGreaterEqual(result.returncode, 0, "ended by a signal\n" + result.stderr)
        if must_succeed:
            self.assertEqual(result.returncode, 0, result.stderr)
        if result.returncode != 0:
            complaint = [line for line in result.stderr.splitlines() if line.startswith("lowpass: ")]
            self.assertTrue(complaint, result.stderr)
            self.assertIn("threads" if call == "pthread_create" else str(self.room), complaint[-1])

    def check_result(self, verb, result):
        if result.returncode == 0:
            self.assertEqual(content(self.room), self.result_of(verb)[0])
        if verb.files:
            self.check_whole(verb)
            self.assertEqual(sorted(file.name for file in self.room.iterdir()), sorted(verb.files))
        else:
            self.go_on(verb)

    def test_every_verb_that_writes(self):
        for verb in verbs(with_slow=MOST_OF_A_CALL > 4):
            self.each_fault(verb, self.prepare)

    def test_a_resumed_run_loses_nothing(self):
        resume = Verb("resume", lambda room, _: [*EVOLVE, "--resume", "--out", room / "run"])
        self.prepare(resume)
        stopped = self.run_program(self.command(resume), fault=("write", 3, "interrupt"))
        self.assertEqual(stopped.returncode, 130, stopped.stderr)
        self.assertTrue((self.room / "run/checkpoint").exists(), stopped.stderr)
        saved = self.folder / "saved"
        shutil.copytree(self.room, saved)

        def restore(_):
            shutil.rmtree(self.room)
            shutil.copytree(saved, self.room)

        restore(resume)
        self.keep_result(resume)
        self.each_fault(resume, restore)


if __name__ == "__main__":
    unittest.main()
