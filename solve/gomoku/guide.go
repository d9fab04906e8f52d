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

// Guide looks for a move with which the side to move wins, by a search that ends with ctx.
// What it says is a hint: a move that does not win, or may not be played, costs time and nothing else.
type Guide func(ctx context.Context, q Question) Advice

// Question is what a Guide is asked.
type Question struct {
	Problem
	Except []board.Point     // moves that are not wanted
	Nodes  int64             // positions to search, about
	Report func(nodes int64) // is told now and then how many have been searched, if not nil
}

// Advice is what a Guide has found.
type Advice struct {
	Move  board.Point // board.None where it knows of no win
	Nodes int64       // positions searched
}

// The positions that the guide searches: at the root at first and at last, how many times more in each round than in the one before, and at
// the root for one deeper down, where it has been close by before.
const (
	firstAsk = 100_000
	lastAsk  = 6_400_000
	moreAsk  = 4
	innerAsk = 4
)

// The visits of looks by threats that go before the question: at the root in the first round, after a quiet move if the defender
// passes, and elsewhere.
const (
	rootVisits  = 2000
	passVisits  = 1000
	quickVisits = 10
)

// maxTries is how many moves are tried in a position, maxGuided how many nodes are made, and maxAsked how many positions the guide
// searches.
const (
	maxTries  = 3
	maxGuided = 200_000
	maxAsked  = 40_000_000
)

// guided grows a proof along the moves of a guide. Where no short search by threats wins it plays what the guide says, if that
// makes a four or threatens something, and goes on so after each reply that a proof has to list.
type guided struct {
	grower
	way    *way
	deep   map[uint64]int32 // nodes by key, as done has them, whose win is no threat that the checker follows
	orders []int32          // of the first nodes: see orderOf
	failed map[uint64]bool  // positions not shown to be won in this round
	quiet  bool             // moves count that threaten no more than a win by threats
	nodes  int64            // that the guide may search in this round, at the root
	asked  int64            // that it has searched
	last   int64            // visits at which the look that is under way ends
	end    time.Time        // zero for none
}

var errUnguided = errors.New("no win was found along the moves of the guide")

// guidedShare is the part of the time that is for the guide's moves.
const guidedShare = 0.75

// newGuided returns one that searches by w.
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

// note tells whoever wants to know how far the work is, where the guide has searched so many positions for the question that is open.
func (g *guided) note(nodes int64) {
	g.way.now.Nodes = g.way.nodes() + g.asked + nodes
	g.way.solver.stop()
}

// late reports whether the time is up.
func (g *guided) late() bool {
	return g.way.solver.stop() || !g.end.IsZero() && !time.Now().Before(g.end)
}

// over reports whether nothing more is to be done.
func (g *guided) over() bool {
	return g.late() || g.way.spent() || len(g.tree.nodes) > maxGuided || g.asked > maxAsked
}

// byGuide looks for a win along the moves of the guide, farther in each round. What it finds out about threats stays in w.
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

// win adds the proof of the position, where the attacker is to move. It looks by threats for so many visits and then has the guide
// search so many nodes.
func (g *guided) win(visits, nodes int64) (int32, error) {
	key := g.Key()
	if i, ok := g.done[key]; ok {
		return i, nil
	}
	if i, ok := g.deep[key]; ok && g.quiet {
		return i, nil
	}
	if g.quiet {
		key++ // what fails without quiet moves may do with them
	}
	if g.failed[key] || g.over() {
		return none, errUnguided
	}
	i, err := g.show(visits, nodes)
	switch {
	case err != nil:
		g.failed[key] = true // or for want of time, which ends the round
	case g.orderOf(i) > proof.MaxOrder:
		g.deep[g.Key()] = i
	default:
		g.done[g.Key()] = i
	}
	return i, err
}

// show is win for a position that is not known.
func (g *guided) show(visits, nodes int64) (int32, error) {
	if g.look(visits) == dfpn.Won {
		g.last = math.MaxInt64 // the way back may take visits
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

// look searches by threats for so many visits.
func (g *guided) look(visits int64) dfpn.Value {
	g.last = g.search.Nodes() + visits
	g.broken = false // by the look before
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

// try adds the proof that the attacker's move p wins, if it may be played.
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

// longer returns the replies to a move that has just been played and threatens a win by threats, if it does. That win, too, is one
// along the guide's moves.
func (g *guided) longer() (e expansion) {
	if g.byFours(g.you, foilNodes).Won { // against theirs nothing but a four helps
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

// orderOf returns the order that the win of node i has as a threat, as package proof counts: 2 by fours, 3 by threats of them.
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
