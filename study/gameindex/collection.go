package gameindex

import (
	"context"
	"slices"

	"moyo/board"
	"moyo/game"
)

// Collection is a library in memory with the games of some files. It is not safe for concurrent use.
type Collection struct {
	reader     *Reader
	symmetries map[string]*Symmetries
	pages      memoryPages
	segments   []Segment
	last       int64 // segment
	fresh      []Entry
	games      []storedGame
	seen       map[[16]byte]bool
}

// storedGame is a game in the library.
type storedGame struct {
	file   string
	record Record
}

// mostFresh is how many entries become a segment.
const mostFresh = 200_000

// NewCollection returns an empty library.
func NewCollection(open game.Opener) *Collection {
	return &Collection{reader: NewReader(open), symmetries: map[string]*Symmetries{}, pages: memoryPages{}, seen: map[[16]byte]bool{}}
}

// memoryPages are segments in memory.
type memoryPages map[int64][]Page

// Seek implements Pages.
func (m memoryPages) Seek(_ context.Context, segment int64, key uint64) (int, error) {
	at, _ := slices.BinarySearchFunc(m[segment], key, func(p Page, key uint64) int {
		if p.First < key {
			return -1
		}
		return 1
	})
	return max(at-1, 0), nil
}

// Pages implements Pages.
func (m memoryPages) Pages(_ context.Context, segment int64, page, limit int) ([]Page, error) {
	all := m[segment]
	return all[min(page, len(all)):min(page+limit, len(all))], nil
}

// Len returns the number of games.
func (s *Collection) Len() int { return len(s.games) }

// Put adds a game of a file, and returns it if it is new, else nil. The error describes an invalid
// record.
func (s *Collection) Put(ctx context.Context, file string, r Record) (added *Game, err error) {
	g, err := s.reader.Read(r)
	if err != nil || s.seen[g.Sum] {
		return nil, err
	}
	s.seen[g.Sum] = true
	s.games = append(s.games, storedGame{file, r})
	b := g.Line.Board
	s.fresh = NewHasher(s.symmetriesOf(b)).Entries(s.fresh, g.Entry(uint32(len(s.games)-1)), g.Line)
	if len(s.fresh) < mostFresh {
		return &g, nil
	}
	return &g, s.settle(ctx)
}

func (s *Collection) symmetriesOf(b *board.Board) *Symmetries {
	of := s.symmetries[b.Spec()]
	if of == nil {
		of = NewSymmetries(b)
		s.symmetries[b.Spec()] = of
	}
	return of
}

// settle writes new entries to a segment, and merges segments.
func (s *Collection) settle(ctx context.Context) error {
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
func (s *Collection) keep(p Page) error {
	s.pages[s.last] = append(s.pages[s.last], p)
	return nil
}

func (s *Collection) merge(ctx context.Context, ids []int64) error {
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

// Query is a position to find, or the contents of one corner of its grid.
type Query struct {
	Position game.Position
	Corner   int // side of the corner in points: 6 or 9; 0 for the whole board
	Side     int // which corner: a bit for right and one for bottom
	Most     int // games to list
}

// Answer is a move that was played in the position, on the board of the query.
type Answer struct {
	Move  string     // "" if the game ended
	Point game.Point // board.None for other moves
	Color game.Color
	MoveResults
}

// Seen is an occurrence of the position in a game.
type Seen struct {
	File string
	Line int
	Ply  int // turns before the position
	Game
}

// Findings are the results of a query.
type Findings struct {
	Times int // occurrences of the position
	Moves []Answer
	Seen  []Seen // the newest first
}

// Find finds a query's position, under all symmetries of its board; a corner in all four, and
// reflected. Listed games were compared stone by stone; counts use keys of 48 bits.
func (s *Collection) Find(ctx context.Context, q Query) (Findings, error) {
	if len(s.fresh) > 0 {
		if err := s.settle(ctx); err != nil {
			return Findings{}, err
		}
	}
	look, err := s.symmetriesOf(q.Position.Board()).Lookup(q)
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
		b := s.games[e.Game]
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
