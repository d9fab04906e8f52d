package tables

import (
	"testing"
	"time"

	"moyo/game/match"
	"moyo/server/store"
)

// TestHeaderOfLaterProgram checks that a header stays valid when the order of its JSON changes, and when a later program
// adds unknown fields to a seat, but not when a known field changes.
func TestHeaderOfLaterProgram(t *testing.T) {
	g := store.Game{
		ID: "g", Rules: "weiqi", Phase: match.Playing, Ply: 3, Version: 4, Created: time.UnixMilli(5), Updated: time.UnixMilli(6),
	}
	const white = `{"kind":"open"}`
	h := keptHeader{Game: g, white: white, sum: sumOfHeader(g, `{"kind":"human","name":"Ada","later":[1,2.50]}`, white)}
	for black, want := range map[string]bool{
		`{"kind":"human","name":"Ada","later":[1,2.50]}`:       true,
		`{"later": [1, 2.50], "name": "Ada", "kind": "human"}`: true,
		`{"kind":"human","name":"Ada","later":[1,2]}`:          false,
		`{"kind":"human","name":"Adb","later":[1,2.50]}`:       false,
		`{"kind":"human","name":"Ada"}`:                        false,
		`{"kind":"human"`:                                      false,
	} {
		if h.black = black; h.isWhole() != want {
			t.Errorf("%s: whole %v, want %v", black, !want, want)
		}
	}
}
