package courses

import (
	"cmp"
	"slices"

	"moyo/study/bank"
)

// The sizes of courses and their parts, in problems.
const (
	fewest   = 10 // the smallest course
	mostPart = 50
)

// Set is a course with its problems.
type Set struct {
	Course
	Problems []int // indices, easy ones first
}

// Divide sorts problems into courses, each into one, easy ones first. If a course would be too
// small, its problems go to the next course that they fit; problems without a course form the last
// set. Empty courses are omitted.
func Divide(problems []bank.Problem) []Set {
	closed := make([]bool, len(list))
	for {
		sets := make([]Set, len(list)+1)
		for i := range problems {
			k := courseOf(&problems[i], closed)
			sets[k].Problems = append(sets[k].Problems, i)
		}
		small := smallest(sets[:len(list)])
		if small < 0 {
			return finished(problems, sets)
		}
		closed[small] = true
	}
}

// courseOf returns the last open course that a problem fits, or len(list).
func courseOf(p *bank.Problem, closed []bool) int {
	for k := len(list) - 1; k >= 0; k-- {
		if !closed[k] && list[k].fits(p) {
			return k
		}
	}
	return len(list)
}

// smallest returns the smallest set below the limit, -1 for none. Closing that one first may give
// the others enough problems.
func smallest(sets []Set) int {
	least := -1
	for k := range sets {
		if n := len(sets[k].Problems); n > 0 && n < fewest && (least < 0 || n < len(sets[least].Problems)) {
			least = k
		}
	}
	return least
}

func finished(problems []bank.Problem, sets []Set) []Set {
	var out []Set
	for k, s := range sets {
		if len(s.Problems) == 0 {
			continue
		}
		s.Course = rest
		if k < len(list) {
			s.Course = list[k]
		}
		slices.SortStableFunc(s.Problems, func(i, j int) int { return cmp.Compare(problems[i].Rating, problems[j].Rating) })
		out = append(out, s)
	}
	return out
}

// Parts divides the problems into as few parts as possible, of nearly equal length.
func (s *Set) Parts() [][]int {
	n := len(s.Problems)
	count := (n + mostPart - 1) / mostPart
	parts := make([][]int, count)
	for k := range parts {
		parts[k] = s.Problems[k*n/count : (k+1)*n/count]
	}
	return parts
}
