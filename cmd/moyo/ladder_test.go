package main

import (
	"path/filepath"
	"strings"
	"testing"

	"moyo/internal/testenv"
)

// TestLadderFlags refuses impossible flags before contacting the server, with the reason.
func TestLadderFlags(t *testing.T) {
	testenv.SkipUnderRace(t)
	const event = " --event nogo@torus:9x9@fischer=1m+1s"
	for _, c := range []struct{ args, words string }{
		{"--server https://go.example --token t", "missing flags"},
		{"--server go.example --token t" + event, "want an address"},
		{"--server http://go.example --token t" + event, "without encryption"},
		{"--server https://go.example --token t --event nogo", "want GAME@BOARD@CLOCK"},
		{"--server https://go.example --token t" + strings.Repeat(event, 21), "21 events: want at most 20"},
		{"--server https://go.example --token t --minutes 0" + event, "--minutes 0"},
		{"--server https://go.example --token t --players 1" + event, "--players 1"},
		{"--server https://go.example --token t --most 999" + event, "--most 999"},
		{"--server https://go.example --token t --records=-1" + event, "--records -1"},
		{"--server https://go.example --token t --every 1ms" + event, "--every 1ms"},
		{"--server https://go.example --token t --listen 8090" + event, "--listen"},
	} {
		var out, err strings.Builder
		args := append([]string{"ladder", "--out", filepath.Join(t.TempDir(), "out")}, strings.Fields(c.args)...)
		if code := run(args, &out, &err); code != exitWrongUse || !strings.Contains(err.String(), c.words) {
			t.Errorf("%s: exit %d, %q, want %q", c.args, code, err.String(), c.words)
		}
	}
}

// TestLadderTwice names two events that would share a folder.
func TestLadderTwice(t *testing.T) {
	testenv.SkipUnderRace(t)
	var out, err strings.Builder
	args := []string{
		"ladder", "--out", t.TempDir(), "--server", "https://go.example", "--token", "t",
		"--event", "nogo@grid:9@absolute=5m", "--event", "nogo@grid:9@absolute=5m",
	}
	if code := run(args, &out, &err); code != exitFailed || !strings.Contains(err.String(), "have the same folder") {
		t.Errorf("exit %d, %q", code, err.String())
	}
}
