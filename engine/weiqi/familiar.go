package weiqi

import (
	"math"
	"slices"

	"moyo/board"
	"moyo/engine/neural"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// Where networks are asked. A search has to stop in time, and an evaluation does not end before it has an answer. The labels of the
// network of the program, all on grids, have komi of -20 to 40; its own games on other boards have 4 to 9½, and its evaluations get
// more doubtful the farther the komi is from that (weights/README.md).
const (
	judgedPoints = 1000 // largest board
	judgedPlain  = 400  // without vectors
	judgedEdges  = 6000 // on dense boards sums over neighbours take long
	leastKomi    = -6
	mostKomi     = 20
	leastOnGrid  = -20
	mostOnGrid   = 40
)

// looksQuick says whether a look at a board is over soon enough for a search that has to stop in time.
func looksQuick(b *board.Board) bool {
	most := judgedPoints
	if !neural.Vectors() {
		most = judgedPlain
	}
	return b.Len() <= most && b.EdgeCount() <= judgedEdges
}

// komiTaught says whether a network was taught with such a komi on such a board.
func komiTaught(komi float64, b *board.Board) bool {
	if _, _, ok := b.Grid(); ok {
		return komi >= leastOnGrid && komi <= mostOnGrid
	}
	return komi >= leastKomi && komi <= mostKomi
}

// leads says whether the network leads searches under these rules on a board.
func (m *model) leads(law rules.Rules, b *board.Board) bool {
	if m.led == nil || m.net == nil || !looksQuick(b) || !komiTaught(law.Komi, b) {
		return false
	}
	return !m.led.Familiar || m.shapeOf(b).familiar()
}

// Unfamiliar implements mcts.Unfamiliar.
func (r *root) Unfamiliar() bool { return !r.leads && r.model.net != nil && r.model.led != nil }

// familiar says whether the board is like those that the network of the program was taught on: of squares, or hexagonal, which is
// triangles with an edge around. On a board of three neighbours (honeycomb:5), on a sphere of triangles (geodesic:3) and in space
// (box:4x4x4) it lost to playouts.
func (s *shape) familiar() bool {
	s.familiarOnce.Do(func() {
		near, _ := s.graphOf().Scales()
		usual := int(math.Round(1 / float64(near))) // neighbours: three in four points have no more
		s.isFamiliar = usual >= 4 && (slices.Contains(s.hasRing, true) || s.edged(usual) && s.triangular())
	})
	return s.isFamiliar
}

// edged says whether some points have clearly fewer neighbours than usual.
func (s *shape) edged(usual int) bool {
	for p := range game.Point(s.n) {
		if s.b.Degree(p) <= usual-2 {
			return true
		}
	}
	return false
}

// triangular says whether some neighbours of a point are neighbours.
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
