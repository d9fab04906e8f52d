package gameindex

import (
	"cmp"
	"slices"

	"moyo/game"
)

// MoveResults is the results of the games with a move.
type MoveResults struct {
	Next                       Next
	Times                      int
	Black, White, Draws, Other int // by winner; Other if unknown
	Year                       int // of the last game, 0 if unknown
}

// Tally counts the entries of [Find], and keeps the newest.
type Tally struct {
	most  int
	moves map[Next]*MoveResults
	years map[int]int
	hits  []Entry
}

// NewTally returns a tally that keeps at most most entries.
func NewTally(most int) *Tally {
	return &Tally{most: max(most, 1), moves: map[Next]*MoveResults{}, years: map[int]int{}}
}

// Add counts an entry.
func (t *Tally) Add(e Entry) {
	m := t.moves[e.Next]
	if m == nil {
		m = &MoveResults{Next: e.Next}
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

// Years returns the number of entries by year.
func (t *Tally) Years() map[int]int { return t.years }

// Moves returns the moves, most frequent first.
func (t *Tally) Moves() []MoveResults {
	var all []MoveResults
	for _, m := range t.moves {
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b MoveResults) int { return cmp.Or(cmp.Compare(b.Times, a.Times), cmp.Compare(a.Next, b.Next)) })
	return all
}

// Hits returns the entries that were kept, newest games first.
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
