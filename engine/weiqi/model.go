package weiqi

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"moyo/board"
	"moyo/engine/mcts"
	"moyo/engine/neural"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// model is the tree search's model of Go.
type model struct {
	know    knowledge
	policy  policy
	net     *neural.Net // nil for none
	search  *NetSearch  // how net guides searches; nil if it does not
	level   *netLevel   // the strength of a guided search; nil for full strength
	playsOn bool        // without Shortcut
	room    int64       // bytes of the cache of network outputs in a search
	mu      sync.Mutex
	shape   *shape         // of the last board
	evals   []*neural.Eval // of the threads; searches never overlap
	spare   sync.Pool      // *neural.Eval of evaluations without a search: making one takes longer than an evaluation
}

// shapeOf returns the shape of b. It caches that of the last board.
func (m *model) shapeOf(b *board.Board) *shape {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.shape == nil || m.shape.b != b {
		m.shape = newShape(b)
	}
	return m.shape
}

// Root implements mcts.Model.
func (m *model) Root(pos game.Position, stop *atomic.Bool) (mcts.Root, error) {
	r, err := m.root(pos, stop)
	if err == nil && r.guided {
		r.calibrate()
	}
	return r, err
}

func (m *model) root(pos game.Position, stop *atomic.Bool) (*root, error) {
	r, ok := pos.Rules().(rules.Rules)
	if !ok {
		return nil, fmt.Errorf("mcts: the rules %q are not those of Go", pos.Rules().ID())
	}
	root := &root{
		know: m.know, policy: m.policy, model: m, playsOn: m.playsOn, rules: r, stop: stop, guided: m.guides(r, pos.Board()),
		start: &stones{Fast: rules.NewFast(pos.Board()), shape: m.shapeOf(pos.Board()), last: noPoint, last2: noPoint},
	}
	if root.guided {
		root.know.margin = 0 // the network's values include no margin
		root.room.Store(m.room)
	}
	root.start.mark = make([]uint32, pos.Board().Len())
	root.replay(pos)
	return root, nil
}

// root is a position being searched.
type root struct {
	know    knowledge
	policy  policy
	model   *model
	guided  bool       // the network alone evaluates
	threads int        // states with a network
	slope   [3]float64 // of Black's win probability per point of lead, as far as known; by the side to move
	playsOn bool
	rules   rules.Rules
	stop    *atomic.Bool
	start   *stones
	past    map[uint64]struct{} // the positions so far, as superko compares them
	counted atomic.Int64        // finished playouts, or evaluated positions
	sum     atomic.Int64        // Black's area minus White's at their ends, in leadUnits
	room    atomic.Int64        // bytes that the cache of network outputs may still take
}

// replay sets start to pos by playing the game so far again, to find the
// positions that superko forbids.
func (r *root) replay(pos game.Position) {
	turns := pos.Turns()
	colors, toPlay := game.Start(pos)
	b := r.start
	r.past = make(map[uint64]struct{}, len(turns)+1)
	b.setUp(colors, toPlay)
	r.past[r.repeatKey(b.StonesHash(), b.ToPlay())] = struct{}{}
	for _, t := range turns {
		b.handTurn(t.Color)
		t.Do(colors)
		switch t.Kind {
		case game.TurnPass:
			b.pass()
		case game.TurnSuicide:
			placed := b.placed // a suicide's stone is the opponent's prisoner
			b.setUp(colors, t.Color.Other())
			b.placed = placed
			b.placed[t.Color]++
		default:
			b.play(t.Move.Point())
		}
		r.past[r.repeatKey(b.StonesHash(), b.ToPlay())] = struct{}{}
	}
	if side := pos.ToPlay(); side != game.Empty {
		b.handTurn(side)
	}
}

// handTurn makes side the one to move, as after a handed-over turn or a
// resumption after two passes.
func (b *stones) handTurn(side game.Color) {
	if b.ToPlay() != side || b.Passes() >= 2 {
		b.SetToPlay(side)
	}
}

// setUp makes b the given stones with side to move, without history.
func (b *stones) setUp(colors []game.Color, side game.Color) {
	b.Clear()
	b.placed = [3]int32{}
	b.last, b.last2 = noPoint, noPoint
	for p, c := range colors {
		if c != game.Empty {
			b.Play(game.Point(p), c)
			b.placed[c]++
		}
	}
	b.SetToPlay(side)
}

// repeatKey is the key by which the rules' superko compares positions, with
// toPlay to move.
func (r *root) repeatKey(stones uint64, toPlay game.Color) uint64 {
	if r.rules.Ko == rules.PositionalKo {
		return stones
	}
	return stones ^ uint64(toPlay)*0x9e3779b97f4a7c15
}

// State implements mcts.Root.
func (r *root) State(seed uint64) mcts.State {
	s := r.newState(seed)
	if net := r.model.net; net != nil && evaluatesQuickly(s.b) && (r.guided || r.model.search == nil) {
		s.eval, s.viewer.features = r.model.eval(r.threads), net.Config.Features
		r.threads++
	}
	if r.guided {
		return newNetState(s, r.model.search)
	}
	return s
}

