package gameindex

import (
	"context"
	"slices"

	"moyo/board"
	"moyo/game"
)

// Shelf is a library in memory: the games of some files, for as long as a program runs. It
// is not safe for use by several goroutines.
type Shelf struct {
	reader     *Reader
	symmetries map[string]*Symmetries
	pages      shelfPages
	segments   []Segment
	last       int64 // segment
	fresh      []Entry
	books      []book
	seen       map[[16]byte]bool
}

// book is a game on the shelf.
type book struct {
	file   string
	record Record
}

// mostFresh is how many entries become a segment.
const mostFresh = 200_000

// NewShelf returns an empty one.
func NewShelf(open game.Opener) *Shelf {
	return &Shelf{reader: NewReader(open), symmetries: map[string]*Symmetries{}, pages: shelfPages{}, seen: map[[16]byte]bool{}}
}

// shelfPages are segments in memory.
type shelfPages map[int64][]Page

// Seek implements Pages.
func (m shelfPages) Seek(_ context.Context, segment int64, key uint64) (int, error) {
	at, _ := slices.BinarySearchFunc(m[segment], key, func(p Page, key uint64) int {
		if p.First < key {
			return -1
		}
		return 1
	})
	return max(at-1, 0), nil
}

// Pages implements Pages.
func (m shelfPages) Pages(_ context.Context, segment int64, page, limit int) ([]Page, error) {
	all := m[segment]
	return all[min(page, len(all)):min(page+limit, len(all))], nil
}

// Len returns how many games there are.
func (s *Shelf) Len() int { return len(s.books) }

// Put adds a game of a file, and reports whether it is a new one. The error says why a record is no
// game.
func (s *Shelf) Put(ctx context.Context, file string, r Record) (added bool, err error) {
	g, err := s.reader.Read(r)
	if err != nil {
		return false, err
	}
	if s.seen[g.Sum] {
		return false, nil
	}
	s.seen[g.Sum] = true
	s.books = append(s.books, book{file, r})
	b := g.Line.Board
	s.fresh = NewHasher(s.symmetriesOf(b)).Entries(s.fresh, g.Entry(uint32(len(s.books)-1)), g.Line)
	if len(s.fresh) < mostFresh {
		return true, nil
	}
	return true, s.settle(ctx)
}

func (s *Shelf) symmetriesOf(b *board.Board) *Symmetries {
	of := s.symmetries[b.Spec()]
	if of == nil {
		of = NewSymmetries(b)
		s.symmetries[b.Spec()] = of
	}
	return of
}

// settle makes a segment of what has come, and fewer of many.
func (s *Shelf) settle(ctx context.Context) error {
	slices.SortFunc(s.fresh, Compare)
	s.last++
	w := Writer{Emit: s.keep}
	for _, e := range s.fresh {
		if err := w.Add(e); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	s.segments = append(s.segments, Segment{s.last, len(s.fresh)})
	s.fresh = nil
	for ids := ToMerge(s.segments); ids != nil; ids = ToMerge(s.segments) {
		if err := s.merge(ctx, ids); err != nil {
			return err
		}
	}
	return nil
}

// keep appends a page to the last segment.
func (s *Shelf) keep(p Page) error {
	s.pages[s.last] = append(s.pages[s.last], p)
	return nil
}

func (s *Shelf) merge(ctx context.Context, ids []int64) error {
	s.last++
	n, err := Merge(ctx, s.pages, ids, func(uint32) bool { return false }, s.keep)
	if err != nil {
		return err
	}
	s.segments = slices.DeleteFunc(s.segments, func(old Segment) bool { return slices.Contains(ids, old.ID) })
	s.segments = append(s.segments, Segment{s.last, n})
	for _, id := range ids {
		delete(s.pages, id)
	}
	return nil
}

// Query is what is looked for: the position, or what lies in one corner of its grid.
type Query struct {
	Position game.Position
	Corner   int // points along the side of the corner: 6 or 9; 0 for the whole board
	Side     int // which one: a bit for the right and one for the bottom
	Most     int // games to name
}

// Answer is a move that was played there, on the board of the query.
type Answer struct {
	Move  string     // "" where the game ended
	Point game.Point // board.None for what is none
	Color game.Color
	Fared
}

// Place of a game where it was found.
type Seen struct {
	File string
	Line int
	Ply  int // turns before the position
	Game
}

// Findings are what a query has found.
type Findings struct {
	Times int // that the position came
	Moves []Answer
	Seen  []Seen // the newest first
}

// Find looks for a query's position, under all symmetries of its board; for a corner in
// all four, and mirrored. What it names was compared stone by stone; what it counts by keys of 48 bits.
func (s *Shelf) Find(ctx context.Context, q Query) (Findings, error) {
	if len(s.fresh) > 0 {
		if err := s.settle(ctx); err != nil {
			return Findings{}, err
		}
	}
	look, err := s.symmetriesOf(q.Position.Board()).Look(q)
	if err != nil {
		return Findings{}, err
	}
	var ids []int64
	for _, segment := range s.segments {
		ids = append(ids, segment.ID)
	}
	tally := NewTally(q.Most)
	var out Findings
	if err := Find(ctx, s.pages, ids, look.Key, tally.Add); err != nil {
		return out, err
	}
	for _, f := range tally.Moves() {
		out.Times += f.Times
		out.Moves = append(out.Moves, look.Answer(f))
	}
	for _, e := range tally.Hits() {
		b := s.books[e.Game]
		g, err := s.reader.Read(b.record)
		if err != nil {
			return out, err
		}
		if look.Same(g.Line, int(e.Ply)) {
			out.Seen = append(out.Seen, Seen{b.file, b.record.Line, int(e.Ply), g})
		}
	}
	return out, nil
}
