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

// model is what the tree search knows of Go.
type model struct {
	know    knowledge
	policy  policy
	net     *neural.Net // nil for none
	led     *Led        // how net leads searches; nil where it does not
	level   *ledLevel   // how strongly, where net leads; nil for full strength
	playsOn bool        // without Shortcut
	room    int64       // bytes for what net said in a search
	mu      sync.Mutex
	shape   *shape         // of the last board
	evals   []*neural.Eval // of the threads; searches come one after the other
}

// shapeOf returns the shape of b; that of the last board is kept.
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
	if err == nil && r.leads {
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
		know: m.know, policy: m.policy, model: m, playsOn: m.playsOn, rules: r, stop: stop, leads: m.leads(r, pos.Board()),
		start: &stones{Fast: rules.NewFast(pos.Board()), shape: m.shapeOf(pos.Board()), last: noPoint, last2: noPoint},
	}
	if root.leads {
		root.know.margin = 0 // what a network says has none
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
	leads   bool       // the network alone judges
	threads int        // states with a network
	slope   [3]float64 // of Black's chance to win, a point of lead more, as far as known; by the side to move
	playsOn bool
	rules   rules.Rules
	stop    *atomic.Bool
	start   *stones
	past    map[uint64]struct{} // the positions so far, as superko counts them
	counted atomic.Int64        // games that were played out, or positions judged
	sum     atomic.Int64        // Black's area minus White's at their ends, in leadUnits
	room    atomic.Int64        // bytes that what the network said may still take
}

// replay sets start to pos by playing the game so far again, which gives the
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
			placed := b.placed // a stone that takes itself is the other's prisoner
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

// handTurn makes side the one to move, as it was when the turn was handed over,
// or play was resumed after two passes.
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

// repeatKey is the key under which a position is the same in the sense of the
// rules' superko, with toPlay to move in it.
func (r *root) repeatKey(stones uint64, toPlay game.Color) uint64 {
	if r.rules.Ko == rules.PositionalKo {
		return stones
	}
	return stones ^ uint64(toPlay)*0x9e3779b97f4a7c15
}

// State implements mcts.Root.
func (r *root) State(seed uint64) mcts.State {
	s := r.newState(seed)
	if net := r.model.net; net != nil && looksQuick(s.b) && (r.leads || r.model.led == nil) {
		s.eval, s.viewer.told = r.model.eval(r.threads), net.Config.Told
		r.threads++
	}
	if r.leads {
		return newLed(s, r.model.led)
	}
	return s
}

// eval returns what a thread of a search judges by, which is kept for the next search: it takes longer than a look to make.
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

// state is a position on its way down the tree and through a playout.
type state struct {
	*root
	playouts
	path    []uint64     // keys of the positions since the root
	owner   []int32      // of sample: sums whose each point was in the end
	ends    []game.Color // scratch: whose each point is at an end
	near    []int8       // scratch of Expand: distance from the last moves
	queue   []game.Point // scratch
	reader  reader
	endings int     // of sample: playouts counted in owner
	ended   float64 // by how much Black's area was larger at the end of the last Rollout
	viewer  viewer
	eval    *neural.Eval // nil for none
	verdict float64      // of the last Expand, for Black
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

// repeats says whether the position with these stones, toPlay to move, is
// forbidden by superko.
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

// Rollout implements mcts.State. Under territory scoring a game that has ended
// is played out all the same, to see which stones live.
func (s *state) Rollout(first []game.Color) (value float64, ok bool) {
	if s.Terminal() && s.rules.Scoring == rules.Area {
		return s.value(s.noteLead(float64(s.Area(s.ends)))), true
	}
	spent := s.spent() // in the playout itself both fill as much as they leave
	if !s.playOut(first) {
		return 0, false
	}
	return s.value(s.noteLead(float64(s.Score() - spent))), true
}

// leadUnits is how many parts of a point leads are summed in.
const leadUnits = 64

// noteLead adds up by how much Black's area was larger at the end of a game, or is judged to be, and returns it.
func (s *state) noteLead(diff float64) float64 {
	s.counted.Add(1)
	s.sum.Add(int64(math.Round(diff * leadUnits)))
	s.ended = diff
	return diff
}

// Ended implements mcts.Counting.
func (s *state) Ended(owner []float64) (lead float64) {
	if len(owner) > 0 {
		s.Area(s.ends)
		for p, c := range s.ends {
			owner[p] += [...]float64{game.Black: 1, game.White: -1}[c]
		}
	}
	return s.ended - s.rules.Komi
}

// Lead implements mcts.Leading. Of a game that is over in all but name nothing was
// played out in the search: a few playouts say how it stands.
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

// The end of a game as [root.Turns] foresees it: part of the points stay empty,
// and however full the board is, some more moves may be needed.
const (
	emptyAtEnd = 0.35
	turnsLeast = 8
	turnsPart  = 20 // of the points, that many more moves at least
)

// Turns implements mcts.Paced.
func (r *root) Turns() int {
	n := int(r.start.n)
	toFill := r.start.EmptyCount() - int(emptyAtEnd*float64(n))
	return max(toFill/2, turnsLeast, n/turnsPart)
}

// playOut plays to the end. It returns false if the stop flag was set.
func (s *state) playOut(first []game.Color) bool {
	const between = 32 // moves between looks at the flag
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

// value turns Black's lead on the board, komi apart, into a value from 0 to 1:
// whether it wins, and a little of by how much, so that a side that is far
// behind or ahead still has something to play for.
func (s *state) value(diff float64) float64 {
	lead := diff - s.rules.Komi
	w := s.know.margin
	return (1-w)*sign(lead) + w/(1+math.Exp(-8*lead/float64(s.n+1)))
}
