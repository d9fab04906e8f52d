package gomoku

import (
	"context"
	"errors"
	"fmt"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/gomoku/pattern"
	"moyo/solve/dfpn"
	"moyo/solve/gomoku/proof"
)

// Method is the kind of moves in the attacker's win.
type Method uint8

// The methods.
const (
	Auto Method = iota // fours; if they fail, the guide's moves, threats, and threats of them
	VCF                // continuous fours only
	VCT                // fours and threats of a win by fours
	VC2                // fours, threats of a win by fours, and threats of a win by both
)

// String returns "auto", "vcf", "vct" or "vc2".
func (m Method) String() string { return [...]string{"auto", "vcf", "vct", "vc2"}[m] }

// Problem is a position with the question whether the side to move wins.
type Problem struct {
	Board  *board.Board
	Game   string // an id of rules of gomoku; its opening is ignored
	Stones []game.Placed
	ToPlay game.Color
}

// ProblemOf returns the position pos as a problem.
func ProblemOf(pos game.Position) Problem {
	p := Problem{Board: pos.Board(), Game: pos.Rules().ID(), ToPlay: pos.ToPlay()}
	for at := range game.Point(pos.Board().Len()) {
		if c := pos.At(at); c != game.Empty {
			p.Stones = append(p.Stones, game.Placed{Point: at, Color: c})
		}
	}
	return p
}

// Options limit a solution.
type Options struct {
	Method  Method
	Time    time.Duration  // for the search, 0 for no limit
	Shorten time.Duration  // part of it for finding a shorter win after one by threats; 0 for none
	Memory  int64          // bytes for tables, 0 is 256 MiB
	NoVC2   bool           // excludes threats of threats from Auto
	Guide   Guide          // if not nil, Auto follows its moves before it continues by threats
	Every   bool           // check proofs without zones: see proof.Options
	Visits  int64          // limit of each search by threats, 0 for none
	Nodes   int            // limit of the search by fours alone, 0 for none
	Report  func(Progress) // called about ten times a second, if not nil
}

// Progress is the progress of a solution.
type Progress struct {
	Method  Method
	Nodes   int64 // of the current search
	Elapsed time.Duration
}

// Solution answers a Problem.
type Solution struct {
	Won     bool
	Decided bool         // Won, or it is proved that the method has no win, which only VCF can prove
	Method  Method       // the method that found it, or was tried last
	Proof   *proof.Proof // of a win
	Report  proof.Report // of the checker that accepted it
	Depth   int          // of the attacker's moves in the longest line
	Least   int          // no win by the method has fewer moves, proved by a complete search
	Line    []board.Point
	Nodes   int64 // fours: positions with the attacker to move; threats: visits, and positions that a guide searched
	Elapsed time.Duration
}

// The limits of the searches by fours among threats; wideNodes if every move is tried.
const (
	foursNodes = 2000
	wideNodes  = 20_000
)

// solver is the state of solving one problem.
type solver struct {
	ctx     context.Context
	problem Problem
	opt     Options
	b       *pattern.Board
	fours   *Fours
	me      int
	start   time.Time
	shown   time.Time
	now     Progress
}

// ErrProblem is the error for an invalid Problem: an unknown game, an impossible position, a
// finished game.
var ErrProblem = errors.New("not a position to solve")

// Solve answers p until the time is up or ctx ends; the solution is then not decided. It claims a
// win only after the checker has accepted its proof. It returns ErrProblem, or the checker's reason
// for refusing the proof, which may happen on boards whose lines cross themselves.
func Solve(ctx context.Context, p Problem, opt Options) (Solution, error) {
	s, err := newSolver(ctx, p, opt)
	if err != nil {
		return Solution{}, err
	}
	solution, err := s.run()
	solution.Elapsed = time.Since(s.start)
	return solution, err
}

// newSolver returns a solver of p, or ErrProblem.
func newSolver(ctx context.Context, p Problem, opt Options) (*solver, error) {
	b, err := kernel(p)
	if err == nil {
		_, err = proof.NewJudge(&proof.Proof{Board: p.Board, Game: p.Game, Stones: p.Stones, Attacker: p.ToPlay}, proof.Options{})
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProblem, err)
	}
	if opt.Memory <= 0 {
		opt.Memory = 256 << 20
	}
	s := &solver{
		ctx: ctx, problem: p, opt: opt, b: b, me: int(p.ToPlay),
		fours: NewFours(b, bitsFor(opt.Memory/4, 16)), start: time.Now(),
	}
	s.fours.Stop = func() bool {
		s.now.Nodes = int64(s.fours.nodes)
		return s.stop()
	}
	return s, nil
}

