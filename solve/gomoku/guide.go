package gomoku

import (
	"context"
	"errors"
	"math"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/solve/dfpn"
	"moyo/solve/gomoku/proof"
)

// Guide looks for a winning move of the side to move, in a search that ends with ctx. Its answer is a
// hint: a wrong or illegal move costs only time.
type Guide func(ctx context.Context, q Question) Advice

// Question is a question for a Guide.
type Question struct {
	Problem
	Except []board.Point     // moves to exclude
	Nodes  int64             // approximate number of positions to search
	Report func(nodes int64) // if not nil, receives the number of searched positions now and then
}

// Advice is the answer of a Guide.
type Advice struct {
	Move  board.Point // board.None if it found no win
	Nodes int64       // positions searched
}

// The positions that the guide searches: at the root in the first and last round, the growth factor of the rounds, and the
// divisor for positions deeper down.
const (
	firstAsk = 100_000
	lastAsk  = 6_400_000
	moreAsk  = 4
	innerAsk = 4
)

// The visits of threat searches before each question: at the root in the first round, after a quiet move if the defender passes,
// and elsewhere.
const (
	rootVisits  = 2000
	passVisits  = 1000
	quickVisits = 10
)

// maxTries limits the moves tried in a position, maxGuided the nodes, and maxAsked the positions that the guide searches.
const (
	maxTries  = 3
	maxGuided = 200_000
	maxAsked  = 40_000_000
)

// guided builds a proof along the moves of a guide. If no short threat search wins, it plays the guide's move, provided that
// it makes a four or a threat, and continues after each reply that a proof must list.
type guided struct {
	grower
	way    *way
	deep   map[uint64]int32 // nodes by key, as in done, whose win is not a threat that the checker follows
	orders []int32          // of the first nodes: see orderOf
	failed map[uint64]bool  // positions not proved to be won in this round
	quiet  bool             // accept moves that only threaten a win by threats
	nodes  int64            // limit of the guide in this round, at the root
	asked  int64            // positions that it has searched
	last   int64            // visit count at which the current search ends
	end    time.Time        // zero for none
}

var errUnguided = errors.New("no win was found along the moves of the guide")

// guidedShare is the part of the time for the guide's moves.
const guidedShare = 0.75

// newGuided returns a guided search that uses w.
func newGuided(w *way) *guided {
	g := &guided{
		grower: grower{threats: w.threats, search: w.search, done: map[uint64]int32{}}, way: w, deep: map[uint64]int32{}, quiet: !w.opt.NoVC2,
	}
	if w.opt.Time > 0 {
		g.end = w.start.Add(time.Duration(float64(w.opt.Time) * guidedShare))
	}
	w.stop = func() bool { return g.search.Nodes() >= g.last || g.late() }
	w.fours.Stop = g.late
	w.threats.within(0)
	w.late = g.late
	return g
}

// note reports progress while the guide searches the given number of positions for the current question.
func (g *guided) note(nodes int64) {
	g.way.now.Nodes = g.way.nodes() + g.asked + nodes
	g.way.solver.stop()
}

// late reports whether the time is up.
func (g *guided) late() bool {
	return g.way.solver.stop() || !g.end.IsZero() && !time.Now().Before(g.end)
}

// over reports whether the search must end.
func (g *guided) over() bool {
	return g.late() || g.way.spent() || len(g.tree.nodes) > maxGuided || g.asked > maxAsked
}

// byGuide looks for a win along the moves of the guide, farther in each round. Its results about threats stay in w.
func (s *solver) byGuide(w *way) (Solution, error) {
	s.now.Method = VCT
	g := newGuided(w)
	solution := Solution{Method: VCT}
	visits := int64(rootVisits)
	if s.opt.Visits > 0 {
		visits = min(visits, s.opt.Visits/4)
	}
	for g.nodes = firstAsk; g.nodes <= lastAsk && !g.over(); g.nodes *= moreAsk {
		g.failed = map[uint64]bool{}
		root, err := g.win(visits, g.nodes)
		solution.Nodes = w.nodes() + g.asked
		if err == nil {
			solution.Won, solution.Least = true, 1
			if g.orderOf(root) > proof.MaxOrder {
				solution.Method = VC2
			}
			return s.proved(solution, g.from(root))
		}
		visits *= moreAsk
	}
	return solution, nil
}

