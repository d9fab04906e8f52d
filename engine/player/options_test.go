package player_test

import (
	"fmt"
	"strings"
	"testing"

	"moyo/engine/alphabeta"
	"moyo/engine/player"
)

// kind is a kind of engine with a setting of its own.
var kind = player.Kind{Search: alphabeta.Default(), Extra: "solve"}

func ExampleKind_Set() {
	var o player.Options
	fmt.Println(kind.Set(&o, "book=off,solve=off,lmr=off,memory=2"), o.NoBook, o.Plain, o.Search.LMR, o.Search.Table, o.Memory)
	fmt.Println(kind.Set(&o, "null=off,book=on"), o.NoBook, o.Plain, o.Search.LMR, o.Search.NullMove) // earlier settings remain
	fmt.Println(kind.Set(&o, "textbook=on,threads=3"), o.Plain,
		*o.Search == alphabeta.Options{Method: alphabeta.AlphaBeta, Table: true}, o.Threads)
	// Output:
	// <nil> true true false true 2097152
	// <nil> false true false false
	// <nil> true true 3
}

func TestSettings(t *testing.T) {
	for text, want := range map[string]string{
		"threads=0": "number from 1", "memory=x": "number from 1",
		"memory=1048577": "number from 1", "book=maybe": "on or off", "lmr=": "on or off",
		"solve=no": "on or off", "textbook=1": "on or off", "method=magic": "pvs", "nothing=on": "known are threads",
		"lmr-base=301": "number from -200 to 300", "lmr-base=": "number from", ",": "known are",
	} {
		o := player.Options{Threads: 5}
		if err := kind.Set(&o, "threads=7,"+text); err == nil || !strings.Contains(err.Error(), want) || o != (player.Options{Threads: 5}) {
			t.Errorf("%s: %v, %+v, want %q and nothing changed", text, err, o, want)
		}
	}
	none := player.Kind{}
	if err := none.Set(&player.Options{}, "=off"); err == nil {
		t.Error("a setting without a name is accepted")
	}
	if kind.Search != alphabeta.Default() {
		t.Error("settings have changed the kind")
	}
}
