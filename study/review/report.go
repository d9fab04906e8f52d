package review

import (
	"cmp"
	"slices"

	"moyo/game"
	"moyo/study/coach"
)

// Part summarizes moves of one side.
type Part struct {
	Moves    int     // with a class
	Accuracy float64 // mean, 0 to 100
	Loss     float64 // mean, of win probability
	Points   float64 // mean, if they are counted
}

// Side summarizes how one side played.
type Side struct {
	Part
	Counts map[Class]int
	Unsure int // mistakes and blunders that a deeper evaluation has not confirmed yet; also in Counts
	Worst  []int
	Phases [Phases]Part
}

// Report is the state of a review.
type Report struct {
	Positions []Evaluation // one more than moves
	Moves     []Move
	Sides     [3]Side // by colour; Empty's is empty
	Turning   int     // index of the move that turned the game, -1 if unknown
	Says      []coach.Saying
	Evaluated int     // positions that were evaluated
	Nodes     int64   // total
	Whole     bool    // every position was evaluated
	Settled   bool    // and no bad move is uncertain
	Rough     bool    // some values are rough: the engine has a network that does not support the board or the rules
	Ended     bool    // nothing is left to evaluate, or no budget
	Spent     float64 // used part of the time or the nodes: 0 to 1
	Opening   int     // moves of the opening
	Middle    int     // moves before the end
}

// worst is how many bad moves of a side are shown.
const worst = 3

// Report returns the current state.
func (r *Review) Report() Report {
	known := r.known()
	rep := Report{Positions: known, Moves: make([]Move, len(r.moves)), Turning: -1, Ended: r.ended, Spent: r.Spent()}
	for _, w := range known {
		rep.Nodes += w.Nodes
		if w.Level > 0 {
			rep.Evaluated++
		}
		rep.Rough = rep.Rough || w.Rough && isEstimate(w)
	}
	rep.Whole, rep.Settled = rep.Evaluated == len(known), rep.Evaluated == len(known)
	for i := range r.moves {
		m := r.move(known, i)
		rep.Moves[i] = m
		if r.severity(known, i) >= 1.0/3 && !m.Sure {
			rep.Settled = false
		}
		switch r.phaseOf(i) {
		case Opening:
			rep.Opening++
			rep.Middle++
		case Middle:
			rep.Middle++
		}
	}
	for _, side := range []game.Color{game.Black, game.White} {
		rep.Sides[side] = r.side(known, rep.Moves, side)
	}
	rep.Turning = r.turning(rep.Moves)
	if end := &rep.Positions[len(r.moves)]; end.Over && end.Counted &&
		(r.opt.Drawn || r.opt.Winner != game.Empty && end.For(r.opt.Winner) < 1) {
		end.Over = false // after both had passed, the leading side resigned or ran out of time, or they agreed on a draw
	}
	r.say(&rep)
	return rep
}

// Spent returns the used part of the review's budget.
func (r *Review) Spent() float64 {
	spent := 0.0
	if r.opt.Time > 0 {
		spent = 1 - float64(r.left.Time)/float64(r.opt.Time)
	}
	if r.opt.Nodes > 0 {
		spent = max(spent, 1-float64(r.left.Nodes)/float64(r.opt.Nodes))
	}
	if r.ended {
		spent = 1
	}
	return min(max(spent, 0), 1)
}

// side summarizes the moves of one side.
func (r *Review) side(known []Evaluation, moves []Move, side game.Color) Side {
	s := Side{Counts: map[Class]int{}}
	for i, m := range moves {
		if m.Side != side || m.Class == Unjudged {
			continue
		}
		s.Counts[m.Class]++
		if !m.Sure && (m.Class == Mistake || m.Class == Blunder) {
			s.Unsure++
		}
		s.add(m)
		s.Phases[r.phaseOf(i)].add(m)
		if classOf(r.severity(known, i)) != Good {
			s.Worst = append(s.Worst, i)
		}
	}
	s.mean()
	for i := range s.Phases {
		s.Phases[i].mean()
	}
	slices.SortStableFunc(s.Worst, func(a, b int) int { return cmp.Compare(r.severity(known, b), r.severity(known, a)) })
	s.Worst = s.Worst[:min(len(s.Worst), worst)]
	return s
}

// add adds a move to the sums, which mean turns into means.
func (p *Part) add(m Move) {
	p.Moves++
	p.Accuracy += m.Accuracy
	p.Loss += m.Loss
	p.Points += m.Points
}

func (p *Part) mean() {
	n := float64(max(p.Moves, 1))
	p.Accuracy, p.Loss, p.Points = p.Accuracy/n, p.Loss/n, p.Points/n
}

// turning returns the move that decided the game: of the loser's moves (any side's in a draw, or in
// a game that no rule has ended) the one that certainly lost most.
func (r *Review) turning(moves []Move) int {
	loser := r.opt.Winner.Other()
	switch last := r.found[len(r.moves)]; {
	case loser != game.Empty || r.opt.Drawn:
	case last.Over && last.Black == 1:
		loser = game.White
	case last.Over && last.Black == 0:
		loser = game.Black
	}
	turning, most := -1, coach.Much
	for i, m := range moves {
		if m.Sure && m.Loss >= most && (loser == game.Empty || m.Side == loser) {
			turning, most = i, m.Loss
		}
	}
	return turning
}

// say adds the coach's statements about the worst certain mistakes, and about the game.
func (r *Review) say(rep *Report) {
	for _, side := range rep.Sides {
		for _, i := range side.Worst {
			r.sayOf(rep, i)
		}
	}
	var turning *coach.Turn
	if rep.Turning >= 0 {
		r.sayOf(rep, rep.Turning)
		m := rep.Moves[rep.Turning]
		turning = &coach.Turn{Side: m.Side, Move: m.Move, Number: rep.Turning + 1, Says: m.Says}
	}
	r.goTo(len(r.moves))
	rep.Says = coach.Verdict(r.at, coach.Found{
		Turning: turning, Whole: rep.Whole, Settled: rep.Settled, Rough: rep.Rough,
	})
}

// sayOf adds the coach's statement about a move that certainly was bad.
func (r *Review) sayOf(rep *Report, i int) {
	m := &rep.Moves[i]
	if !m.Sure || len(m.Says) > 0 || m.Better == game.NoMove {
		return
	}
	r.goTo(i)
	before, after := rep.Positions[i], rep.Positions[i+1]
	m.Says = coach.Judge(r.at, coach.Judged{
		Side: m.Side, Value: after.For(m.Side), Solved: after.Solved,
		Best: m.Better, Better: before.For(m.Side), Proven: m.Proven, Points: m.Points,
	})
}
