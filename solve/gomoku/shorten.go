package gomoku

import (
	"time"

	"moyo/solve/dfpn"
)

// shorter looks for a win by threats with fewer moves than found. First it tries 3 moves, 4, and so on, so that the first win is a
// shortest one. If that takes too long, it looks for any win that is shorter by a quarter. A win by threats may replace one by
// threats of threats.
func (s *solver) shorter(found Solution) Solution {
	if s.opt.Shorten <= 0 {
		return found
	}
	end := time.Now().Add(s.opt.Shorten)
	found, done, err := s.rise(found, time.Now().Add(s.opt.Shorten*2/3))
	if !done && err == nil { // earlier results stay valid, whatever prevents a shorter win
		found, _ = s.fall(found, end)
	}
	if found.Method == VC2 {
		found.Least = 1 // the search covers wins by threats only
	}
	return found
}

// until returns a function that stops a search at a time, or earlier if the search must stop.
func (s *solver) until(end time.Time) func() bool {
	return func() bool { return s.stop() || !time.Now().Before(end) }
}

// rise looks for a win in the minimum number of moves, and then in one more, until end. done reports that no shorter win is
// possible.
func (s *solver) rise(found Solution, end time.Time) (best Solution, done bool, err error) {
	w, err := s.plainWay(true)
	if err != nil {
		return found, true, err
	}
	for moves := 1; moves < found.Depth; moves++ {
		better, err := w.find(moves, s.until(end))
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

// fall looks for a win that is shorter by a quarter, or else by less, until end.
func (s *solver) fall(found Solution, end time.Time) (Solution, error) {
	w, err := s.plainWay(true)
	if err != nil {
		return found, err
	}
	for less := found.Depth / 4; less > 0 && time.Now().Before(end) && !s.timeIsUp(); {
		share := time.Now().Add(time.Until(end) / 3)
		better, err := w.find(found.Depth-less, s.until(share))
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

// better returns other if it is a shorter win than found, with the knowledge of both.
func (s *solver) better(found, other Solution) Solution {
	if !other.Won || other.Depth >= found.Depth {
		return found
	}
	other.Least, other.Nodes = found.Least, found.Nodes+other.Nodes
	return other
}
