// Package uct2018 is the search of "Go on non-standard topologies" (2018), kept
// as a baseline. It is plain UCT without knowledge: each of a thousand
// iterations adds one node and plays uniformly random legal moves to the end,
// with value + c sqrt(ln parent / visits), c = 1/sqrt 2. A player passes when
// nothing else is legal, or when the opponent has passed and the count is won.
//
// Uniform playouts fill their own eyes and may be very long. The rules alone
// bound them, so one with three times as many moves as the board has points is
// scored as it is.
package uct2018

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"moyo/engine"
	"moyo/game"
)

// Iterations is the number of playouts without a limit.
const Iterations = 1000

// c is the weight of exploration.
var c = 1 / math.Sqrt2

// Engine is the baseline. The zero value is ready for use.
type Engine struct{}

var _ engine.Engine = (*Engine)(nil)

// New returns an engine.
func New() *Engine { return &Engine{} }

// Name returns "uct-2018".
func (*Engine) Name() string { return "uct-2018" }

// Close does nothing.
func (*Engine) Close() error { return nil }

// node is a position of the tree, reached by move. value is the sum of 1, 0 and
// -1 for playouts won, drawn and lost by the side that played move.
type node struct {
	move     game.Move
	mover    game.Color
	visits   float64
	value    float64
	untried  []game.Move
	opened   bool
	children []*node
}

// search is one call of Search.
type search struct {
	ctx   context.Context
	rand  *rand.Rand
	root  *node
	start game.Position
	buf   []game.Move
	done  int64
}

// Search implements engine.Engine. It is deterministic with a seed, unless time
// cuts it short.
func (*Engine) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	began := time.Now()
	s := &search{ctx: ctx, rand: rand.New(rand.NewPCG(lim.Seed, 2018)), root: &node{move: game.NoMove}, start: pos}
	if pos.ToPlay() == game.Empty {
		return engine.Info{Move: game.NoMove, Value: 0.5}, nil
	}
	if won(pos) {
		return engine.Info{Move: game.Pass, Value: 1, PV: []game.Move{game.Pass}, Elapsed: time.Since(began)}, nil
	}
	if lim = lim.ForMove(); lim.Time > 0 {
		var cancel context.CancelFunc
		s.ctx, cancel = context.WithTimeout(ctx, lim.Time)
		defer cancel()
	}
	s.root.open(s, pos)
	if len(s.root.untried) > 1 {
		s.iterate(began, lim, report)
	}
	return s.info(began), nil
}

func (s *search) iterate(began time.Time, lim engine.Limits, report func(engine.Info)) {
	limit := lim.Nodes
	if limit <= 0 {
		limit = Iterations
	}
	reported := began
	for s.done < limit && s.ctx.Err() == nil {
		s.iteration()
		if report != nil && time.Since(reported) >= 100*time.Millisecond {
			reported = time.Now()
			report(s.info(began))
		}
	}
}

// iteration is one round: select, add a node, play out, count.
func (s *search) iteration() {
	pos := s.start.Clone()
	n := s.root
	path := []*node{n}
	for pos.ToPlay() != game.Empty {
		n.open(s, pos)
		if k := len(n.untried); k > 0 {
			i := s.rand.IntN(k)
			child := &node{move: n.untried[i], mover: pos.ToPlay()}
			n.untried[i] = n.untried[k-1]
			n.untried = n.untried[:k-1]
			n.children = append(n.children, child)
			path = append(path, child)
			mustPlay(pos, child.move)
			break
		}
		n = n.best()
		path = append(path, n)
		mustPlay(pos, n.move)
	}
	winner, ok := s.playout(pos)
	if !ok {
		return
	}
	for _, n := range path {
		n.visits++
		switch winner {
		case game.Empty:
		case n.mover:
			n.value++
		default:
			n.value--
		}
	}
	s.done++
}

// open finds the moves of a node's position on first use.
func (n *node) open(s *search, pos game.Position) {
	if n.opened {
		return
	}
	n.opened = true
	n.untried = sensible(pos, pos.LegalMoves(nil))
}

// sensible leaves out the pass if anything else is legal, and everything except
// the pass if that wins.
func sensible(pos game.Position, legal []game.Move) []game.Move {
	if won(pos) {
		return []game.Move{game.Pass}
	}
	kept := legal[:0]
	for _, m := range legal {
		if m != game.Pass {
			kept = append(kept, m)
		}
	}
	if len(kept) == 0 {
		return legal
	}
	return kept
}

// best returns the child with the highest upper bound.
func (n *node) best() *node {
	var best *node
	most := math.Inf(-1)
	log := math.Log(n.visits)
	for _, child := range n.children {
		if u := child.value/child.visits + c*math.Sqrt(log/child.visits); u > most {
			best, most = child, u
		}
	}
	return best
}

// playout plays random moves to the end and returns the winner, Empty for a
// draw. ok is false if the search was stopped.
func (s *search) playout(pos game.Position) (winner game.Color, ok bool) {
	for range 3 * pos.Board().Len() {
		if pos.ToPlay() == game.Empty {
			break
		}
		if s.ctx.Err() != nil {
			return game.Empty, false
		}
		mustPlay(pos, s.random(pos))
	}
	return winnerOf(pos), true
}

// random returns a uniformly random sensible move. A few draws among all points
// are faster than a list of the legal moves.
func (s *search) random(pos game.Position) game.Move {
	if won(pos) {
		return game.Pass
	}
	n := pos.Board().Len()
	for range 8 {
		if m := game.Place(game.Point(s.rand.IntN(n))); pos.At(m.Point()) == game.Empty && pos.Check(m) == game.Legal {
			return m
		}
	}
	s.buf = sensible(pos, pos.LegalMoves(s.buf[:0]))
	return s.buf[s.rand.IntN(len(s.buf))]
}

// won reports whether the opponent has just passed and a pass wins.
func won(pos game.Position) bool {
	moves := pos.Moves()
	if len(moves) == 0 || moves[len(moves)-1] != game.Pass || pos.Check(game.Pass) != game.Legal {
		return false
	}
	return winnerOf(pos) == pos.ToPlay()
}

// winnerOf returns the winner or, while the game is unfinished, the side that
// leads.
func winnerOf(pos game.Position) game.Color {
	if out := pos.Outcome(); out.Over {
		return out.Winner
	}
	if s, ok := pos.(game.Scorer); ok {
		return s.Score(nil).Outcome().Winner
	}
	return game.Empty
}

// mustPlay plays a move known to be legal.
func mustPlay(pos game.Position, m game.Move) {
	if err := pos.Play(m); err != nil {
		panic("uct2018: a legal move was refused: " + err.Error())
	}
}

// info returns the results so far: the best move has the highest value.
func (s *search) info(began time.Time) engine.Info {
	info := engine.Info{Move: game.NoMove, Value: 0.5, Nodes: s.done, Elapsed: time.Since(began), Depth: 1}
	var best *node
	for _, n := range s.root.children {
		if n.visits > 0 && (best == nil || n.value/n.visits > best.value/best.visits) {
			best = n
		}
	}
	switch {
	case best != nil:
		info.Move, info.Value = best.move, (1+best.value/best.visits)/2
		info.Candidates = []engine.Candidate{{Move: best.move, Visits: int64(best.visits), Value: info.Value}}
	case len(s.root.untried) > 0:
		info.Move = s.root.untried[0]
	}
	info.PV = []game.Move{info.Move}
	return info
}