// eval returns the evaluator of a thread. The next search reuses it, since making one takes longer than an evaluation.
func (m *model) eval(thread int) *neural.Eval {
	if thread == len(m.evals) {
		m.evals = append(m.evals, m.net.NewEval(neural.Coarse))
	}
	return m.evals[thread]
}

func (r *root) newState(seed uint64) *state {
	s := &state{root: r, playouts: playouts{stones: r.start.clone(), policy: r.policy}}
	s.rand = rules.NewRand(seed)
	s.near, s.ends = make([]int8, s.n), make([]game.Color, s.n)
	return s
}

// state is a position in the tree or in a playout.
type state struct {
	*root
	playouts
	path     []uint64     // keys of the positions since the root
	owner    []int32      // of sample: sums of the points' owners at the ends
	ends     []game.Color // scratch: the owner of each point at an end
	near     []int8       // scratch of Expand: distance from the last moves
	queue    []game.Point // scratch
	reader   reader
	endings  int     // of sample: playouts counted in owner
	ended    float64 // Black's lead in area at the end of the last Rollout
	viewer   viewer
	eval     *neural.Eval // nil for none
	estimate float64      // estimate of the last Expand, for Black
}

// Reset implements mcts.State.
func (s *state) Reset() {
	s.copyFrom(s.start)
	s.path = s.path[:0]
}

// Play implements mcts.State.
func (s *state) Play(m game.Move) {
	if m < 0 {
		s.pass()
	} else {
		s.play(m.Point())
	}
	s.path = append(s.path, s.repeatKey(s.StonesHash(), s.ToPlay()))
}

// Terminal implements mcts.State.
func (s *state) Terminal() bool { return s.Passes() >= 2 }

// repeats reports whether superko forbids the position with these stones and
// toPlay to move.
func (s *state) repeats(stones uint64, toPlay game.Color) bool {
	if s.rules.Ko == rules.SimpleKo {
		return false
	}
	key := s.repeatKey(stones, toPlay)
	if _, ok := s.past[key]; ok {
		return true
	}
	for _, k := range s.path {
		if k == key {
			return true
		}
	}
	return false
}

// Rollout implements mcts.State. Under territory scoring it plays on from a
// game that has ended, too, to find which stones live.
func (s *state) Rollout(first []game.Color) (value float64, ok bool) {
	if s.Terminal() && s.rules.Scoring == rules.Area {
		return s.value(s.noteLead(float64(s.Area(s.ends)))), true
	}
	spent := s.spent() // in the playout itself both sides fill as many points as they leave
	if !s.playOut(first) {
		return 0, false
	}
	return s.value(s.noteLead(float64(s.Score() - spent))), true
}

// leadUnits is how many parts of a point leads are summed in.
const leadUnits = 64

// noteLead adds Black's lead in area at the end of a game, or its estimate, to the sum, and returns it.
func (s *state) noteLead(diff float64) float64 {
	s.counted.Add(1)
	s.sum.Add(int64(math.Round(diff * leadUnits)))
	s.ended = diff
	return diff
}

// EndScore implements mcts.Scorer.
func (s *state) EndScore(owner []float64) (lead float64) {
	if len(owner) > 0 {
		s.Area(s.ends)
		for p, c := range s.ends {
			owner[p] += [...]float64{game.Black: 1, game.White: -1}[c]
		}
	}
	return s.ended - s.rules.Komi
}

// Lead implements mcts.Leading. If the search played nothing out because the
// game is practically over, it runs a few playouts.
func (r *root) Lead() (points float64, ok bool) {
	if r.counted.Load() == 0 {
		s := r.newState(1)
		for range settledPlayouts {
			s.Reset()
			if _, ok := s.Rollout(nil); !ok {
				break
			}
		}
	}
	n := r.counted.Load()
	if n == 0 {
		return 0, false
	}
	return r.leadOf(float64(r.sum.Load()) / leadUnits / float64(n)), true
}

// The end of a game as [root.Turns] expects it: part of the points stay empty,
// and even a full board may need some more moves.
const (
	emptyAtEnd = 0.35
	turnsLeast = 8
	turnsPart  = 20 // at least this part of the points
)

// Turns implements mcts.Paced.
func (r *root) Turns() int {
	n := int(r.start.n)
	toFill := r.start.EmptyCount() - int(emptyAtEnd*float64(n))
	return max(toFill/2, turnsLeast, n/turnsPart)
}

// playOut plays to the end. It returns false if the stop flag was set.
func (s *state) playOut(first []game.Color) bool {
	const between = 32 // moves between checks of the flag
	passes := 0
	for k := range 3 * int(s.n) {
		if k%between == 0 && s.stop.Load() {
			return false
		}
		side := s.ToPlay()
		m := s.choose()
		if m == noPoint {
			s.pass()
			if passes++; passes == 2 {
				break
			}
			continue
		}
		passes = 0
		s.play(m)
		if first != nil && first[m] == game.Empty {
			first[m] = side
		}
	}
	return true
}

// value turns Black's lead on the board, without komi, into a value from 0 to
// 1. It depends mostly on who wins and a little on the margin, so that a side
// far behind or ahead still has an aim.
func (s *state) value(diff float64) float64 {
	lead := diff - s.rules.Komi
	w := s.know.margin
	return (1-w)*sign(lead) + w/(1+math.Exp(-8*lead/float64(s.n+1)))
}
