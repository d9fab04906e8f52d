package engine

import (
	"fmt"
	"testing"

	"moyo/game"
)

func TestAllowed(t *testing.T) {
	for _, tt := range []struct{ moves, exclude, want []game.Move }{
		{[]game.Move{1, 2, 3}, nil, []game.Move{1, 2, 3}},
		{[]game.Move{1, 2, 3}, []game.Move{2, 7}, []game.Move{1, 3}},
		{[]game.Move{1, 2}, []game.Move{4, 5, 6}, []game.Move{1, 2}},
		{[]game.Move{1, game.FirstChoice}, []game.Move{1, 2, 3}, []game.Move{game.FirstChoice}},
		{[]game.Move{1, 2}, []game.Move{2, 1}, []game.Move{1, 2}}, // all are excluded
		{nil, []game.Move{1}, nil},
	} {
		if got := (Limits{Exclude: tt.exclude}).Allowed(tt.moves); fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%v without %v: %v, want %v", tt.moves, tt.exclude, got, tt.want)
		}
	}
}
