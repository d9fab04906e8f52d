package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"moyo/internal/testenv"
)

func TestWithSubcommand(t *testing.T) {
	for _, tt := range []struct{ argv, want []string }{
		{[]string{"/usr/bin/moyo", "play"}, []string{"play"}},
		{[]string{"moyo"}, nil},
		{[]string{"./pbrain-moyo"}, []string{"gomocup"}},
		{[]string{"dir/PBRAIN-moyo.exe", "--threads=2"}, []string{"gomocup", "--threads=2"}},
		{[]string{"pbrain-/moyo", "play"}, []string{"play"}},
		{nil, nil},
	} {
		if got := withSubcommand(tt.argv); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.argv, got, tt.want)
		}
	}
}

// TestArena plays a small match, continues it, then plays another one in its place.
func TestArena(t *testing.T) {
	testenv.SkipUnderRace(t)
	out := filepath.Join(t.TempDir(), "match")
	args := []string{"arena", "random?name=a", "random?name=b", "--pairs=2", "--generate=2", "--stones=2,3", "--out=" + out}
	var stdout, stderr bytes.Buffer
	if code := run(args, &stdout, &stderr); code != exitDone {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	if !strings.Contains(stdout.String(), "a − b: 4 games") {
		t.Errorf("%s", stdout.String())
	}
	for _, name := range []string{"games.jsonl", "games.sgf", "report.html"} {
		if info, err := os.Stat(filepath.Join(out, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	timed := []string{
		"arena", "random?name=a,clock=byoyomi=0s+2x1s", "random?name=b",
		"--clock=fischer=5s+1s", "--pairs=1", "--out=" + out + "-timed",
	}
	if code := run(timed, &stdout, &stderr); code != exitDone {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	if log, err := os.ReadFile(filepath.Join(out+"-timed", "games.jsonl")); err != nil ||
		!strings.Contains(string(log), `"clock":["byoyomi=0s+2x1s","fischer=5s+1s"]`) {
		t.Errorf("%s, %v", log, err)
	}
	args[3] = "--pairs=3"
	stdout.Reset()
	if code := run(append(args, "--json"), &stdout, &stderr); code != exitDone {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	if n := strings.Count(stdout.String(), "\n"); n != 2 || !strings.HasPrefix(stdout.String(), `{"game":`) {
		t.Errorf("%d games more: %s", n, stdout.String())
	}
	for want, flags := range map[string][]string{
		"is the log of another match": {"--seed=2", "--generate=2", "--out=" + out},
		"want elo0,elo1":              {"--sprt=5"},
		"--concurrency 0":             {"--concurrency=0"},
		"only one of them":            {"--generate=2", "--openings=" + filepath.Join(out, "games.sgf")},
		"randm":                       {"randm"},
		`clock "nope"`:                {"--clock=nope"},
		"--clock and --game-time":     {"--clock=move=1s", "--game-time=5s"},
	} {
		stderr.Reset()
		code := run(append([]string{"arena", "random?name=a", "random?name=b"}, flags...), &stdout, &stderr)
		if code != exitWrongUse || !strings.Contains(stderr.String(), want) {
			t.Errorf("%v: exit %d: %s", flags, code, stderr.String())
		}
	}
}
