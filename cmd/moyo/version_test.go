package main

import (
	"strings"
	"testing"
)

// TestVersion prints the version in both ways.
func TestVersion(t *testing.T) {
	for _, word := range []string{"version", "--version"} {
		code, text, errs := moyo(t, word)
		if code != exitDone || errs != "" || text != "moyo "+version()+"\n" {
			t.Errorf("%s: %d %q %q", word, code, text, errs)
		}
	}
	if code, _, errs := moyo(t, "serve", "--version"); code != exitWrongUse || !strings.Contains(errs, "unknown flag") {
		t.Errorf("of a command: %d %q", code, errs)
	}
}
