package weiqi

import (
	"math"
	"slices"

	"moyo/board"
	"moyo/engine/neural"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// Where the engine uses the network. A search has to stop in time, and an evaluation cannot be
// interrupted. The training labels, all on grids, have komi of -20 to 40. Self-play games on other boards
// have 4 to 9½; evaluations get less certain the farther the komi is from that (weights/README.md).
const (
	evalPoints      = 1000 // largest board
	evalPointsPlain = 400  // without vectors
	evalEdges       = 6000 // on dense boards sums over neighbours take long
	leastKomi       = -6
	mostKomi        = 20
	leastOnGrid     = -20
	mostOnGrid      = 40
)

// evaluatesQuickly reports whether an evaluation on a board is fast enough for a search that has to stop in time.
func evaluatesQuickly(b *board.Board) bool {
	most := evalPoints
	if !neural.Vectors() {
		most = evalPointsPlain
	}
	return b.Len() <= most && b.EdgeCount() <= evalEdges
}

// komiTrained reports whether the training covers komi on the board.
func komiTrained(komi float64, b *board.Board) bool {
	if _, _, ok := b.Grid(); ok {
		return komi >= leastOnGrid && komi <= mostOnGrid
	}
	return komi >= leastKomi && komi <= mostKomi
}

// guides reports whether the network guides searches under these rules on a board.
func (m *model) guides(law rules.Rules, b *board.Board) bool {
	if m.search == nil || m.net == nil || !evaluatesQuickly(b) || !komiTrained(law.Komi, b) {
		return false
	}
	return !m.search.Familiar || m.shapeOf(b).familiar()
}

// Unfamiliar implements mcts.Unfamiliar.
func (r *root) Unfamiliar() bool { return !r.guided && r.model.net != nil && r.model.search != nil }

// familiar reports whether the board is like the ones that the built-in network was trained on: of squares,
// or hexagonal, that is of triangles with an edge around. On a board with three neighbours a point
// (honeycomb:5), on a sphere of triangles (geodesic:3) and in space (box:4x4x4) the network lost to playouts.
func (s *shape) familiar() bool {
	s.familiarOnce.Do(func() {
		near, _ := s.graphOf().Scales()
		usual := int(math.Round(1 / float64(near))) // neighbours: three in four points have no more
		s.isFamiliar = usual >= 4 && (slices.Contains(s.hasRing, true) || s.edged(usual) && s.triangular())
	})
	return s.isFamiliar
}

// edged reports whether some points have clearly fewer neighbours than usual.
func (s *shape) edged(usual int) bool {
	for p := range game.Point(s.n) {
		if s.b.Degree(p) <= usual-2 {
			return true
		}
	}
	return false
}

// triangular reports whether some neighbours of a point are neighbours of each other.
func (s *shape) triangular() bool {
	for p := range game.Point(s.n) {
		around := s.b.Neighbors(p)
		for _, q := range around {
			if slices.ContainsFunc(s.b.Neighbors(q), func(r game.Point) bool { return slices.Contains(around, r) }) {
				return true
			}
		}
	}
	return false
}
