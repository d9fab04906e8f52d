package main

import "testing"

// TestFailure finds the failed test in go test's output.
func TestFailure(t *testing.T) {
	for out, want := range map[string]string{
		"--- FAIL: TestB (0.01s)\n    b_test.go:7: no\nFAIL\n":                                             "TestB",
		"--- FAIL: TestA (0.02s)\n    --- FAIL: TestA/x (0.01s)\nFAIL\n":                                   "TestA",
		"a line\n--- FAIL: Example (0.00s)\ngot:\n1\nwant:\n2\nFAIL\n":                                     "Example",
		"panic: test timed out after 2m0s\n\trunning tests:\n\t\tTestSlow (2m0s)\n\ngoroutine 17 [run]:\n": "TestSlow",
		"panic: test timed out after 2m0s\n\trunning tests:\n\t\tTestSub/of_it (1s)\n":                     "TestSub",
		"fatal error: runtime: cannot allocate memory\nFAIL\tmoyo/x\t1.2s\n":                               "the run's end",
	} {
		if got := failure(out); got != want {
			t.Errorf("%q in %q, want %q", got, out, want)
		}
	}
}
