package gomoku

import "moyo/solve/dfpn"

// way is a search for a win by threats. Its table stays for the next call.
type way struct {
	*solver
	method  Method
	threats *threats
	search  *dfpn.Search
	value   dfpn.Value // of the last search
	before  int64      // visits at its start
	stop    func() bool
	late    func() bool // along the guide's moves: reports that the time is up
}

// effort is the search by one method: a sequence of ways, each of which searches farther than the one before.
type effort struct {
	*solver
	open  func(step int) (*way, error) // makes the way of a step
	steps int
	first *way // of the first step, if it exists already
}

// way returns the way of a step. It keeps none, because their tables are large.
func (e *effort) way(step int) (w *way, err error) {
	if w, e.first = e.first, nil; step == 0 && w != nil {
		return w, nil
	}
	return e.open(step)
}

// plain returns the effort by threats of fours: first among the moves that make a figure; if they do not win, among all
// moves and with longer searches.
func (s *solver) plain() *effort {
	return &effort{solver: s, steps: 2, open: func(step int) (*way, error) { return s.plainWay(step > 0) }}
}

// deep returns the effort by threats of threats, with longer searches in each step. Results are kept.
func (s *solver) deep() *effort {
	table := s.opt.Memory / 4 // as much for the table of the inner searches, and half of it for the memory of each
	var shared *deeper
	visits := int64(firstLook)
	return &effort{solver: s, steps: lookSteps, open: func(int) (*way, error) {
		w, err := s.newWay(false, table, table/2)
		if err != nil {
			return nil, err
		}
		if shared == nil {
			inner := newThreats(s.b, s.fours, w.threats.judge, s.me, foursNodes, table/2)
			shared = newDeeper(inner, bitsFor(table, entrySize))
		}
		shared.judge, shared.visits, shared.stop = w.threats.judge, visits, w.halted
		visits *= moreLook
		w.before = shared.search.Nodes()
		w.method, w.threats.deeper = VC2, shared
		return w, nil
	}}
}

// find continues until it finds a win or the time is up. ended reports that all steps or the visits are
// exhausted.
func (e *effort) find() (found Solution, ended bool, err error) {
	before := int64(0)
	for step := range e.steps {
		w, err := e.way(step)
		if err != nil {
			return Solution{}, false, err
		}
		e.now.Method = w.method
		found, err = w.find(0, e.stop)
		found.Nodes += before
		if err != nil || found.Won || w.value != dfpn.Lost || e.timeIsUp() {
			return found, w.spent(), err
		}
		before = found.Nodes
	}
	return found, true, nil
}

// byThreats looks for a win along the moves of the guide; then by fours and threats; and if that fails, by threats of threats.
func (s *solver) byThreats() (found Solution, err error) {
	nodes := int64(0)
	for _, find := range s.searches() {
		var ended bool
		found, ended, err = find()
		nodes += found.Nodes
		found.Nodes = nodes
		if err != nil || found.Won || !ended || s.timeIsUp() {
			break
		}
	}
	return found, err
}

// searches returns the searches that byThreats runs in turn. ended reports that the next may start.
func (s *solver) searches() (list []func() (found Solution, ended bool, err error)) {
	plain := s.plain()
	if s.opt.Method == Auto && s.opt.Guide != nil {
		list = append(list, func() (Solution, bool, error) { return s.guide(plain) })
	}
	if s.opt.Method != VC2 {
		list = append(list, plain.find)
	}
	if s.opt.Method == VC2 || s.opt.Method == Auto && !s.opt.NoVC2 {
		list = append(list, s.deep().find)
	}
	return list
}

// guide looks for a win along the moves of the guide. plain starts with its results.
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
