package slow

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/weiqi"
)

// line makes a problem on a path or another board of numbered points: X and O are stones in the
// region and . its empty points; x, o and _ are outside. Black defends every X.
func line(t *testing.T, kind, text string) *Problem {
	t.Helper()
	b, err := board.Parse(fmt.Sprintf("%s:%d", kind, len(text)))
	if err != nil {
		t.Fatal(err)
	}
	p := &Problem{Board: b, Defender: game.Black, ToPlay: game.White, Ko: board.None}
	for i, c := range text {
		p.Stones = append(p.Stones, map[rune]game.Color{'X': game.Black, 'x': game.Black, 'O': game.White, 'o': game.White}[c])
		if strings.ContainsRune("XO.", c) {
			p.Region = append(p.Region, game.Point(i))
		}
		if c == 'X' {
			p.Targets = append(p.Targets, game.Point(i))
		}
	}
	return p
}

// TestByHand has problems that can be solved in the head.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		kind, text string
		black      bool // to play
		want       Answer
	}{
		{"path", "oX.", false, Answer{Verdict: "win", Fate: "dead", FirstMoves: []game.Move{game.Pass, 2}}},
		{"path", "oX.", true, Answer{Verdict: "lose", Fate: "dead"}},
		{"path", "oX._", true, Answer{Verdict: "win", Fate: "alive", FirstMoves: []game.Move{2}}},
		{"path", "oX._", false, Answer{Verdict: "win", Fate: "dead", FirstMoves: []game.Move{2}}},
		{"path", ".X.", false, Answer{Verdict: "lose", Fate: "alive"}},
		{"path", ".X.", true, Answer{Verdict: "win", Fate: "alive", FirstMoves: []game.Move{game.Pass}}},
		// Each side can retake the right stone as long as it has threats; connecting it costs the eye.
		{"path", ".X..Xo", true, Answer{Verdict: "lose", Fate: "dead"}},
		{"star", "X...", false, Answer{Verdict: "lose", Fate: "alive"}},
	} {
		p := line(t, c.kind, c.text)
		if c.black {
			p.ToPlay = game.Black
		}
		a, err := Classify(p, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(*a, c.want) {
			t.Errorf("%s, Black to play %v: %+v, want %+v", c.text, c.black, *a, c.want)
		}
	}
}

// TestSeki has four stones in a row of six points: the side that fills a liberty loses.
func TestSeki(t *testing.T) {
	p := &Problem{Board: board.Grid(9, 3), Defender: game.Black, Ko: board.None, Targets: []game.Point{0}}
	for i, c := range "X.OOOO.Xo" + "XXXXXXXXo" + "ooooooooo" {
		p.Stones = append(p.Stones, map[rune]game.Color{'X': game.Black, 'O': game.White, 'o': game.White}[c])
		if c != 'o' {
			p.Region = append(p.Region, game.Point(i))
		}
	}
	for toPlay, want := range map[game.Color]Answer{
		game.Black: {Verdict: "win", Fate: "seki", FirstMoves: []game.Move{game.Pass}},
		game.White: {Verdict: "lose", Fate: "seki"},
	} {
		p.ToPlay = toPlay
		if a, err := Classify(p, 10_000); err != nil || !reflect.DeepEqual(*a, want) {
			t.Errorf("%s to play: %+v, %v; want %+v", toPlay, a, err, want)
		}
	}
}

func TestErrors(t *testing.T) {
	if _, err := Classify(line(t, "path", ".X..Xo"), 5); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a limit of 5 states: %v", err)
	}
	p := line(t, "path", "oX._")
	p.Targets = []game.Point{3}
	if _, err := Classify(p, 1000); err == nil {
		t.Error("a target outside the region was accepted")
	}
}

// TestInQuestion tests the meaning of an empty target.
func TestInQuestion(t *testing.T) {
	for text, want := range map[string][]game.Point{
		".X..Xo": nil, // no way out: the region must be cleared
		"_X.X.o": {3}, // the first is safe
		"oX.X._": {1, 3},
	} {
		p := line(t, "path", text)
		p.Targets = nil
		if got, err := p.InQuestion(); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
}

// TestRules plays random games with the whole board as region and compares with package weiqi,
// except for moves that only superko forbids.
func TestRules(t *testing.T) {
	for _, spec := range []string{"grid:4", "torus:3x4", "star:5", "complete:4"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(20) {
			playAlong(t, b, rand.New(rand.NewPCG(seed, 1)))
		}
	}
}

func playAlong(t *testing.T, b *board.Board, r *rand.Rand) {
	t.Helper()
	p := &Problem{Board: b, Stones: make([]game.Color, b.Len()), ToPlay: game.Black, Defender: game.Black, Ko: board.None}
	for q := range b.Len() {
		p.Region = append(p.Region, game.Point(q))
	}
	f, s, err := newField(p)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := weiqi.Parse("weiqi")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.New(b)
	if err != nil {
		t.Fatal(err)
	}
	for range 60 {
		var legal []int
		for i := range f.points {
			reason := pos.Check(game.Place(f.points[i]))
			next := f.played(s, i)
			if reason != game.Ko && (reason == game.Legal) != (next != nil) {
				t.Fatalf("%s after %v: %v at %d, legal in package slow: %v", b.Title(), pos.Moves(), reason, i, next != nil)
			}
			if reason == game.Legal {
				legal = append(legal, i)
			}
		}
		if len(legal) == 0 {
			return
		}
		i := legal[r.IntN(len(legal))]
		s = f.played(s, i)
		if err := pos.Play(game.Place(f.points[i])); err != nil {
			t.Fatal(err)
		}
		for j, q := range f.points {
			if s.stones[j] != pos.At(q) {
				t.Fatalf("%s after %v: %v here", b.Title(), pos.Moves(), s.stones)
			}
		}
	}
}
