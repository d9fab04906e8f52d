package gameindex

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
)

// played returns the game of a record, played by the rules.
func played(t testing.TB, r Record, open game.Opener) game.Position {
	t.Helper()
	games, err := sgf.Parse(r.Text)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := record.Load(games[0], open)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

// sayLine formats a line for comparisons.
func sayLine(l Line) string {
	text := fmt.Sprint(l.Board.Spec(), l.Rules, l.Start, l.Next)
	for _, t := range l.Turns {
		text += fmt.Sprint(" ", t.Move, t.Color, t.Kind, slices.Sorted(slices.Values(t.Taken)))
	}
	return text
}

// TestQuick compares the quick way with the rules, on external games, and on random games on small
// boards with many captures and kos.
func TestQuick(t *testing.T) {
	open := opener()
	reader := NewReader(open)
	quick := map[bool]int{}
	check := func(g *sgf.Game, pos game.Position) {
		t.Helper()
		line, ok := reader.quick(g)
		if quick[ok]++; !ok {
			return
		}
		want := LineOf(pos)
		if have := sayLine(line); have != sayLine(want) {
			t.Fatalf("%s\nis followed as %s\nwant %s", g, have, sayLine(want))
		}
		for ply := range len(want.Turns) + 1 {
			if have, want := line.At(ply), DiagramAt(pos, ply); !slices.Equal(have.Stones, want.Stones) || have.ToPlay != want.ToPlay {
				t.Fatalf("%s\nbefore turn %d: %v, want %v", g, ply, have, want)
			}
		}
	}
	games, _, _ := shared(t)
	for _, pos := range games {
		check(record.Of(pos, sgf.Go), pos)
	}
	t.Logf("of other programs: %d followed, %d played", quick[true], quick[false])
	rng := rand.New(rand.NewPCG(7, 7))
	for i := range 300 {
		rules := []string{"weiqi", "weiqi:ko=simple", "weiqi:suicide=yes", "weiqi:komi=0.5,handicap=2"}[i%4]
		if _, err := open.Rules(rules); err != nil {
			rules = "weiqi"
		}
		pos := random(t, rng, open, rules, []string{"grid:3", "grid:5", "torus:4x4", "grid:9"}[i%4], 80)
		g := record.Of(pos, sgf.Go)
		g.Root.Set("RE", "?")
		check(g, played(t, Record{Text: g.String()}, open))
	}
	t.Logf("with the random ones: %d followed, %d played", quick[true], quick[false])
	if quick[true] < 100 || quick[false] < 20 {
		t.Errorf("%d followed, %d played: want many of both", quick[true], quick[false])
	}
}
