package gomoku

import (
	"time"

	"moyo/solve/dfpn"
)

// shorter looks for a win by threats in fewer moves than found has: first whether there is one in 3, in 4, and so
// on, whose first find is a shortest one; then, where that takes too long, for any that is shorter by a quarter. One by threats of
// threats may give way to one by threats.
func (s *solver) shorter(found Solution) Solution {
	if s.opt.Shorten <= 0 {
		return found
	}
	end := time.Now().Add(s.opt.Shorten)
	found, done, err := s.rise(found, time.Now().Add(s.opt.Shorten*2/3))
	if !done && err == nil { // what was shown stays so, whatever keeps a shorter win from it
		found, _ = s.fall(found, end)
	}
	if found.Method == VC2 {
		found.Least = 1 // what was searched is wins by threats
	}
	return found
}

// until returns what stops a search at a time, if nothing does before.
func (s *solver) until(end time.Time) func() bool {
	return func() bool { return s.stop() || !time.Now().Before(end) }
}

// rise looks for a win in as few moves as there may be, and then in one more, until end. done says that there is nothing left to
// look for.
func (s *solver) rise(found Solution, end time.Time) (best Solution, done bool, err error) {
	w, err := s.plainWay(true)
	if err != nil {
		return found, true, err
	}
	for moves := 1; moves < found.Depth; moves++ {
		better, err := w.look(moves, s.until(end))
		if err != nil || better.Won {
			return s.better(found, better), true, err
		}
		if w.value != dfpn.Lost {
			return found, false, nil
		}
		if !w.threats.passed {
			found.Least = moves + 1
		}
	}
	return found, true, nil
}

// fall looks for a win that is shorter by a quarter, and by less where there is none, until end.
func (s *solver) fall(found Solution, end time.Time) (Solution, error) {
	w, err := s.plainWay(true)
	if err != nil {
		return found, err
	}
	for less := found.Depth / 4; less > 0 && time.Now().Before(end) && !s.timeIsUp(); {
		share := time.Now().Add(time.Until(end) / 3)
		better, err := w.look(found.Depth-less, s.until(share))
		if err != nil {
			return found, err
		}
		if better.Won {
			found = s.better(found, better)
			less = min(less, found.Depth/4)
		} else {
			less /= 2
		}
	}
	return found, nil
}

// better returns other, if it is a shorter win than found, with what is known of both.
func (s *solver) better(found, other Solution) Solution {
	if !other.Won || other.Depth >= found.Depth {
		return found
	}
	other.Least, other.Nodes = found.Least, found.Nodes+other.Nodes
	return other
}
