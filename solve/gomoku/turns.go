package gomoku

import (
	"time"

	"moyo/solve/dfpn"
)

// way is a search for a win by threats. What its table holds stays for the next look.
type way struct {
	*solver
	method  Method
	threats *threats
	search  *dfpn.Search
	value   dfpn.Value // of the last look
	before  int64      // visits of the deeper search when this one began
	stop    func() bool
	pause   func() bool // ends a look that goes on later, if not nil
}

// effort is the search by one method, which may take turns with another's: by one way after the other, each of which looks
// farther than the one before.
type effort struct {
	*solver
	open  func(step int) (*way, error) // the way of a step
	steps int
	step  int
	way   *way
	spent int64 // visits of the ways before
	last  Solution
}

// plain returns the effort by threats of fours: at first among the moves that make something; then, where there is none,
// among all and with longer looks.
func (s *solver) plain() *effort {
	return &effort{solver: s, steps: 2, open: func(step int) (*way, error) { return s.newWay(step > 0, s.opt.Memory/2) }}
}

// deep returns the effort by threats of threats in so many bytes, with longer looks in each step. What they found stays.
func (s *solver) deep(memory int64) *effort {
	var looks *deeper
	visits := int64(firstLook)
	return &effort{solver: s, steps: lookSteps, open: func(int) (*way, error) {
		w, err := s.newWay(false, memory/3)
		if err != nil {
			return nil, err
		}
		w.threats.most = memory / 6
		if looks == nil {
			inner := newThreats(s.b, s.fours, w.threats.judge, s.me, foursNodes, memory/6)
			looks = newDeeper(inner, bitsFor(memory/3, entrySize))
		}
		looks.judge, looks.visits, looks.stop = w.threats.judge, visits, w.halted
		visits *= moreLook
		w.before = looks.search.Nodes()
		w.method, w.threats.deeper = VC2, looks
		return w, nil
	}}
}

// done says that there is nothing left to look for.
func (e *effort) done() bool { return e.step == e.steps }

// look goes on until a win is found, nothing is left, or pause.
func (e *effort) look(pause func() bool) (Solution, error) {
	for !e.done() {
		var err error
		if e.way == nil {
			if e.way, err = e.open(e.step); err != nil {
				return Solution{}, err
			}
		}
		e.now.Method = e.way.method
		e.way.pause = pause
		e.last, err = e.way.look(0, e.solver.stop)
		e.last.Nodes += e.spent
		if e.way.spent() {
			e.step = e.steps
		}
		if err != nil || e.last.Won || e.done() || e.way.value != dfpn.Lost || e.timeIsUp() {
			return e.last, err
		}
		e.spent, e.way = e.last.Nodes, nil
		e.step++
	}
	return e.last, nil
}

// cede gives up half of what the effort remembers expansions in, for good, and returns how many bytes that is. An
// effort that is done needs no memory at all.
func (e *effort) cede() int64 {
	if e.done() {
		e.way = nil
		return e.opt.Memory * 3 / 4
	}
	e.memo /= 2
	if e.way != nil {
		e.way.threats.forget(e.memo)
	}
	return e.memo
}

// patience is how long threats of fours alone are looked for if no time is given; else it is half of that.
const patience = 10 * time.Second

// byThreats looks for a win by fours and threats.
func (s *solver) byThreats() (Solution, error) {
	if s.opt.Method == VC2 {
		return s.deep(s.opt.Memory * 3 / 4).look(nil)
	}
	plain := s.plain()
	if s.opt.Method == VCT || s.opt.NoVC2 {
		return plain.look(nil)
	}
	first := patience
	if s.opt.Time > 0 {
		first = s.opt.Time/2 - time.Since(s.start)
	}
	solution, err := plain.look(within(first))
	if err != nil || solution.Won || s.timeIsUp() {
		return solution, err
	}
	return s.byTurns(s.deep(plain.cede()), plain, first)
}

// within returns what says whether so much time has gone by from now on.
func within(d time.Duration) func() bool {
	end := time.Now().Add(d)
	return func() bool { return !time.Now().Before(end) }
}

// byTurns looks by either effort in turn until one finds a win or nothing is left: twice by each if there is a limit of time, else each time a
// half longer than the turn before.
func (s *solver) byTurns(now, next *effort, turn time.Duration) (Solution, error) {
	for {
		if s.opt.Time > 0 {
			turn = s.opt.Time / 8
		} else {
			turn += turn / 2
		}
		pause := within(turn)
		if next.done() {
			pause = nil
		}
		solution, err := now.look(pause)
		if err != nil || solution.Won || s.timeIsUp() || now.done() && next.done() {
			return solution, err
		}
		now, next = next, now
	}
}
