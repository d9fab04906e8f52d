package settings_test

import (
	"fmt"
	"strings"
	"testing"

	"moyo/engine/alphabeta"
	"moyo/engine/internal/settings"
)

// options are those of an engine.
type options struct {
	memory  int64
	threads int
	search  *alphabeta.Options
	book    bool
}

func (o *options) target() settings.Target {
	return settings.Target{
		Memory: &o.memory, Threads: &o.threads, Search: &o.search, Default: alphabeta.Default(),
		Switches: map[string]func(bool, *alphabeta.Options){"book": func(on bool, _ *alphabeta.Options) { o.book = on }},
	}
}

func Example() {
	var o options
	fmt.Println(o.target().Set("book=on,lmr=off,memory=2"), o.book, o.search.LMR, o.search.Table, o.memory)
	fmt.Println(o.target().Set("null=off"), o.search.LMR, o.search.NullMove) // what was set before stays
	// Output:
	// <nil> true false true 2097152
	// <nil> false false
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"threads=0": "number", "memory=x": "number", "book=maybe": "on or off", "lmr=": "on or off",
		"method=magic": "pvs", "nothing=on": "known are threads", ",": "known are",
	} {
		var o options
		if err := o.target().Set(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
