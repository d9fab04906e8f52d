package arena

import (
	"fmt"
	"testing"
	"time"
)

func TestSplitSettings(t *testing.T) {
	for spec, want := range map[string]string{
		"random":                                "random map[]",
		"alphabeta?lmr=off,threads=2":           "alphabeta?lmr=off map[threads:2]",
		"alphabeta?name=a b,time=1s":            "alphabeta map[name:a b time:1s]",
		"gomocup:./pbrain-x -q ?memory=100":     "gomocup:./pbrain-x -q  map[memory:100]",
		"gtp:x --odd=?":                         "gtp:x --odd=? map[]",
		"alphabeta?lmr=off,null=off,game-time=": "alphabeta?lmr=off,null=off map[game-time:]",
	} {
		id, settings := splitSettings(spec)
		if got := id + " " + fmt.Sprint(settings); got != want {
			t.Errorf("%q: %q, want %q", spec, got, want)
		}
	}
}

func TestParseSpec(t *testing.T) {
	base := Spec{MemoryMB: 350, Control: Control{Move: time.Second, Threads: 1}}
	got, err := ParseSpec("alphabeta?lmr=off,name=plain,time=500ms,game-time=1m,increment=2s,nodes=7,depth=3,threads=2,memory=64", base)
	want := Spec{ID: "alphabeta?lmr=off", Name: "plain", MemoryMB: 64, Control: Control{
		Move: 500 * time.Millisecond, Game: time.Minute, Increment: 2 * time.Second, Nodes: 7, Depth: 3, Threads: 2,
	}}
	if err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	want = Spec{ID: "random", Name: "random", MemoryMB: base.MemoryMB, Control: base.Control}
	if got, err := ParseSpec("random", base); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if _, err := ParseSpec("random?time=x", base); err == nil {
		t.Error("a time of x is taken")
	}
}

// TestControlInWords names the limits that are set.
func TestControlInWords(t *testing.T) {
	for want, c := range map[string]Control{
		"the engines' own":              {},
		"1s a move":                     {Move: time.Second},
		"1m0s a game":                   {Game: time.Minute},
		"1m0s per game and 2s per move": {Game: time.Minute, Increment: 2 * time.Second},
		"1 nodes":                       {Nodes: 1},
		"500 nodes, depth 1":            {Nodes: 500, Depth: 1},
		"depth 3, 2 threads":            {Depth: 3, Threads: 2},
		"the engines' own, 2 threads":   {Threads: 2},
		"1s a move, 9 nodes":            {Move: time.Second, Nodes: 9, Threads: 1},
	} {
		if got := c.String(); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}
