// Package gameindex finds games by their positions: on any board, in any game, under the board's
// symmetries. A [Hasher] turns a game into entries, one for each position and some for the corners
// of a grid. Sorted entries become segments of pages ([Write], [Merge]), which [Find] searches.
// [Tally] counts the moves that were played and their results. The caller supplies the storage of
// pages.
//
// An entry's key is a hash of 48 bits. Different positions may have equal keys; among twenty
// million entries this affects one search in ten million. So callers compare positions before they
// show a game ([Symmetries.Same]). See docs/library.md.
package gameindex

import (
	"slices"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/internal/splitmix"
)

// The limits for one game.
const (
	MaxPlies    = 1000 // positions of it
	cornerMoves = 16   // moves in each corner
)

// maxSymmetries is the most symmetries of a board to use. A part of a larger group would not be a
// group, and some images of a position would be missed; so then only the identity is used.
const maxSymmetries = 48

// keyShift leaves 48 bits of a hash.
const keyShift = 16

// Next is the move after a position, as stored: under the symmetry that gives the position its key.
type Next uint16

// The moves that are not points. Points count from firstPoint.
const (
	End    Next = iota // none: the game ended there
	Passed             // a pass
	Chosen             // a choice with a name
	firstPoint
)

// nextOf returns the move of a turn whose point is p.
func nextOf(t game.Turn, p game.Point) Next {
	switch {
	case t.Move == game.Pass:
		return Passed
	case t.Move < 0 || t.Kind == game.TurnChoice:
		return Chosen
	}
	return firstPoint + Next(p)
}

// point returns the point of a move; ok is false for other moves.
func (n Next) point() (p game.Point, ok bool) {
	return game.Point(n) - game.Point(firstPoint), n >= firstPoint
}

// Symmetries are the symmetries of a board under which positions are equal.
type Symmetries struct {
	board  *board.Board
	images [][]game.Point // the identity first
	seed   uint64         // of the board
}

// NewSymmetries finds the symmetries of a board. They are safe for concurrent use.
func NewSymmetries(b *board.Board) *Symmetries {
	images := b.Symmetries(maxSymmetries + 1)
	if len(images) > maxSymmetries {
		images = images[:1]
	}
	return &Symmetries{b, images, hashText(b.Spec())}
}

// hashText returns a hash of a text (FNV-1a, mixed).
func hashText(text string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return splitmix.Mix(h)
}

// Diagram is a position to find: stones, one colour per point, and the side to move.
type Diagram struct {
	Stones []game.Color
	ToPlay game.Color
}

// DiagramAt returns the diagram of pos before turn ply, which may be the number of turns.
func DiagramAt(pos game.Position, ply int) Diagram {
	turns := pos.Turns()
	stones := game.Stones(pos)
	for i := len(turns) - 1; i >= ply; i-- {
		turns[i].Undo(stones)
	}
	return Diagram{stones, sideAt(pos, turns, ply)}
}

// sideAt returns the side to move before turn ply; after the end of a game, the side that would be
// next.
func sideAt(pos game.Position, turns []game.Turn, ply int) game.Color {
	switch side := pos.ToPlay(); {
	case ply < len(turns):
		return turns[ply].Color
	case side == game.Empty && len(turns) > 0:
		return turns[len(turns)-1].Color.Other()
	default:
		return side
	}
}

// Same reports whether two diagrams are equal under a symmetry of the board.
func (s *Symmetries) Same(d, other Diagram) bool {
	if d.ToPlay != other.ToPlay {
		return false
	}
	for _, image := range s.images {
		if mapsTo(image, d.Stones, other.Stones) {
			return true
		}
	}
	return false
}

func mapsTo(image []game.Point, stones, others []game.Color) bool {
	for p, c := range stones {
		if others[image[p]] != c {
			return false
		}
	}
	return true
}

// family returns the game that rules belong to: games of all komis and openings are found together.
func family(rules string) string {
	name, _, _ := strings.Cut(rules, ":")
	return name
}

// Place identifies the entries of a diagram.
type Place struct {
	Key   uint64
	image []game.Point // the first symmetry that gives the diagram its key
}

// Point returns the point of a move in an entry of the place, on the diagram; ok is false for other
// moves.
func (p Place) Point(n Next) (at game.Point, ok bool) {
	want, ok := n.point()
	if !ok {
		return 0, false
	}
	for q, to := range p.image {
		if to == want {
			return game.Point(q), true
		}
	}
	return 0, false
}

