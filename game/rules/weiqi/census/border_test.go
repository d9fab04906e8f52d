package census_test

import (
	"fmt"
	"testing"

	"moyo/game/rules/weiqi/census"
	"moyo/internal/testenv"
)

// TestGrid counts grids by their borders; the counts are Tromp's.
func TestGrid(t *testing.T) {
	for _, k := range []struct {
		w, h int
		want string
		long bool
	}{
		{1, 1, "1", false}, {1, 2, "5", false}, {1, 9, "6649", false}, {2, 2, "57", false},
		{3, 3, "12675", false}, {4, 3, "321689", false}, {3, 6, "208144601", false},
		{4, 4, "24318165", false}, {5, 5, "414295148741", false}, {6, 6, "62567386502084877", false},
		{7, 7, "83677847847984287628595", true},
		{9, 9, "103919148791293834318983090438798793469", true},
	} {
		t.Run(fmt.Sprintf("%dx%d", k.w, k.h), func(t *testing.T) {
			if k.long {
				testenv.Long(t)
			}
			got, err := census.Grid(t.Context(), k.w, k.h, nil)
			if err != nil || got.String() != k.want {
				t.Errorf("%v, %v; want %s", got, err, k.want)
			}
		})
	}
	if _, err := census.Grid(t.Context(), 10, 10, nil); err == nil {
		t.Error("10x10 is counted")
	}
}
