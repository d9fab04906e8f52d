package league

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"moyo/catalog"
)

// TestBadEvents reports errors in events.
func TestBadEvents(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "want GAME@BOARD@CLOCK",
		"nogo":                              "want GAME@BOARD@CLOCK",
		"nogo@grid:9@absolute=5m@x":         "want GAME@BOARD@CLOCK",
		"nogo@@absolute=5m":                 "want GAME@BOARD@CLOCK",
		"chess@grid:9@absolute=5m":          `game "chess"`,
		"nogo@moon:9@absolute=5m":           `board "moon:9"`,
		"nogo@file:x.obj@absolute=5m":       "file boards cannot be used here",
		"nogo@grid:9@fast":                  `clock "fast"`,
		"nogo@grid:9@none":                  "for live games",
		"nogo@grid:9@correspondence=1d":     "for live games",
		"gomoku@star:60@absolute=5m":        "no straight lines",
		"nogo @grid:9@absolute=5m":          "its character 5",
		"nogo@grid:9@absolute=5m\x1b[2J":    "its character",
		strings.Repeat("x", 71):             "71 characters",
		"nogo@grid:9@absolute=5m,\u202eabc": "its character 25",
	} {
		if e, err := ParseEvent(text, catalog.Rules, boards); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v, want %q", text, e, err, want)
		}
	}
}

// TestEventTitles recognizes tournaments by their titles, and not those of other events.
func TestEventTitles(t *testing.T) {
	e := event(t, "weiqi:komi=7@grid:9@fischer=2m+1s")
	if e.Folder() != "weiqi-komi-7-grid-9-fischer-2m-1s" || e.title(12) != "weiqi:komi=7@grid:9@fischer=2m+1s #12" {
		t.Error(e.Folder(), e.title(12))
	}
	for title, want := range map[string]int{
		e.title(1): 1, e.title(345): 345, e.Name: 0, e.Name + " #": 0, e.Name + " #0": 0,
		e.Name + " #01": 0, e.Name + " #-1": 0, e.Name + " #1 ": 0, "x" + e.title(1): 0,
		"weiqi:komi=7@grid:9@fischer=2m+10s #1": 0,
	} {
		if n, ok := e.number(title); ok != (want > 0) || ok && n != want {
			t.Errorf("%q is number %d, %v", title, n, ok)
		}
	}
}

// FuzzEvent reads events: valid ones have a folder that is one file name, and titles that are
// recognized.
func FuzzEvent(f *testing.F) {
	for _, text := range []string{
		"weiqi:komi=7@grid:9@fischer=2m+1s", "nogo@torus:9x9@byoyomi=1m+5x10s",
		"gomoku@hex:7@move=30s", "a@b@c", "@@", "nogo@id:../x@absolute=1m",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "0123456789") && len(text) > 60 {
			return // shorter boards are enough; some take long to make
		}
		e, err := ParseEvent(text, catalog.Rules, boards)
		if err != nil {
			return
		}
		if name := e.Folder(); name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || name[0] == '-' {
			t.Errorf("%q has the folder %q", text, name)
		}
		if n, ok := e.number(e.title(7)); n != 7 || !ok || len(e.title(1_000_000)) > 80 {
			t.Errorf("%q has the title %q", text, e.title(7))
		}
		if again, err := ParseEvent(e.Name, catalog.Rules, boards); err != nil || again.Folder() != e.Folder() {
			t.Errorf("%q, read again: %+v, %v", text, again, err)
		}
	})
}

// FuzzGame reads lines of games.jsonl: valid ones survive writing and reading, can be counted, and
// add only text to the page.
func FuzzGame(f *testing.F) {
	f.Add([]byte(`{"id":"t-1","tournament":"t","number":1,"black":"Ada","white":"Bo",` +
		`"result":"B+3.5","how":"score","plies":2,"moves":["A1","B2"],"ended":"2026-11-26T12:00:00Z"}`))
	f.Add([]byte(`{"id":"t-2","tournament":"t","number":2,"result":"Void","ended":"2026-11-26T12:00:00Z"}`))
	f.Add([]byte(`{"id":"t-3","tournament":"t","number":3,"black":"<b>","white":"\u202e","result":"0","moves":["pass","swap"],"plies":2}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		g, err := parseGame(line)
		if err != nil {
			return
		}
		text, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		again, err := parseGame(text)
		if err != nil || !again.Ended.Equal(g.Ended) {
			t.Fatalf("%s: %v", text, err)
		}
		again.Ended = g.Ended
		if len(g.Moves) == 0 {
			g.Moves, again.Moves = nil, nil
		}
		if !reflect.DeepEqual(g, again) {
			t.Errorf("%+v, then %+v", g, again)
		}
		table := tableOf(t, "nogo@grid:4@absolute=5m", []Game{g, g})
		if n := len(table.games); n > 1 || n == 1 != (g.outcome() != void) {
			t.Errorf("%s counts %d times", text, n)
		}
		table.rate(pairs(table.games))
		table.courses(nil)
	})
}
