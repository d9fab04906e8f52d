package main

import (
	"bytes"
	"strings"
	"testing"

	"moyo/internal/testenv"
)

func TestPerft(t *testing.T) {
	testenv.LongUnderRace(t)
	for _, k := range []struct {
		args string
		code int
		want string // the whole output, or a part of the error
	}{
		{"legal --board grid:3 --json", exitDone,
			`{"board":"grid:3","points":9,"edges":12,"legal":12675,"moves_suicide":86200,"moves":83502}` + "\n"},
		{"legal --graph 1 --json", exitDone, `{"board":"graph:1","points":2,"edges":1,"legal":5,"moves_suicide":12,"moves":8}` + "\n"},
		{"games --board grid:1x3 --json", exitDone, `{"board":"grid:1x3","games":907,"longest":14}` + "\n"},
		{
			"games --game gomoku:n=3 --board grid:3 --json", exitDone,
			`{"board":"grid:3","rules":"gomoku:rule=freestyle,n=3,opening=none",` +
				`"games":255168,"black":131184,"white":77904,"draws":46080,"longest":9,"positions":5478}` + "\n",
		},
		{"games --game gomoku:n=3 --board grid:3x1", exitDone,
			"Grid 3×1: 6 games, the longest of 3 moves\nBlack wins 0, White 0, drawn 6\n13 positions\n"},
		{"games --game gomoku --board grid:3", exitWrongUse, "no line of 5"},
		{"games --game weiqi:ko=simple --board grid:2", exitWrongUse, "usual rules"},
		{"games --game chess --board grid:2", exitWrongUse, "chess"},
		{"legal", exitWrongUse, "--board"},
		{"legal --board grid:3 --graph 1", exitWrongUse, "together"},
		{"legal --board gird:3", exitWrongUse, "gird"},
		{"legal --board file:no-such-file.obj", exitWrongUse, "no-such-file.obj"},
		{"legal --board id:00", exitWrongUse, "server"},
		{"legal --board grid:5 --json", exitDone,
			`{"board":"grid:5","points":25,"edges":40,"legal":414295148741,"moves_suicide":null,"moves":null}` + "\n"},
		{"legal --board grid:10", exitFailed, "at most 81 points"},
		{"legal --board torus:5x5", exitFailed, "25 points"},
		{"legal --graph x", exitWrongUse, "want a number"},
		{"moves --board grid:3 --depth 0", exitWrongUse, "depth 0"},
		{"moves --board grid:3 --rules chess", exitWrongUse, "chess"},
	} {
		var stdout, stderr bytes.Buffer
		code := run(append([]string{"perft"}, strings.Fields(k.args)...), &stdout, &stderr)
		if code != k.code {
			t.Errorf("perft %s: exit code %d, want %d; %s", k.args, code, k.code, &stderr)
		}
		if code == exitDone && stdout.String() != k.want {
			t.Errorf("perft %s prints %s, want %s", k.args, &stdout, k.want)
		}
		if code != exitDone && !strings.Contains(stderr.String(), k.want) {
			t.Errorf("perft %s says %q, want %q", k.args, &stderr, k.want)
		}
	}
}

func TestPerftMoves(t *testing.T) {
	testenv.SkipUnderRace(t)
	var stdout, stderr bytes.Buffer
	if code := run(strings.Fields("perft moves --board grid:3 --depth 2"), &stdout, &stderr); code != exitDone {
		t.Fatal(stderr.String())
	}
	for _, want := range []string{"depth  1               10 ", "depth  2               91 "} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("%q is not in\n%s", want, &stdout)
		}
	}
}
