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

// effort is the search by one method, which takes turns with another's: by one way after the other, each of which looks
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
func (s *solver) plain(memory int64) *effort {
	return &effort{solver: s, steps: 2, open: func(step int) (*way, error) { return s.newWay(step > 0, memory) }}
}

// deep returns the effort by threats of threats, with longer looks in each step. What they found stays.
func (s *solver) deep(memory int64) *effort {
	var looks *deeper
	visits := int64(firstLook)
	return &effort{solver: s, steps: lookSteps, open: func(int) (*way, error) {
		w, err := s.newWay(false, memory/2)
		if err != nil {
			return nil, err
		}
		if looks == nil {
			inner := newThreats(s.b, s.fours, w.threats.judge, s.me, foursNodes, memory/6)
			looks = newDeeper(inner, bitsFor(memory/3, 24))
		}
		looks.judge, looks.visits = w.threats.judge, visits
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
		if e.way.spent() {
			e.step = e.steps
		}
		e.last.Nodes += e.spent
		if err != nil || e.last.Won || e.way.value != dfpn.Lost || e.timeIsUp() {
			return e.last, err
		}
		e.spent, e.way = e.last.Nodes, nil
		e.step++
	}
	return e.last, nil
}

// patience is how long threats of fours are looked for before threats of threats have a turn, if no time is given; else it is a third of that.
const patience = 10 * time.Second

// byThreats looks for a win by fours and threats.
func (s *solver) byThreats() (Solution, error) {
	switch memory := s.opt.Memory * 3 / 4; s.opt.Method {
	case VCT:
		return s.plain(memory).look(nil)
	case VC2:
		return s.deep(memory).look(nil)
	default:
		return s.byTurns(s.plain(memory*2/3), s.deep(memory/3))
	}
}

// byTurns looks by either effort in turn, a half longer each time, until one finds a win or nothing is left.
func (s *solver) byTurns(first, second *effort) (Solution, error) {
	turn := patience
	if s.opt.Time > 0 {
		turn = s.opt.Time / 3
	}
	for {
		end := time.Now().Add(turn)
		pause := func() bool { return !time.Now().Before(end) }
		if second.done() {
			pause = nil
		}
		solution, err := first.look(pause)
		if err != nil || solution.Won || s.timeIsUp() || first.done() && second.done() {
			return solution, err
		}
		first, second, turn = second, first, turn*3/2
	}
}