// win adds the proof of the position, with the attacker to move. It searches by threats for that many visits and then lets the
// guide search that many nodes.
func (g *guided) win(visits, nodes int64) (int32, error) {
	key := g.Key()
	if i, ok := g.done[key]; ok {
		return i, nil
	}
	if i, ok := g.deep[key]; ok && g.quiet {
		return i, nil
	}
	if g.quiet {
		key++ // a position that fails without quiet moves may succeed with them
	}
	if g.failed[key] || g.over() {
		return none, errUnguided
	}
	i, err := g.show(visits, nodes)
	switch {
	case err != nil:
		g.failed[key] = true // or the time is up, which ends the round
	case g.orderOf(i) > proof.MaxOrder:
		g.deep[g.Key()] = i
	default:
		g.done[g.Key()] = i
	}
	return i, err
}

// show is win for a position that is not yet known.
func (g *guided) show(visits, nodes int64) (int32, error) {
	if g.find(visits) == dfpn.Won {
		g.last = math.MaxInt64 // reconstruction may need visits
		return g.attacker()
	}
	if five, n := g.b.FivePoint(g.you); n > 0 {
		return g.any(g.b.Blocks(five, g.you, nil))
	}
	var except []board.Point
	for len(except) < maxTries && !g.over() {
		move := g.ask(except, nodes)
		if move == board.None {
			break
		}
		if i, err := g.try(move); err == nil {
			return i, nil
		}
		except = append(except, move)
	}
	return none, errUnguided
}

// any adds the proof that one of the attacker's moves wins.
func (g *guided) any(moves []board.Point) (int32, error) {
	for _, p := range moves {
		if i, err := g.try(p); err == nil {
			return i, nil
		}
	}
	return none, errUnguided
}

// find searches by threats for that many visits.
func (g *guided) find(visits int64) dfpn.Value {
	g.last = g.search.Nodes() + visits
	g.broken = false // by the search before
	return g.search.Run()
}

// ask asks the guide for a move.
func (g *guided) ask(except []board.Point, nodes int64) board.Point {
	ctx := g.way.ctx
	if !g.end.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, g.end)
		defer cancel()
	}
	advice := g.way.opt.Guide(ctx, Question{Problem: g.position(), Except: except, Nodes: nodes, Report: g.note})
	g.asked += advice.Nodes
	return advice.Move
}

// position returns the position with the attacker to move.
func (g *guided) position() Problem {
	p := Problem{Board: g.way.problem.Board, Game: g.way.problem.Game, ToPlay: game.Color(g.me)}
	for i := range g.b.Stones() {
		at, c := g.b.Stone(i)
		p.Stones = append(p.Stones, game.Placed{Point: at, Color: game.Color(c)})
	}
	return p
}

// try adds the proof that the attacker's move p wins, if it is legal.
func (g *guided) try(p board.Point) (int32, error) {
	if p < 0 || int(p) >= g.b.Len() || g.b.At(p) != 0 || g.b.Banned(p, g.me) || !g.judge.Place(p) {
		return none, errUnguided
	}
	g.judge.Undo()
	g.Play(int32(p))
	defer g.Undo()
	e := g.expand()
	if e.threat == nil && g.quiet {
		e = g.longer()
	}
	if e.threat == nil {
		return none, errUnguided
	}
	node := proof.Node{Move: p}
	for _, c := range e.children {
		g.Play(c.Move)
		then, err := g.win(quickVisits, g.nodes/innerAsk)
		g.Undo()
		if err != nil {
			return none, err
		}
		node.Replies = append(node.Replies, proof.Reply{Move: board.Point(c.Move), Then: then})
	}
	node.Threat = g.graft(e.threat)
	return g.add(node), nil
}

// longer returns the replies to a move that has just been played and threatens a win by threats, if it does. That win also follows
// the guide's moves.
func (g *guided) longer() (e expansion) {
	if g.byFours(g.you, foilNodes).Won { // only a four answers theirs
		return e
	}
	g.attack, g.quiet = true, false
	g.judge.Turn(true)
	i, err := g.win(passVisits, g.nodes/innerAsk)
	g.attack, g.quiet = false, true
	g.judge.Turn(false)
	if err != nil {
		return e
	}
	threat := g.from(i)
	if len(threat) > maxThreat {
		return e
	}
	if g.points, err = g.judge.NeededAgainst(threat); err != nil {
		return e
	}
	return g.replies(threat[0].Move, threat)
}

// orderOf returns the order of the win of node i as a threat, as package proof counts: 2 by fours, 3 by threats of them.
func (g *guided) orderOf(i int32) int32 {
	for k := len(g.orders); k <= int(i); k++ {
		n, order := &g.tree.nodes[k], int32(1)
		if n.Threat != none {
			order += g.orders[n.Threat]
		}
		for _, r := range n.Replies {
			order = max(order, g.orders[r.Then])
		}
		g.orders = append(g.orders, order)
	}
	return g.orders[i]
}
