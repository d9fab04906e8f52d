package analysis

import (
	"hash/fnv"
	"io"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"moyo/board"
	"moyo/engine/protocol/gtp"
	"moyo/game"
	"moyo/internal/splitmix"
)

// place is a board with what queries need of it.
type place struct {
	board      *board.Board
	verts      *gtp.Vertices
	cells      *gtp.Cells // nil if the board is not drawn as a rectangle
	symmetries func() [][]board.Point
	key        uint64       // of the board
	open       atomic.Int64 // queries in the queue, which counts them
}

// Bounds of the symmetries of a board, and of all their points. Symmetries of boards with more are not used.
const (
	maxSymmetries = 1000
	maxImages     = 1_000_000
)

func newPlace(b *board.Board) *place {
	sum := fnv.New64a()
	_, _ = io.WriteString(sum, b.Spec()) // never fails
	p := &place{board: b, verts: gtp.NewVertices(b), key: sum.Sum64()}
	if cells, ok := gtp.NewCells(b); ok {
		p.cells = cells
	}
	p.symmetries = sync.OnceValue(func() [][]board.Point {
		most := max(min(maxSymmetries, maxImages/b.Len()), 1)
		all := b.Symmetries(most + 1)
		if len(all) > most {
			return all[:1]
		}
		return all
	})
	return p
}

// parse parses a vertex, "pass", or "(x,y)", which counts columns and rows from 0 at the top left.
func (p *place) parse(word string) (game.Move, bool) {
	word = strings.TrimSpace(word)
	if strings.EqualFold(word, "pss") {
		return game.Pass, true
	}
	if inner, ok := strings.CutPrefix(word, "("); ok && p.cells != nil {
		inner, closed := strings.CutSuffix(inner, ")")
		left, right, two := strings.Cut(inner, ",")
		x, errX := strconv.Atoi(strings.TrimSpace(left))
		y, errY := strconv.Atoi(strings.TrimSpace(right))
		if !closed || !two || errX != nil || errY != nil || x < 0 || y < 0 || x >= p.cells.Width || y >= p.cells.Height {
			return game.NoMove, false
		}
		at := p.cells.At[y*p.cells.Width+x]
		return game.Place(at), at != board.None
	}
	m, err := p.verts.Parse(word)
	return m, err == nil
}

// hash identifies a position: the board, the stones, the side to move and the point that a ko forbids.
type hash [2]uint64

func (h hash) String() string {
	var b strings.Builder
	for _, part := range h {
		text := strings.ToUpper(strconv.FormatUint(part, 16))
		b.WriteString(strings.Repeat("0", 16-len(text)) + text)
	}
	return b.String()
}

// less orders hashes.
func (h hash) less(o hash) bool { return h[0] < o[0] || h[0] == o[0] && h[1] < o[1] }

// hashes returns the hash of pos, and one that all symmetric positions share.
func (p *place) hashes(pos game.Position) (this, symmetric hash) {
	marks := make([]uint64, p.board.Len())
	for q := range marks {
		marks[q] = uint64(pos.At(game.Point(q)))
		if marks[q] == uint64(game.Empty) && pos.Check(game.Place(game.Point(q))) == game.Ko {
			marks[q] = 3
		}
	}
	for i, image := range p.symmetries() {
		h := hash{p.key ^ uint64(pos.ToPlay()), ^p.key ^ uint64(pos.ToPlay())}
		for q, mark := range marks {
			if mark != 0 {
				key := splitmix.Mix(uint64(image[q])<<2 | mark)
				h[0] ^= key
				h[1] ^= splitmix.Mix(^key)
			}
		}
		h[0], h[1] = splitmix.Mix(h[0]), splitmix.Mix(h[1])
		if i == 0 {
			this, symmetric = h, h
		} else if h.less(symmetric) {
			symmetric = h
		}
	}
	return this, symmetric
}
