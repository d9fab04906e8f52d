package weiqi

import (
	"fmt"
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
)

// TestSetToPlay plays moves of random sides, and takes them all back.
func TestSetToPlay(t *testing.T) {
	for ko := range koNames {
		r := Default()
		r.Ko = KoRule(ko)
		p, err := r.Start(board.Grid(4, 4))
		if err != nil {
			t.Fatal(err)
		}
		rng := uint32(ko + 1)
		random := func(n int) int { rng = rng*1664525 + 1013904223; return int(rng>>8) % n }
		var before [][]game.Color
		for range 60 {
			if p.over() {
				break
			}
			before = append(before, slices.Clone(p.stones))
			p.SetToPlay(game.Color(1 + random(2)))
			moves := p.LegalMoves(nil)
			if err := p.Play(moves[random(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
		for i, want := range slices.Backward(before) {
			if p.Undo(); !slices.Equal(p.stones, want) {
				t.Fatalf("%s: other stones after undo to ply %d", r.Ko, i)
			}
		}
		if len(p.seen) != 1 {
			t.Errorf("%s: %d positions remembered after undoing all, want the first", r.Ko, len(p.seen))
		}
	}
}

// TestSetToPlaySuperko hands turns over at random and checks that no position recurs, with either
// side to move after it.
func TestSetToPlaySuperko(t *testing.T) {
	for _, ko := range []KoRule{PositionalKo, NaturalKo} {
		r := Rules{Ko: ko, Suicide: true}
		again := 0
		for seed := range uint64(20) {
			p, err := r.Start(board.Grid(4, 1))
			if err != nil {
				t.Fatal(err)
			}
			rng := NewRand(seed)
			created := map[string]bool{}
			for range 60 {
				if p.over() {
					break
				}
				p.SetToPlay(game.Color(1 + rng.Intn(2)))
				mover := p.ToPlay()
				if ko == PositionalKo {
					mover = game.Empty
				}
				moves := p.LegalMoves(nil)
				m := moves[rng.Intn(len(moves))]
				if err := p.Play(m); err != nil {
					t.Fatal(err)
				}
				if key := fmt.Sprint(mover, p.stones); m != game.Pass {
					if created[key] {
						t.Fatalf("%s: seed %d: %s again after %v", ko, seed, key, p.Moves())
					}
					created[key] = true
				}
			}
			again += len(created)
		}
		if again < 100 {
			t.Errorf("%s: only %d positions were created", ko, again)
		}
	}
}

// TestResumeAfterRepetition resumes a game under simple ko until that would make a situation occur
// for the third time.
func TestResumeAfterRepetition(t *testing.T) {
	p, err := Rules{Ko: SimpleKo}.Start(board.Grid(2, 2))
	if err != nil {
		t.Fatal(err)
	}
	pass := func() {
		for range 2 {
			if err := p.Play(game.Pass); err != nil {
				t.Fatal(err)
			}
		}
	}
	pass()
	if !p.Resume() || p.over() {
		t.Fatal("a game that two passes have ended does not continue")
	}
	pass()
	if p.Resume() || !p.over() {
		t.Error("a game continues although its situation has occurred three times")
	}
}

// TestSetToPlayKo allows the side that took a ko to fill it.
func TestSetToPlayKo(t *testing.T) {
	r := Default()
	r.Ko = SimpleKo
	b := board.Grid(4, 3)
	p, err := r.Start(b)
	if err != nil {
		t.Fatal(err)
	}
	play := func(c game.Color, name string) {
		t.Helper()
		at, ok := b.Lookup(name)
		p.SetToPlay(c)
		if !ok {
			t.Fatal(name)
		}
		if err := p.Play(game.Place(at)); err != nil {
			t.Fatalf("%s %s: %v", c, name, err)
		}
	}
	for _, name := range []string{"A2", "B3", "B1", "C2"} {
		play(game.Black, name)
	}
	for _, name := range []string{"C3", "C1", "D2"} {
		play(game.White, name)
	}
	if p.ToPlay() != game.Black || len(p.Moves()) != 7 {
		t.Fatalf("%s to play after %d moves", p.ToPlay(), len(p.Moves()))
	}
	play(game.White, "B2")
	if got := p.Captures(game.White); got != 1 {
		t.Fatalf("White has captured %d stones, want 1", got)
	}
	at, _ := b.Lookup("C2")
	if got := p.Check(game.Place(at)); got != game.Ko {
		t.Errorf("Black takes back: %s", got)
	}
	play(game.White, "C2")
}
