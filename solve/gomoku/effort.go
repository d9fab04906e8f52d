package gomoku

import "moyo/solve/dfpn"

// way is a search for a win by threats. What its table holds stays for the next look.
type way struct {
	*solver
	method  Method
	threats *threats
	search  *dfpn.Search
	value   dfpn.Value // of the last look
	before  int64      // visits of its searches when it began
	stop    func() bool
	late    func() bool // along the guide's moves: the time is up
}

// effort is the search by one method: by one way after the other, each of which looks farther than the one before.
type effort struct {
	*solver
	open  func(step int) (*way, error) // makes the way of a step
	steps int
	first *way // of the first step, where it is there already
}

// way returns that of a step, and keeps none: its tables are large.
func (e *effort) way(step int) (w *way, err error) {
	if w, e.first = e.first, nil; step == 0 && w != nil {
		return w, nil
	}
	return e.open(step)
}

// plain returns the effort by threats of fours: at first among the moves that make something; then, where there is none,
// among all and with longer looks.
func (s *solver) plain() *effort {
	return &effort{solver: s, steps: 2, open: func(step int) (*way, error) { return s.plainWay(step > 0) }}
}

// deep returns the effort by threats of threats, with longer looks in each step. What they found stays.
func (s *solver) deep() *effort {
	table := s.opt.Memory / 4 // and as much for that of the looks, and half of it for what each remembers
	var looks *deeper
	visits := int64(firstLook)
	return &effort{solver: s, steps: lookSteps, open: func(int) (*way, error) {
		w, err := s.newWay(false, table, table/2)
		if err != nil {
			return nil, err
		}
		if looks == nil {
			inner := newThreats(s.b, s.fours, w.threats.judge, s.me, foursNodes, table/2)
			looks = newDeeper(inner, bitsFor(table, entrySize))
		}
		looks.judge, looks.visits, looks.stop = w.threats.judge, visits, w.halted
		visits *= moreLook
		w.before = looks.search.Nodes()
		w.method, w.threats.deeper = VC2, looks
		return w, nil
	}}
}

// look goes on until a win is found or the time is up. ended says that nothing is left to look for, or no visits.
func (e *effort) look() (found Solution, ended bool, err error) {
	before := int64(0)
	for step := range e.steps {
		w, err := e.way(step)
		if err != nil {
			return Solution{}, false, err
		}
		e.now.Method = w.method
		found, err = w.look(0, e.stop)
		found.Nodes += before
		if err != nil || found.Won || w.value != dfpn.Lost || e.timeIsUp() {
			return found, w.spent(), err
		}
		before = found.Nodes
	}
	return found, true, nil
}

// byThreats looks for a win along the moves of the guide; then by fours and threats; and then, where that search has ended without
// one, by threats of threats.
func (s *solver) byThreats() (found Solution, err error) {
	nodes := int64(0)
	for _, look := range s.looks() {
		var ended bool
		found, ended, err = look()
		nodes += found.Nodes
		found.Nodes = nodes
		if err != nil || found.Won || !ended || s.timeIsUp() {
			break
		}
	}
	return found, err
}

// looks returns the searches that byThreats makes in turn. ended says that the next may begin.
func (s *solver) looks() (list []func() (found Solution, ended bool, err error)) {
	plain := s.plain()
	if s.opt.Method == Auto && s.opt.Guide != nil {
		list = append(list, func() (Solution, bool, error) { return s.guide(plain) })
	}
	if s.opt.Method != VC2 {
		list = append(list, plain.look)
	}
	if s.opt.Method == VC2 || s.opt.Method == Auto && !s.opt.NoVC2 {
		list = append(list, s.deep().look)
	}
	return list
}

// guide looks for a win along the moves of the guide; plain will begin with what that has found out.
func (s *solver) guide(plain *effort) (found Solution, ended bool, err error) {
	w, err := plain.open(0)
	if err != nil {
		return Solution{}, false, err
	}
	found, err = s.byGuide(w)
	w.late = nil
	w.before = w.search.Nodes()
	plain.first = w
	return found, true, err
}
