// Package testenv describes the environment of tests: where the shared test data are, whether long
// tests may run, and whether the race detector slows them down.
package testenv

import (
	"os"
	"path/filepath"
	"testing"
)

// SharedData returns the folder "data" of the shared test data: $MOYO_SHARED/data if that is set,
// else shared/data beside the module's root. If it does not exist the test is skipped.
func SharedData(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(shared(t), "data")
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		t.Skipf("no shared test data at %s (set MOYO_SHARED to the folder that contains data/)", dir)
	}
	return dir
}

// Long skips a test that takes minutes unless MOYO_LONG is set, as make
// test-long does.
func Long(t testing.TB) {
	t.Helper()
	if os.Getenv("MOYO_LONG") == "" {
		t.Skip("takes minutes: run with MOYO_LONG=1 (make test-long)")
	}
}

// SkipUnderRace skips a test under the race detector, which would slow it tenfold: one in a single
// goroutine, without races to find, or one whose goroutines a shorter test runs as well. make test
// also runs all tests without the detector.
func SkipUnderRace(t testing.TB) {
	t.Helper()
	if raceDetector {
		t.Skip("long, and without races to find: run without -race")
	}
}

// LongUnderRace skips a sequential test under the race detector whose code shorter tests run with it,
// unless MOYO_RACE is set, as make test-long does.
func LongUnderRace(t testing.TB) {
	t.Helper()
	if fewer() {
		t.Skip("long under the race detector, and covered by shorter tests: run with MOYO_RACE=1 (make test-long), or without -race")
	}
}

// Rounds returns how often a test repeats something: all times, or under the race
// detector only raced times, unless MOYO_RACE is set.
func Rounds(all, raced int) int {
	if fewer() {
		return raced
	}
	return all
}

func fewer() bool { return raceDetector && os.Getenv("MOYO_RACE") == "" }

func shared(t testing.TB) string {
	if dir := os.Getenv("MOYO_SHARED"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(filepath.Dir(dir), "shared")
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the working folder")
		}
		dir = parent
	}
}
