package gameindex

import (
	"cmp"
	"slices"

	"moyo/game"
)

// Fared says how a move fared in the games in which it was played.
type Fared struct {
	Next                       Next
	Times                      int
	Black, White, Draws, Other int // who has won; Other where that is not known
	Year                       int // in which it was played last, 0 where that is not known
}

// Tally counts what [Find] finds, and keeps the newest of it.
type Tally struct {
	most  int
	moves map[Next]*Fared
	years map[int]int
	hits  []Entry
}

// NewTally returns one that keeps at most so many entries.
func NewTally(most int) *Tally {
	return &Tally{most: max(most, 1), moves: map[Next]*Fared{}, years: map[int]int{}}
}

// Add counts an entry.
func (t *Tally) Add(e Entry) {
	m := t.moves[e.Next]
	if m == nil {
		m = &Fared{Next: e.Next}
		t.moves[e.Next] = m
	}
	m.Times++
	switch {
	case !e.Known:
		m.Other++
	case e.Winner == game.Black:
		m.Black++
	case e.Winner == game.White:
		m.White++
	default:
		m.Draws++
	}
	if e.Year > 0 {
		m.Year = max(m.Year, 1900+int(e.Year))
		t.years[1900+int(e.Year)]++
	}
	if t.hits = append(t.hits, e); len(t.hits) >= 2*t.most {
		t.trim()
	}
}

// Years returns how often there was something in a year.
func (t *Tally) Years() map[int]int { return t.years }

// Moves returns what was played, most often first.
func (t *Tally) Moves() []Fared {
	var all []Fared
	for _, m := range t.moves {
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b Fared) int { return cmp.Or(cmp.Compare(b.Times, a.Times), cmp.Compare(a.Next, b.Next)) })
	return all
}

// Hits returns the entries that were kept, of the newest games first.
func (t *Tally) Hits() []Entry {
	t.trim()
	return t.hits
}

func (t *Tally) trim() {
	slices.SortFunc(t.hits, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(b.Year, a.Year), cmp.Compare(b.Game, a.Game), cmp.Compare(a.Ply, b.Ply))
	})
	t.hits = t.hits[:min(len(t.hits), t.most)]
}
