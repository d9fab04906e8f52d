package convert

import (
	"slices"
	"testing"

	"moyo/catalog"
)

// TestStrengths checks that levels of Go have a rank for each class of boards, levels of other games points, and
// other engines nothing.
func TestStrengths(t *testing.T) {
	for _, e := range catalog.Engines() {
		got := Engine(e).Strengths
		switch {
		case e.Level == 0:
			if len(got) != 0 {
				t.Errorf("%s is %v", e.ID, got)
			}
		case slices.Contains(e.Games, "weiqi"):
			if len(got) != 5 || got[0].Class != "9x9" || !slices.Contains([]byte("kd"), got[0].Strength[len(got[0].Strength)-1]) {
				t.Errorf("%s in Go: %v", e.ID, got)
			} else if e.Level == 6 && (got[0].Rough || !got[3].Rough || !got[4].Rough) ||
				e.Level == 9 && (!got[0].Rough || !got[2].Rough) {
				// Level 6 has played GNU Go most, on 9×9 and on squares only. Level 9 has won nearly all its games.
				t.Errorf("%s in Go: %+v", e.ID, got)
			}
		case len(got) > 1 || len(got) == 1 && got[0].Class != "":
			t.Errorf("%s in %v: %v", e.ID, e.Games, got)
		}
	}
}
