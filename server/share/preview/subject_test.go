package preview

import (
	"testing"

	"moyo/game/match"
	"moyo/server/store"
)

// TestGameKey checks that a changed name changes the key, even if only the capitals differ.
func TestGameKey(t *testing.T) {
	team := func(names ...string) (s match.Seat) {
		for i, name := range names {
			s.Team[i] = match.Partner{Player: name, Name: name}
		}
		return s
	}
	keys := map[string]match.Seat{}
	for _, black := range []match.Seat{{Name: "ada"}, {Name: "Ada"}, team("Ada", "bo"), team("Ada", "Bo"), {Name: "Ada & Bo"}} {
		key := gameKey(store.Game{ID: "g", Version: 2, Black: black, White: match.Seat{Name: "Cy"}})
		if other, known := keys[key]; known {
			t.Errorf("%+v has the same key as %+v", black, other)
		}
		keys[key] = black
	}
}
