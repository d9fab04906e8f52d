package bench

import (
	"strings"
	"testing"
	"time"

	"moyo/board"
)

func TestRules(t *testing.T) {
	boards := []*board.Board{board.Grid(5, 5)}
	torus, err := board.Parse("torus:4x4")
	if err != nil {
		t.Fatal(err)
	}
	last := [2]int64{}
	speeds := Rules(t.Context(), append(boards, torus), RulesOptions{
		Time: 30 * time.Millisecond, Rounds: 3, Seed: 1, Progress: func(done, total int64) { last = [2]int64{done, total} },
	})
	if len(speeds) != 2 || speeds[0].Board != "grid:5" || speeds[1].Board != "torus:4x4" || last != [2]int64{6, 6} {
		t.Fatalf("%+v, progress ends at %v", speeds, last)
	}
	for _, s := range speeds {
		if s.MovesPerSec < 1e4 || s.MovesPlayout < float64(s.Points)/2 || s.Playouts == 0 || s.AllocsPerMove != 0 {
			t.Errorf("%+v", s)
		}
	}
	var out strings.Builder
	if PrintRules(&out, speeds); strings.Count(out.String(), "\n") != 3 || !strings.Contains(out.String(), "\ntorus:4x4 ") {
		t.Errorf("the table is\n%s", out.String())
	}
}

func TestSearch(t *testing.T) {
	var out strings.Builder
	list, err := Search(t.Context(), SearchOptions{Time: 5 * time.Millisecond, Rounds: 1, Each: func(s SearchSpeed) { s.Print(&out) }})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		if s.One <= 0 || s.Two <= 0 {
			t.Errorf("%+v: no nodes", s)
		}
	}
	if n := strings.Count(out.String(), "\n"); len(list) != len(searchPlaces) || n != len(list) {
		t.Errorf("%d speeds and %d lines, want %d", len(list), n, len(searchPlaces))
	}
}