// kernel returns the position of p in the form of package pattern, for the search.
func kernel(p Problem) (*pattern.Board, error) {
	opt, err := proof.Rules(p.Game)
	if err != nil {
		return nil, err
	}
	table, err := pattern.TableFor(opt.Rule.String(), opt.N)
	if err != nil {
		return nil, err
	}
	b, err := pattern.New(p.Board, table)
	if err != nil {
		return nil, err
	}
	for _, s := range p.Stones {
		if s.Point < 0 || int(s.Point) >= b.Len() || b.At(s.Point) != 0 || s.Color != game.Black && s.Color != game.White {
			return nil, fmt.Errorf("stone on point %d: no such point, or two stones are on it", s.Point)
		}
		b.Place(s.Point, int(s.Color))
	}
	return b, nil
}

// bitsFor returns the largest number of bits for a table of entries of that size within memory.
func bitsFor(memory, size int64) int {
	bits := 12
	for bits < 28 && size<<(bits+1) <= memory {
		bits++
	}
	return bits
}

// stop reports progress and whether the time is up.
func (s *solver) stop() bool {
	if s.opt.Report != nil && time.Since(s.shown) > 100*time.Millisecond {
		s.shown = time.Now()
		s.now.Elapsed = s.shown.Sub(s.start)
		s.report()
	}
	return s.timeIsUp()
}

// timeIsUp reports whether the time is up.
func (s *solver) timeIsUp() bool {
	return s.ctx.Err() != nil || s.opt.Time > 0 && time.Since(s.start) > s.opt.Time
}

func (s *solver) report() { s.opt.Report(s.now) }

// run tries the methods in turn.
func (s *solver) run() (Solution, error) {
	if s.opt.Method == Auto || s.opt.Method == VCF {
		solution, err := s.byFours()
		if s.opt.Method == Auto && !solution.Won {
			solution.Decided = false // there may be a win by threats
		}
		if err != nil || solution.Won || s.opt.Method == VCF || s.timeIsUp() {
			return solution, err
		}
	}
	solution, err := s.byThreats()
	if err != nil || !solution.Won || solution.Method == VC2 && s.opt.Guide == nil { // without a guide VC2 comes after VCT finds no win
		return solution, err
	}
	return s.shorter(solution), nil
}

// quickNodes limits the search by fours before threats.
const quickNodes = 1_000_000

func (s *solver) byFours() (Solution, error) {
	s.now.Method = VCF
	limit := quickNodes
	if s.opt.Method == VCF {
		limit = s.opt.Nodes
	}
	answer := s.fours.Search(s.me, 0, limit)
	solution := Solution{Method: VCF, Won: answer.Won, Decided: answer.Decided, Nodes: int64(answer.Nodes)}
	if !answer.Won {
		return solution, nil
	}
	s.fours.Stop = nil
	nodes, err := s.fours.Proof(s.me, answer.Depth, 0)
	if err != nil {
		return solution, err
	}
	if solution, err = s.proved(solution, nodes); solution.Won {
		solution.Least = solution.Depth // shorter wins were searched first
	}
	return solution, err
}

// maxJudged limits the nodes that the judge visits to decide which replies a threat needs. Otherwise one question could take
// more time than all others.
const maxJudged = 100_000

// entrySize is the bytes of an entry of the table of a search by threats.
const entrySize = 24

// newWay returns a search by threats from the position of the problem, with a table of that many bytes, and another limit for
// remembered expansions. wide makes it try every point, with longer searches by fours.
func (s *solver) newWay(wide bool, table, memo int64) (*way, error) {
	w := &way{solver: s, method: VCT}
	judge, err := proof.NewJudge(s.claim(nil), proof.Options{Nodes: maxJudged, Stop: w.cannotWait})
	if err != nil {
		return nil, err
	}
	w.threats = newThreats(s.b, s.fours, judge, s.me, foursNodes, memo)
	if w.threats.wide = wide; wide {
		w.threats.nodes = wideNodes
	}
	w.search = dfpn.New(w.threats, dfpn.Options{
		Bits: bitsFor(table, entrySize), Stop: w.halted, Broken: func() bool { return w.threats.broken },
	})
	return w, nil
}

// cannotWait reports whether the judge must end. Its questions are short, except those about threats of threats.
func (w *way) cannotWait() bool { return w.method == VC2 && w.halted() || w.late != nil && w.late() }

