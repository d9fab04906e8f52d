package generate

import (
	"errors"
	"path/filepath"
	"testing"

	"moyo/internal/testenv"
	"moyo/study/bank"
)

// TestFewAreLeft asks for more problems than a small board has.
func TestFewAreLeft(t *testing.T) {
	m, err := NewMaker(Options{Seed: 1, Count: 1000, Boards: []string{"grid:4"}, From: 2, To: 3, Unique: true, Nodes: 1000})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRun(m)
	r.patience = uint64(testenv.Rounds(200, 20))
	if err := r.Continue(t.Context(), 2, func(*Made) error { return nil }); !errors.Is(err, ErrNoMore) || r.next != r.last+r.patience+1 {
		t.Errorf("%d problems, the last %d of %d, and %v", r.Found(), r.last, r.next, err)
	}
}

// TestAccept offers a run duplicates, and more problems of a strength than it wants.
func TestAccept(t *testing.T) {
	m, err := NewMaker(Options{Seed: 1, Count: 12, Boards: []string{"grid:9"}, From: 3, To: 8, Unique: true, Even: true, Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRun(m)
	for i, test := range []struct {
		key    string
		rating int
		want   bool
	}{
		{"a", 600, true}, {"a", 1600, false}, {"b", 610, true}, {"c", 620, true}, {"d", 700, false}, {"d", 900, true},
	} {
		if got := r.accept(&Made{Problem: bank.Problem{Rating: test.rating}, key: test.key, source: Boxes}); got != test.want {
			t.Errorf("problem %d: taken %v, want %v", i+1, got, test.want)
		}
	}
	if r.Found() != 4 || r.Done() {
		t.Errorf("%d problems", r.Found())
	}
}

// TestShares offers a run more problems of a source, and about a chain, than it wants.
func TestShares(t *testing.T) {
	m, err := NewMaker(Options{
		Seed: 1, Count: 12, Boards: []string{"grid:9"}, From: 3, To: 8, Unique: true, Nodes: 1, Sources: []Source{Games, Shapes, Shapes},
	})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRun(m)
	key := 'a'
	give := func(s Source, family string, n int) (taken int) {
		for range n {
			if r.accept(&Made{key: string(key), family: family, source: s}) {
				taken++
			}
			key++
		}
		return taken
	}
	if n := give(Shapes, "one", 9); n != mostFamily {
		t.Errorf("%d about one chain", n)
	}
	if n := give(Games, "two", 3); n != 3 || r.full(Games) {
		t.Errorf("%d of games, where 4 are their share", n)
	}
	if n := give(Games, "three", 3); n != 1 || !r.full(Games) || r.full(Shapes) {
		t.Errorf("%d more of games, where 4 are their share", n)
	}
}

// TestStoppedWithinAGame continues after the first of a game's two problems: with the same game, whose first problem
// is known.
func TestStoppedWithinAGame(t *testing.T) {
	testenv.LongUnderRace(t)
	opt := Options{
		Seed: 5, Count: 5, Boards: []string{"grid:13"}, From: 3, To: 5, Unique: true, Nodes: 20_000, Sources: []Source{Games},
	}
	m, err := NewMaker(opt)
	if err != nil {
		t.Fatal(err)
	}
	made, err := m.Candidate(t.Context(), 0)
	if err != nil || len(made) != 2 {
		t.Fatalf("%d problems of the game, %v: take another seed", len(made), err)
	}
	path := filepath.Join(t.TempDir(), "part")
	j, err := OpenJournal(path, NewRun(m))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(j.Add(made[0]), j.Close()); err != nil {
		t.Fatal(err)
	}
	r := NewRun(m)
	if j, err = OpenJournal(path, r); err != nil || j.Close() != nil {
		t.Fatal(err)
	}
	if r.Found() != 1 || r.next != 0 || r.accept(made[0]) || !r.accept(made[1]) {
		t.Errorf("%d problems, going on with %d", r.Found(), r.next)
	}
}
