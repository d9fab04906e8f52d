package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/server/wire"
	"moyo/tsumego"
)

// The bounds of what is asked about a problem.
const (
	maxAfter  = 400              // moves played from a problem
	afterTime = 10 * time.Second // for the judgement of a move
	maxKnown  = 2000             // judged positions kept with a solver
)

// solveRules are those of the positions that are shown; the solver has its own.
const solveRules = "weiqi:ko=simple"

// Solver answers one problem, and what follows in it; *tsumego.Solver is one.
type Solver interface {
	Solve(ctx context.Context) (*tsumego.Answer, error)
	After(ctx context.Context, moves []game.Move) (*tsumego.Answer, error)
}

// newSolver makes the solver that a server uses unless it is told of another.
func newSolver(p tsumego.Problem, opt tsumego.Options) (Solver, error) {
	s, err := tsumego.NewSolver(p, opt)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// refused is an error whose text is for the one who asked.
type refused struct{ text string }

func (r refused) Error() string { return r.text }

func refusal(format string, args ...any) error { return refused{fmt.Sprintf(format, args...)} }

// solveDesk answers the requests of one connection, one at a time. Every request
// gets its last reply, also one that was ended before it began.
func (s *Server) solveDesk(m *member) answerer {
	turn := make(chan struct{}, 1)
	return func(ctx, now context.Context, data []byte) error {
		var req wire.SolveRequest
		switch err := json.Unmarshal(data, &req); {
		case err != nil:
			return m.tell(now, wire.SolveReply{Problem: notUnderstood})
		case req.Type == "stop":
			return nil
		case req.Problem == nil || req.Type != "solve" && req.Type != "after":
			return m.tell(now, wire.SolveReply{ID: req.ID, Problem: notUnderstood})
		}
		select {
		case turn <- struct{}{}:
			defer func() { <-turn }()
		case <-now.Done():
			m.offer(wire.SolveReply{ID: req.ID, Answer: nothingKnown(req)})
			return nil
		}
		err := guarded(func() error { return s.answerSolve(ctx, now, m, req) })
		var no refused
		switch {
		case err == nil:
			return nil
		case errors.As(err, &no):
			return m.tell(ctx, wire.SolveReply{ID: req.ID, Problem: no.text})
		case errors.Is(err, tsumego.ErrProblem):
			return m.tell(ctx, wire.SolveReply{ID: req.ID, Problem: problemWords(err)})
		case now.Err() != nil:
			return m.tell(ctx, wire.SolveReply{ID: req.ID, Answer: nothingKnown(req)})
		}
		s.log.Error("a problem could not be solved", "err", err)
		return m.tell(ctx, wire.SolveReply{ID: req.ID, Problem: "the solver failed at this problem; please try again"})
	}
}

// nothingKnown is the answer to a request that was ended before anything was
// found.
func nothingKnown(req wire.SolveRequest) *wire.SolveAnswer {
	return &wire.SolveAnswer{
		ToPlay: req.Problem.ToPlay, Question: req.Problem.Question, Verdict: string(tsumego.Unknown), Fate: string(tsumego.NoFate),
		FirstMoves: []string{}, Line: []string{}, Region: []int{},
	}
}

// answerSolve answers a request until now ends.
func (s *Server) answerSolve(ctx, now context.Context, m *member, req wire.SolveRequest) error {
	p, err := s.problemOf(now, *req.Problem)
	if err != nil {
		return err
	}
	pos, err := s.problemPosition(p)
	if err != nil {
		return err
	}
	moves, err := playAfter(pos, p, req.Moves)
	if err != nil {
		return err
	}
	if err := m.tell(ctx, wire.SolveReply{ID: req.ID, Position: solvePosition(pos, p, moves)}); err != nil {
		return err
	}
	now, end := s.solves.begin(now, m.guest)
	defer end()
	line, longest := s.solvers.long, s.solveTime(req.Seconds)
	if req.Type == "after" {
		line, longest = s.solvers.short, afterTime
	}
	opt := tsumego.Options{AllMoves: req.AllMoves, Score: req.Score}
	tell := func(p *wire.SolveProgress) { m.offer(wire.SolveReply{ID: req.ID, Progress: p}) }
	return s.solvers.use(now, line, m.guest, p, opt, tell, func(k *keptSolver) error {
		now, cancel := context.WithTimeout(now, longest)
		defer cancel()
		reply := wire.SolveReply{ID: req.ID}
		if req.Type == "solve" {
			a, err := k.solve(now)
			if a == nil {
				return err
			}
			reply.Answer = solveAnswerOf(pos, p, a)
			return m.tell(ctx, reply)
		}
		before, after, err := k.judge(now, moves)
		if after == nil {
			return err
		}
		reply.Answer = solveAnswerOf(pos, p, after)
		reply.Judgement = judgementOf(pos, moves, before, after)
		return m.tell(ctx, reply)
	})
}

// solveTime is how long a problem is searched where so many seconds are wanted.
func (s *Server) solveTime(seconds float64) time.Duration {
	longest := s.cfg.Limits.SolveTime
	if seconds > 0 && seconds < longest.Seconds() {
		return time.Duration(seconds * float64(time.Second))
	}
	return longest
}

// problemOf returns the problem that a message writes, one that can be asked. The
// error is for the one who asks.
func (s *Server) problemOf(ctx context.Context, w wire.Tsumego) (tsumego.Problem, error) {
	p, err := s.draftOf(ctx, w)
	if err != nil {
		return p, err
	}
	if err := p.Check(); err != nil {
		return p, refused{problemWords(err)}
	}
	return p, nil
}

// draftOf is problemOf for a problem that need not be complete: an empty board
// can be kept and drawn, though not solved.
func (s *Server) draftOf(ctx context.Context, w wire.Tsumego) (tsumego.Problem, error) {
	p := tsumego.Problem{ID: w.ID, Ko: board.None, Notes: w.Notes}
	var err error
	if p.Board, err = s.boards.get(ctx, w.Board); err != nil {
		return p, refused{err.Error()}
	}
	if p.Stones, err = colorsOf(w.Stones, p.Board.Len()); err != nil {
		return p, refused{err.Error()}
	}
	var ok bool
	if p.ToPlay, ok = sideOf(w.ToPlay); !ok || p.ToPlay == game.Empty {
		return p, refusal(`the side to move is "black" or "white", not %.20q`, w.ToPlay)
	}
	if p.Question, err = tsumego.ParseQuestion(w.Question); err != nil {
		return p, refused{err.Error()}
	}
	if p.Target, err = pointsOf(w.Target, p.Board, "the target"); err != nil {
		return p, err
	}
	if p.Region, err = pointsOf(w.Region, p.Board, "the region"); err != nil {
		return p, err
	}
	if w.Ko != nil {
		ko, err := pointsOf([]int{*w.Ko}, p.Board, "the ko")
		if err != nil {
			return p, err
		}
		p.Ko = ko[0]
	}
	p.Threats, err = threatsOf(w.Threats)
	return p, err
}

// problemWords says why a problem cannot be asked, without saying that it cannot.
func problemWords(err error) string {
	return strings.TrimPrefix(err.Error(), tsumego.ErrProblem.Error()+": ")
}

// colorsOf returns the colours of stones written with one character a point.
func colorsOf(stones string, points int) ([]game.Color, error) {
	if len(stones) != points {
		return nil, fmt.Errorf("stones: %d characters for a board of %d points", len(stones), points)
	}
	colors := make([]game.Color, points)
	for p, c := range []byte(stones) {
		i := strings.IndexByte(stoneChars, c)
		if i < 0 {
			return nil, fmt.Errorf("stones: there is no stone %.4q", string(c))
		}
		colors[p] = game.Color(i)
	}
	return colors, nil
}

// pointsOf returns points of a board in ascending order, each once.
func pointsOf(ps []int, b *board.Board, what string) ([]game.Point, error) {
	if len(ps) > b.Len() {
		return nil, refusal("%s has %d points, the board %d", what, len(ps), b.Len())
	}
	out := make([]game.Point, len(ps))
	for i, p := range ps {
		if p < 0 || p >= b.Len() {
			return nil, refusal("%s has point %d, which the board has not", what, p)
		}
		out[i] = game.Point(p)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

func threatsOf(w *wire.Threats) (*tsumego.Threats, error) {
	if w == nil {
		return nil, nil
	}
	if min(w.Black, w.White) < 0 || max(w.Black, w.White) > tsumego.Unlimited {
		return nil, refusal("the ko threats of a side are 0 to %d", tsumego.Unlimited)
	}
	return &tsumego.Threats{Black: uint8(w.Black), White: uint8(w.White)}, nil
}

// problemPosition returns the position that a problem begins with.
func (s *Server) problemPosition(p tsumego.Problem) (handed, error) {
	rules, err := rulesOf(solveRules)
	if err != nil {
		return nil, err
	}
	pos, err := rules.New(p.Board)
	if err != nil {
		return nil, refused{err.Error()}
	}
	h, ok := pos.(handed)
	if !ok {
		return nil, fmt.Errorf("positions of %s cannot be set up", solveRules)
	}
	var placed []game.Placed
	for q, c := range p.Stones {
		if c != game.Empty {
			placed = append(placed, game.Placed{Point: game.Point(q), Color: c})
		}
	}
	if err := h.Set(placed, p.ToPlay); err != nil {
		return nil, refused{err.Error()}
	}
	return h, nil
}

// playAfter plays moves from a problem's position. A pass hands the turn over
// and never ends anything.
func playAfter(pos handed, p tsumego.Problem, names []string) ([]game.Move, error) {
	if len(names) > maxAfter {
		return nil, refusal("%d moves are more than the %d that can be looked at", len(names), maxAfter)
	}
	moves := make([]game.Move, 0, len(names))
	for i, name := range names {
		if len(name) > maxMove {
			return nil, refusal("move %d is no move", i+1)
		}
		move, err := game.ParseMove(pos, name)
		if err != nil {
			return nil, refusal("move %d: there is no point %.20q on this board", i+1, name)
		}
		if err := playOne(pos, p, move, i == 0); err != nil {
			return nil, refusal("move %d, %.20q: %s", i+1, name, err)
		}
		moves = append(moves, move)
	}
	return moves, nil
}

func playOne(pos handed, p tsumego.Problem, move game.Move, first bool) error {
	if move == game.Pass {
		pos.SetToPlay(pos.ToPlay().Other())
		return nil
	}
	if first && move.Point() == p.Ko && p.Ko != board.None {
		return errors.New(game.Ko.String())
	}
	if len(p.Region) > 0 && move >= 0 && !slices.Contains(p.Region, move.Point()) {
		return errors.New("that point is out of bounds")
	}
	if illegal, ok := errors.AsType[*game.IllegalMove](pos.Play(move)); ok {
		return errors.New(illegal.Reason.String())
	}
	return nil
}

// solvePosition returns the position after moves as the wire has it.
func solvePosition(pos handed, p tsumego.Problem, moves []game.Move) *wire.AnalysisPosition {
	out := analysedPosition(pos)
	st := &out.State
	st.Ply = len(moves)
	if n := len(moves); n > 0 && moves[n-1] == game.Pass {
		st.Last = -1
	}
	if len(moves) == 0 && p.Ko != board.None {
		st.Forbidden = append(st.Forbidden, wire.Forbidden{Point: int(p.Ko), Reason: game.Ko.Code()})
	}
	return out
}

// solveAnswerOf returns an answer as the wire has it; pos is the position that it
// is about.
func solveAnswerOf(pos game.Position, p tsumego.Problem, a *tsumego.Answer) *wire.SolveAnswer {
	w := &wire.SolveAnswer{
		ToPlay: sideName(pos.ToPlay()), Defender: sideName(p.Defender()), Question: a.Question.String(),
		Verdict: string(a.Verdict), Fate: string(a.Fate), FirstMoves: namesOf(pos, a.FirstMoves), All: a.All,
		Score: a.Score, Line: namesOf(pos, a.Line), Tenuki: string(a.Tenuki),
		Region: points(a.Region), Found: a.Found, Nodes: a.Nodes, Memory: a.Memory,
		Millis: float64(a.Elapsed.Microseconds()) / 1000,
	}
	if slices.Contains(a.FirstMoves, a.Best) {
		w.Best = game.Format(pos, a.Best)
	}
	if a.Ko != nil {
		w.Ko = &wire.SolveKo{TakesFirst: sideName(a.Ko.TakesFirst), Threats: a.Ko.Threats, Kind: a.Ko.Kind}
	}
	return w
}

// namesOf returns the names of moves, never nil.
func namesOf(pos game.Position, moves []game.Move) []string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = game.Format(pos, m)
	}
	return names
}

// judgementOf says what the last move, which leads to pos, has done; before and
// after are the answers for the positions before and after it.
func judgementOf(pos game.Position, moves []game.Move, before, after *tsumego.Answer) *wire.SolveJudgement {
	if len(moves) == 0 {
		return nil
	}
	other := pos.ToPlay()
	mover := other.Other()
	j := &wire.SolveJudgement{
		Move: game.Format(pos, moves[len(moves)-1]), Color: sideName(mover), Verdict: verdictOn(mover, before, after),
	}
	switch {
	case len(after.Line) > 0:
		j.Reply = game.Format(pos, after.Line[0])
	case len(after.FirstMoves) > 0:
		j.Reply = game.Format(pos, after.FirstMoves[0])
	}
	return j
}

// verdictOn says what a move of mover has done, from the answers before and
// after it.
func verdictOn(mover game.Color, before, after *tsumego.Answer) string {
	had, hadKnown := worth(before, mover)
	has, known := worth(after, mover.Other())
	has = won - has // of what is left, the rest is mover's
	switch {
	case !known || !hadKnown && has > 0 && has < won:
		return "unknown"
	case !hadKnown && has == 0:
		return "wrong"
	case !hadKnown, has >= had && had > 0:
		return "correct"
	case had == 0:
		return "lost"
	}
	return "wrong"
}

// won is what the best result is worth; a loss is worth nothing.
const won = 1000

// worth orders what the side to move reaches by its answer: the more threats the
// other side needs to turn a ko, the better.
func worth(a *tsumego.Answer, side game.Color) (value int, known bool) {
	switch {
	case a == nil:
		return 0, false
	case a.Verdict == tsumego.Win:
		return won, true
	case a.Verdict == tsumego.Lose:
		return 0, true
	case a.Verdict != tsumego.InKo || a.Ko == nil:
		return 0, false
	case a.Ko.TakesFirst == side:
		return won/2 + a.Ko.Threats, true
	}
	return won/2 - a.Ko.Threats, true
}