// plainWay returns a way for threats of fours that uses all the memory.
func (s *solver) plainWay(wide bool) (*way, error) {
	return s.newWay(wide, s.opt.Memory/2, s.opt.Memory/4)
}

// halted reports whether the current search must end.
func (w *way) halted() bool {
	w.now.Nodes = w.nodes()
	return w.spent() || w.stop()
}

// nodes returns the visits so far.
func (w *way) nodes() int64 {
	nodes := w.search.Nodes() - w.before
	if w.threats.deeper != nil {
		nodes += w.threats.deeper.search.Nodes()
	}
	return nodes
}

// spent reports whether the visits are used up.
func (w *way) spent() bool { return w.opt.Visits > 0 && w.nodes() >= w.opt.Visits }

// find searches for a win in at most that many moves, 0 for any number, until stop.
func (w *way) find(moves int, stop func() bool) (Solution, error) {
	w.stop = stop
	w.fours.Stop = stop
	w.threats.within(moves)
	w.threats.broken = false // by the search before
	w.value = w.search.Run()
	solution := Solution{Method: w.method, Won: w.value == dfpn.Won, Nodes: w.nodes()}
	if !solution.Won {
		return solution, nil
	}
	solution.Least = 1
	w.fours.Stop = nil
	g := &grower{threats: w.threats, search: w.search, done: map[uint64]int32{}}
	if _, err := g.attacker(); err != nil {
		solution.Won = false
		switch {
		case w.timeIsUp():
			err = nil
		case w.method == VC2 && errors.Is(err, errForgotten):
			w.value, err = dfpn.Lost, nil // a longer search may find it again
		}
		return solution, err
	}
	return w.proved(solution, g.rootFirst())
}

// claim returns the proof of nodes.
func (s *solver) claim(nodes []proof.Node) *proof.Proof {
	return &proof.Proof{Board: s.problem.Board, Game: s.problem.Game, Stones: s.problem.Stones, Attacker: s.problem.ToPlay, Nodes: nodes}
}

// proved completes the solution of a win, if the checker accepts it before it is stopped. Checking the proof of a VC2 may take
// significant time.
func (s *solver) proved(solution Solution, nodes []proof.Node) (Solution, error) {
	ctx := s.ctx
	if solution.Method == VC2 && s.opt.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, s.start.Add(s.opt.Time+s.opt.Time/4))
		defer cancel()
	}
	claim := s.claim(nodes)
	report, err := proof.Check(ctx, claim, proof.Options{Every: s.opt.Every})
	if err != nil {
		solution.Won, solution.Decided = false, false
		if ctx.Err() != nil {
			err = nil
		}
		return solution, err
	}
	solution.Decided, solution.Proof, solution.Report = true, claim, report
	solution.Line, solution.Depth = claim.Line(), claim.Depths()[0]
	return solution, nil
}

// grower converts the table of a finished search to a proof.
type grower struct {
	*threats
	tree
	search *dfpn.Search
	done   map[uint64]int32 // nodes by the key of the position
}

var errForgotten = errors.New("the table lost the win and the search did not find it again")

// attacker adds the proof of a won position with the attacker to move.
func (g *grower) attacker() (int32, error) {
	key := g.Key()
	if i, ok := g.done[key]; ok {
		return i, nil
	}
	i, err := g.attackerMove()
	if err == nil {
		g.done[key] = i
	}
	return i, err
}

func (g *grower) attackerMove() (int32, error) {
	e := g.expand()
	switch {
	case e.deeper:
		nodes, err := g.deeper.proof()
		if err != nil {
			return none, err
		}
		return g.graft(nodes), nil
	case e.value == dfpn.Won:
		return g.fours.grow(&g.tree, g.me, 0, 0)
	}
	for range 2 {
		for _, c := range e.children {
			if g.search.Known(c.Key) == dfpn.Lost {
				g.Play(c.Move)
				defer g.Undo()
				return g.defender(board.Point(c.Move))
			}
		}
		if g.search.Run() != dfpn.Won {
			break
		}
	}
	return none, errForgotten
}

// defender adds the node of the attacker's move that has just been played.
func (g *grower) defender(move board.Point) (int32, error) {
	e := g.expand()
	if e.value == dfpn.Won {
		return none, errForgotten
	}
	node := proof.Node{Move: move, Threat: g.graft(e.threat)}
	for _, c := range e.children {
		g.Play(c.Move)
		then, err := g.attacker()
		g.Undo()
		if err != nil {
			return none, err
		}
		node.Replies = append(node.Replies, proof.Reply{Move: board.Point(c.Move), Then: then})
	}
	return g.add(node), nil
}