// Place returns the place of a diagram in games by the given rules.
func (s *Symmetries) Place(rules string, d Diagram) Place {
	h := newHashes(s, rules)
	h.set(d.Stones)
	return Place{h.key(d.ToPlay), s.images[slices.Index(h.of, h.least())]}
}

// hashes are the hashes of one position, one per symmetry, updated move by move: each the exclusive
// or of a word per stone (Zobrist).
type hashes struct {
	s    *Symmetries
	seed uint64
	of   []uint64
}

func newHashes(s *Symmetries, rules string) *hashes {
	return &hashes{s, s.seed ^ hashText(family(rules)), make([]uint64, len(s.images))}
}

// flip adds a stone on p or removes it.
func (h *hashes) flip(p game.Point, c game.Color) {
	for i, image := range h.s.images {
		h.of[i] ^= stoneKey(int(image[p]), c)
	}
}

func stoneKey(at int, c game.Color) uint64 { return splitmix.Mix(uint64(at)<<2 | uint64(c)) }

func (h *hashes) set(stones []game.Color) {
	clear(h.of)
	for p, c := range stones {
		if c != game.Empty {
			h.flip(game.Point(p), c)
		}
	}
}

// least returns the smallest hash, which is the same for all images of the position.
func (h *hashes) least() uint64 {
	return slices.Min(h.of)
}

func (h *hashes) key(side game.Color) uint64 {
	return splitmix.Mix(splitmix.Mix(h.least())^splitmix.Mix(1<<40|uint64(side))^h.seed) >> keyShift
}

// next returns a move as stored: of its images under all symmetries with the smallest hash the
// first. So a symmetric position has one entry for a move and its reflection.
func (h *hashes) next(t game.Turn) Next {
	if t.Move < 0 {
		return nextOf(t, 0)
	}
	least := h.least()
	best := game.Point(h.s.board.Len())
	for i, one := range h.of {
		if one == least {
			best = min(best, h.s.images[i][t.Move])
		}
	}
	return nextOf(t, best)
}

// Entry is one position of a game.
type Entry struct {
	Key    uint64
	Game   uint32
	Ply    uint16 // turns before it
	Next   Next
	Winner game.Color // of the game, Empty for none
	Known  bool       // the result is known
	Year   uint8      // of the game, since 1900; 0 if unknown
}

// Hasher makes entries of games. It is not safe for concurrent use.
type Hasher struct {
	s *Symmetries
}

// NewHasher returns a Hasher for games on a board.
func NewHasher(s *Symmetries) *Hasher { return &Hasher{s} }

// Entries appends the entries of a game to buf. g contains their common part.
func (h *Hasher) Entries(buf []Entry, g Entry, l Line) []Entry {
	all := l.Turns
	turns := all[:min(len(all), MaxPlies-1)]
	whole := newHashes(h.s, l.Rules)
	whole.set(l.Start.Stones)
	corners := newCorners(h.s.board, l.Rules, l.Start.Stones)
	stones, setups := slices.Clone(l.Start.Stones), l.Setups
	put := func(p game.Point, c game.Color, ply int) {
		for _, flipped := range [...]game.Color{stones[p], c} {
			if flipped != game.Empty {
				whole.flip(p, flipped)
				corners.flip(p, flipped, ply)
			}
		}
		stones[p] = c
	}
	setUp := func(ply int) {
		for ; len(setups) > 0 && setups[0].Ply == ply; setups = setups[1:] {
			for _, c := range setups[0].Changes {
				put(c.Point, c.Color, ply)
			}
		}
	}
	add := func(key uint64, ply int, next Next) {
		g.Key, g.Ply, g.Next = key, uint16(ply), next
		buf = append(buf, g)
	}
	for i, t := range turns {
		setUp(i)
		add(whole.key(t.Color), i, whole.next(t))
		corners.turn(t, add)
		if t.Kind == game.TurnStone {
			put(t.Move.Point(), t.Color, i+1)
		}
		for _, p := range t.Taken {
			put(p, game.Empty, i+1)
		}
	}
	if len(turns) == len(all) {
		setUp(len(turns))
		add(whole.key(l.Next), len(turns), End)
		corners.end(add)
	}
	return buf
}
