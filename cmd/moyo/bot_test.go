package main

import (
	"strings"
	"testing"

	"moyo/internal/testenv"
)

// TestBotFlags refuses impossible flags before contacting the server, with the reason.
func TestBotFlags(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range []struct{ args, words string }{
		{"level:1", "missing flags"},
		{"level:1 --server https://go.example", "--token"},
		{"nobody --server https://go.example --token t", "nobody"},
		{"level:1 --server go.example --token t", "want an address"},
		{"level:1?clock=absolute=5m --server https://go.example --token t", "the clock is that of each game"},
		{"level:1?threads=0 --server https://go.example --token t", "out of range"},
		{"level:1 --server https://go.example --token t --games 0", "games at the same time"},
		{"level:1 --server https://go.example --token t --ratings 1200", "two numbers"},
		{"level:1 --server https://go.example --token t --speeds fast", "want one of none"},
		{"level:1 --server https://go.example --token t --seek --challenge Bo", "only one of them"},
		{"level:1 --server https://go.example --token t --seek --rules chess", "chess"},
	} {
		var out, err strings.Builder
		if code := run(append([]string{"bot"}, strings.Fields(c.args)...), &out, &err); code != exitWrongUse ||
			!strings.Contains(err.String(), c.words) {
			t.Errorf("%s: exit %d, %q, want %q", c.args, code, err.String(), c.words)
		}
	}
}
