package training

import (
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/rules/gomoku"
	"moyo/server/base/convert"
	"moyo/study/puzzles"
)

// TestPlayTry: the player and the replies alternate. After "-" for a reply it is the player's turn again, and only replies may be
// left out.
func TestPlayTry(t *testing.T) {
	for _, c := range []struct {
		moves string
		hint  bool
		want  string // the error, or the board's first four points
	}{
		{"A1", false, "X..."},
		{"A1 B1 C1", false, "XOX."},
		{"A1 " + noAnswer + " C1", false, "X.X."},
		{"", true, "...."},
		{"A1 " + noAnswer, true, "X..."},
		{"A1 " + noAnswer + " C1 " + noAnswer, true, "X.X."},
		{"A1 B1", false, "must alternate"},
		{"", false, "must alternate"},
		{"A1", true, "must alternate"},
		{noAnswer, false, "move 1"},
		{"A1 B1 " + noAnswer, false, "move 3"},
		{"A1 A1 B1", false, "move 2"},
		{strings.Repeat("A1 ", maxTry+1), false, "too many for a puzzle"},
	} {
		rules, err := gomoku.Parse("gomoku:n=3")
		if err != nil {
			t.Fatal(err)
		}
		pos, err := rules.New(board.Grid(4, 1))
		if err != nil {
			t.Fatal(err)
		}
		err = playTry(pos.(convert.Handed), PuzzleTry{Moves: strings.Fields(c.moves), Hint: c.hint}, game.Black)
		got := ""
		for p := range game.Point(4) {
			got += string(".XO"[pos.At(p)])
		}
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%.30q, hint %v: %s, want %s", c.moves, c.hint, got, c.want)
		}
	}
}

// TestPuzzlesAreListed: concurrent requests set up each puzzle once. Each request gets the same puzzles as alone, and all rules and
// depths as further choices.
func TestPuzzlesAreListed(t *testing.T) {
	var parsed atomic.Int64
	s := newPuzzles(Config{Rules: func(id string) (game.Rules, error) {
		parsed.Add(1)
		return catalog.Rules(id)
	}})
	var wait sync.WaitGroup
	for _, in := range []puzzlesInput{{}, {Rule: "renju"}, {Depth: 4}, {Rule: "freestyle", Depth: 3}, {Rule: "none"}, {Rule: "renju"}} {
		wait.Go(func() {
			got, err := s.getPuzzles(t.Context(), &in)
			if err != nil {
				t.Error(err)
				return
			}
			if want := listedAlone(t, in); !reflect.DeepEqual(got.Body, want) {
				t.Errorf("%+v: %d puzzles, rules %v, depths %v; want %d, %v, %v", in, len(got.Body.Puzzles), got.Body.Rules, got.Body.Depths,
					len(want.Puzzles), want.Rules, want.Depths)
			}
		})
	}
	wait.Wait()
	if n := parsed.Load(); n != int64(len(puzzles.VCF())) {
		t.Errorf("positions set up %d times for %d puzzles", n, len(puzzles.VCF()))
	}
}

// listedAlone is the answer to a request, by puzzle.
func listedAlone(t *testing.T, in puzzlesInput) Puzzles {
	fresh := newPuzzles(Config{Rules: catalog.Rules})
	out := Puzzles{Puzzles: []Puzzle{}}
	for _, p := range puzzles.VCF() {
		out.Rules, out.Depths = append(out.Rules, ruleOf(p.Game)), append(out.Depths, p.Depth)
		if in.Rule != "" && in.Rule != ruleOf(p.Game) || in.Depth != 0 && in.Depth != p.Depth {
			continue
		}
		pos, err := fresh.position(p)
		if err != nil {
			t.Error(err)
			return out
		}
		words := catalog.Describe(p.Game)
		out.Puzzles = append(out.Puzzles, Puzzle{
			ID: p.ID, Board: p.Board, Rules: p.Game, GameTitle: words.Name, RulesText: words.Text,
			Words: convert.Rules(words), Stones: convert.Stones(pos), ToPlay: p.ToPlay, Depth: p.Depth,
		})
	}
	out.Rules, out.Depths = unique(out.Rules), unique(out.Depths)
	slices.Sort(out.Depths)
	return out
}

// unique returns a list without duplicates.
func unique[T comparable](list []T) []T {
	var out []T
	for _, v := range list {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}
