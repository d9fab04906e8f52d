package weiqi

import (
	"math"

	"moyo/board"
	"moyo/engine/neural"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// The input features of each point, by index. All are from the view of the side
// to move: own means its stones.
const (
	inOwn          = iota
	inEnemy        //
	inOwnLibs      // the chain has 1, 2 or 3 liberties: three features
	inEnemyLibs    = inOwnLibs + 3
	inLast         = inEnemyLibs + 3 // the last move, the one before
	inForbidden    = inLast + 2      // empty, and not playable
	inOwnEye       = inForbidden + 1
	inEnemyEye     = inOwnEye + 1
	inSave         = inEnemyEye + 1 // saves one own stone, or more
	inTake         = inSave + 2     // captures one stone, or more
	inLadder       = inTake + 2     // catches a chain with two liberties
	inSelfAtari    = inLadder + 1
	inPattern      = inSelfAtari + 1
	inNear         = inPattern + 1 // 1, 2 or 3 steps from the last move; a chain is one step
	inHeight       = inNear + 3    // on line 1 to 4 from the edge, or farther in: five features
	inDegree       = inHeight + 5  // neighbours, in quarters
	inKomi         = inDegree + 1  // of the side to move, in tens of points, and relative to the board
	inTerritory    = inKomi + 2    // territory scoring, and how many more stones the side has played
	inPassed       = inTerritory + 2
	inSize         = inPassed + 1 // logarithm of the points, relative to that of 9×9
	inBoard        = inSize + 1   // 1: the board is here
	inputs         = inBoard + 1
	libertiesAsked = 4
)

// The feature sets of networks, as named in their configuration. Networks that know
// area scoring alone receive territory scoring as area scoring with another komi.
const (
	featuresAll   = ""      // all features
	featuresArea  = "area"  // without territory scoring
	featuresPlain = "plain" // and without features that need reading: moves that save or catch, self-atari, patterns
)

// readOut are the features that the plain set lacks.
var readOut = []int{inSave, inSave + 1, inLadder, inSelfAtari, inPattern}

// viewer computes the input features of positions.
type viewer struct {
	features string
	planes   []float32
	chain    []int32
	legal    []bool
	libs     [libertiesAsked]game.Point
}

// graphOf returns the graph of the board for networks. Points are diagonal to
// each other only if the relation holds both ways.
func (s *shape) graphOf() *neural.Graph {
	s.graphOnce.Do(func() {
		near := func(p int) (to []int32) {
			for _, q := range s.b.Neighbors(game.Point(p)) {
				to = append(to, int32(q))
			}
			return to
		}
		diagonal := func(p int) (to []int32) {
			for i := 1; i < ringSize; i += 2 {
				if q := s.ring[p][i]; s.hasRing[p] && q != noPoint && s.isAcross(q, game.Point(p)) {
					to = append(to, int32(q))
				}
			}
			return to
		}
		s.graph = neural.NewGraph(int(s.n), near, diagonal, s.opposite)
	})
	return s.graph
}

// opposite returns the pairs of neighbours, and of diagonal points, at opposite sides
// of a point: by its surroundings if they are squares, otherwise by the board's lines.
func (s *shape) opposite(point int) (near, diagonal [][2]int32) {
	p, lines := game.Point(point), s.b.Lines()
	switch {
	case s.hasRing[p]:
		for i := range ringSize / 2 {
			pair := [2]int32{int32(s.ring[p][i]), int32(s.ring[p][i+ringSize/2])}
			if i%2 == 0 {
				near = append(near, pair)
			} else {
				diagonal = append(diagonal, pair)
			}
		}
	case lines != nil:
		for d := 0; d < lines.Dirs; d += 2 {
			if lines.Axis(p, d) == board.Orthogonal {
				near = append(near, [2]int32{int32(lines.Next(p, d).To), int32(lines.Next(p, d+1).To)})
			}
		}
	}
	return near, diagonal
}

func (s *shape) isAcross(p, q game.Point) bool {
	for i := 1; i < ringSize; i += 2 {
		if s.hasRing[p] && s.ring[p][i] == q {
			return true
		}
	}
	return false
}

// playable reports whether the side to move may play on the empty point p and it
// is not an eye of its own.
func (s *state) playable(p game.Point, side game.Color) bool {
	return s.legal(p) && !s.eye(p, side) && !s.repeats(s.StonesHashAfter(p, side), side.Other())
}

// view returns the input features of the position, valid until the next call,
// and sets legal to the playable points.
func (s *state) view() neural.Input {
	v := &s.viewer
	n := int(s.n)
	if v.planes == nil {
		v.planes, v.chain, v.legal = make([]float32, n*inputs), make([]int32, n), make([]bool, n)
	}
	clear(v.planes)
	s.spread()
	board := s.viewBoard()
	chains := s.viewChains()
	for p := range game.Point(n) {
		row := v.row(p)
		copy(row[inDegree:], board[inDegree:])
		row[inDegree] = float32(s.b.Degree(p)) / 4
		if h := s.height[p]; h > 0 {
			row[inHeight+min(int(h), 5)-1] = 1
		}
		if d := s.near[p]; d > 0 {
			row[inNear+int(d)-1] = 1
		}
		v.legal[p] = false
		if s.At(p) == game.Empty {
			s.viewEmpty(p, row)
		}
	}
	for i, p := range [2]game.Point{s.last, s.last2} {
		if p != noPoint {
			v.row(p)[inLast+i] = 1
		}
	}
	return neural.Input{Graph: s.graphOf(), Planes: v.planes, Chain: v.chain, Chains: chains}
}

func (v *viewer) row(p game.Point) []float32 { return v.planes[int(p)*inputs : (int(p)+1)*inputs] }

// viewBoard returns a row with the features that are the same at all points.
func (s *state) viewBoard() (row [inputs]float32) {
	komi, n := float32(s.rules.Komi), float32(s.n)
	spent := float32(s.spent())
	territory := s.rules.Scoring == rules.Territory
	asArea := territory && s.viewer.features != featuresAll
	if asArea {
		komi += spent
	}
	if s.ToPlay() == game.Black {
		komi = -komi
	} else {
		spent = -spent
	}
	row[inKomi], row[inKomi+1] = komi/10, komi/n
	if territory && !asArea {
		row[inTerritory], row[inTerritory+1] = 1, spent/10
	}
	if s.Passes() > 0 && !asArea { // by area the next pass would end the game as it is
		row[inPassed] = 1
	}
	row[inSize] = float32(math.Log(float64(n)) / math.Log(81))
	row[inBoard] = 1
	return row
}

// viewEmpty fills the row of the empty point p.
func (s *state) viewEmpty(p game.Point, row []float32) {
	side := s.ToPlay()
	switch {
	case s.eye(p, side):
		row[inOwnEye] = 1
	case s.eye(p, side.Other()):
		row[inEnemyEye] = 1
	}
	s.viewer.legal[p] = s.playable(p, side)
	if !s.viewer.legal[p] {
		row[inForbidden] = 1
		return
	}
	if s.viewer.features == featuresPlain {
		return
	}
	if s.bad(p) {
		row[inSelfAtari] = 1
	}
	if s.fits(p) {
		row[inPattern] = 1
	}
}

// viewChains fills the rows of stones and of the points where chains are
// captured and saved, and returns the number of chains.
func (s *state) viewChains() (chains int) {
	v := &s.viewer
	for p := range game.Point(s.n) {
		v.chain[p] = -1
		if s.At(p) == game.Empty || s.Chain(p) != p {
			continue
		}
		v.chain[p] = int32(chains)
		chains++
		stone, libs := inEnemy, inEnemyLibs
		if s.At(p) == s.ToPlay() {
			stone, libs = inOwn, inOwnLibs
		}
		count := len(s.Liberties(p, v.libs[:0]))
		for q := p; ; {
			row := v.row(q)
			row[stone] = 1
			if count < libertiesAsked && count > 0 {
				row[libs+count-1] = 1
			}
			if q = s.Next(q); q == p {
				break
			}
		}
		if count <= 2 {
			s.viewUrgent(p, count)
		}
	}
	for p := range v.chain {
		if s.At(game.Point(p)) != game.Empty {
			v.chain[p] = v.chain[s.Chain(game.Point(p))]
		}
	}
	return chains
}

// viewUrgent marks the moves that capture, save or catch the chain p with the given liberties. It
// tests each of them, not only the first that works, so that the features turn with the board.
func (s *state) viewUrgent(p game.Point, liberties int) {
	many := 0
	if s.Size(p) > 1 {
		many = 1
	}
	mine, read := s.At(p) == s.ToPlay(), s.n <= readPoints && s.viewer.features != featuresPlain
	libs := s.Liberties(p, s.few[:0])
	switch {
	case liberties == 1 && !mine:
		s.viewer.row(libs[0])[inTake+many] = 1
	case liberties == 1:
		if !read {
			return
		}
		for _, m := range append(s.reader.takers(s.stones, p), libs[0]) {
			if s.legal(m) && s.reader.savedBy(s.stones, p, m) {
				s.viewer.row(m)[inSave+many] = 1
			}
		}
	case !mine && read:
		for _, m := range libs {
			if s.legal(m) && s.reader.caughtBy(s.stones, p, m) {
				s.viewer.row(m)[inLadder] = 1
			}
		}
	}
}
