package proof

import (
	"cmp"
	"math"
	"slices"

	"moyo/board"
)

// loops determines which positions of the stones may recur on some path through the strategy. It
// compares them up to symmetry.
type loops struct {
	*checker
	rank   []uint32 // of each entry: greater than the ranks of all possible successors, 0 if not visited
	order  []uint32 // the entries by rank, from rank 1
	cyclic bool     // an entry can follow itself, so ranks mean nothing
	known  []picture
	late   []picture // of states without an entry whose stones may have recurred
	hot    []bool    // of each entry: stones may recur at it or after it
}

// picture is the stones of a state reached at an entry of that rank.
type picture struct {
	hash uint64
	rank uint32
}

const onPath = math.MaxUint32

// newLoops walks through the strategy again.
func newLoops(c *checker) (*loops, error) {
	l := &loops{checker: c, rank: make([]uint32, len(c.marks)), hot: make([]bool, len(c.marks))}
	if err := l.rankAll(); err != nil {
		return nil, err
	}
	l.collect()
	for i, at := range l.order {
		if i%4096 == 0 && c.ctx.Err() != nil {
			return nil, c.ctx.Err()
		}
		l.hot[at] = l.cyclic || l.heats(int(at))
	}
	slices.SortFunc(l.late, comparePictures)
	return l, nil
}

func comparePictures(a, b picture) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.rank, b.rank))
}

// rankFrame is an entry on the stack of the ranking.
type rankFrame struct {
	at    uint32
	after State
	left  replies
}

// rankAll ranks the visited entries depth first: successors come first.
func (l *loops) rankAll() error {
	for i, met := range l.met {
		if !met || l.rank[i] != 0 {
			continue
		}
		stack := []rankFrame{l.rankFrame(i)}
		for steps := 0; len(stack) > 0; steps++ {
			if steps%65536 == 0 && l.ctx.Err() != nil {
				return l.ctx.Err()
			}
			top := &stack[len(stack)-1]
			_, s, how, ok := l.next(&top.left, &top.after)
			if !ok {
				l.order = append(l.order, top.at)
				l.rank[top.at] = uint32(len(l.order))
				stack = stack[:len(stack)-1]
				continue
			}
			if at := l.locate(&s); how == goesOn && at >= 0 && l.met[at] {
				l.cyclic = l.cyclic || l.rank[at] == onPath
				if l.rank[at] == 0 {
					stack = append(stack, l.rankFrame(at))
				}
			}
		}
	}
	return nil
}

// rankFrame returns the frame of an entry. A move that ends the game has no replies.
func (l *loops) rankFrame(at int) rankFrame {
	l.rank[at] = onPath
	state, m := l.entry(at)
	after, how := l.apply(&state, m)
	f := rankFrame{at: uint32(at), after: after}
	if how == goesOn {
		f.left = l.repliesTo(&after)
	}
	return f
}

// hash returns a number that is equal for equal stones, as the ko rule compares them, and for their
// images.
func (l *loops) hash(s *State) uint64 {
	k, _ := l.canonical(&State{Black: s.Black, White: s.White, Ko: board.None})
	if l.rules.situation {
		k.mark = uint8(s.ToPlay)
	}
	return l.mix(k)
}

// collect lists the stones of the start and of all entries, before and after their moves.
func (l *loops) collect() {
	l.known = append(make([]picture, 0, 2*len(l.order)+1), picture{l.hash(&l.start), onPath})
	for i, at := range l.order {
		state, m := l.entry(int(at))
		l.known = append(l.known, picture{l.hash(&state), uint32(i) + 1})
		if after, how := l.apply(&state, m); how == goesOn {
			l.known = append(l.known, picture{l.hash(&after), uint32(i) + 1})
		}
	}
	slices.SortFunc(l.known, comparePictures)
}

// heats reports whether stones may recur at an entry or after it: only those of a higher rank have
// occurred before.
func (l *loops) heats(at int) bool {
	rank := l.rank[at]
	state, m := l.entry(at)
	after, how := l.apply(&state, m)
	hot := l.earlier(l.hash(&state), rank+1)
	if how != goesOn {
		return hot
	}
	hot = hot || l.earlier(l.hash(&after), rank+1)
	for r := l.repliesTo(&after); ; {
		_, s, how, ok := l.next(&r, &after)
		if !ok {
			return hot
		}
		if how != goesOn {
			continue
		}
		to := l.locate(&s)
		if to >= 0 && l.met[to] {
			hot = hot || l.hot[to]
			continue
		}
		if l.lateHeats(&s, rank) {
			hot = true
		}
	}
}

// lateHeats does the same for a state without an entry, and for the move that parries finds in it.
func (l *loops) lateHeats(s *State, rank uint32) bool {
	hot := l.noteLate(l.hash(s), rank)
	if l.claim.Win || l.claim.Plies == 0 {
		return hot
	}
	if _, ok := l.winsAtOnce(s); ok {
		return hot
	}
	for r := l.repliesTo(s); ; {
		_, after, how, ok := l.next(&r, s)
		if !ok {
			return hot
		}
		if _, loses := l.winsAtOnce(&after); how == goesOn && !loses {
			return l.noteLate(l.hash(&after), rank) || hot
		}
	}
}

// noteLate records stones after an entry of that rank, if they may have occurred before.
func (l *loops) noteLate(hash uint64, rank uint32) bool {
	if !l.earlier(hash, rank) {
		return false
	}
	l.late = append(l.late, picture{hash, rank})
	return true
}

// earlier reports whether the stones occur at an entry of at least that rank.
func (l *loops) earlier(hash uint64, rank uint32) bool {
	i, _ := slices.BinarySearchFunc(l.known, picture{hash, rank}, comparePictures)
	return i < len(l.known) && l.known[i].hash == hash
}

// later reports whether the stones may occur again after an entry of that rank.
func (l *loops) later(hash uint64, rank uint32) bool {
	if l.cyclic {
		return true
	}
	for _, list := range [2][]picture{l.known, l.late} {
		i, _ := slices.BinarySearchFunc(list, picture{hash, 0}, comparePictures)
		if i < len(list) && list[i].hash == hash && list[i].rank <= rank {
			return true
		}
	}
	return false
}
