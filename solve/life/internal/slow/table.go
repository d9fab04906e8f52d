package slow

import (
	"fmt"

	"moyo/game"
)

// Table contains every state reachable from a problem with given threats, and its winner. State 0
// is the first.
type Table struct {
	field  *field
	states []*state
	edges  [][]Edge
	rank   []int // moves to the attacker's win, -1 if it is not forced

	immortal map[string]bool // results of Immortal, by stones and captured targets
}

// Edge is a legal move and the state after it.
type Edge struct {
	Move game.Move
	To   int
}

// Solve lists the states of a problem, at most limit, and solves them.
func Solve(p *Problem, black, white uint8, limit int) (*Table, error) {
	f, first, err := newField(p)
	if err != nil {
		return nil, err
	}
	first.black, first.white = black, white
	t := &Table{field: f, states: []*state{first}, immortal: map[string]bool{}}
	index := map[string]int{first.key(): 0}
	for i := 0; i < len(t.states); i++ {
		if len(t.states) > limit {
			return nil, fmt.Errorf("%w: more than %d", ErrTooLarge, limit)
		}
		t.edges = append(t.edges, t.follow(t.states[i], index))
	}
	t.solve()
	return t, nil
}

// follow returns the moves from s, and adds new states.
func (t *Table) follow(s *state, index map[string]int) []Edge {
	if t.field.over(s) {
		return nil
	}
	var edges []Edge
	add := func(m game.Move, next *state) {
		key := next.key()
		to, known := index[key]
		if !known {
			to = len(t.states)
			index[key] = to
			t.states = append(t.states, next)
		}
		edges = append(edges, Edge{m, to})
	}
	for i, q := range t.field.points {
		if next := t.field.played(s, i); next != nil {
			add(game.Place(q), next)
		}
	}
	add(Pass, t.field.passed(s))
	return edges
}

// solve finds the states in which the attacker wins, backwards from the ends. The defender wins the
// others.
func (t *Table) solve() {
	before := make([][]int32, len(t.states))
	open := make([]int, len(t.states)) // moves of the defender that do not lose yet
	t.rank = make([]int, len(t.states))
	var queue []int
	for i, edges := range t.edges {
		t.rank[i] = -1
		open[i] = len(edges)
		for _, e := range edges {
			before[e.To] = append(before[e.To], int32(i))
		}
		if t.Over(i) {
			t.rank[i] = 0
			queue = append(queue, i)
		}
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, j := range before[i] {
			open[j]--
			if t.rank[j] < 0 && (t.Attacks(int(j)) || open[j] == 0) {
				t.rank[j] = t.rank[i] + 1
				queue = append(queue, int(j))
			}
		}
	}
}

// Len returns the number of states.
func (t *Table) Len() int { return len(t.states) }

// Over reports whether the attacker has won in state i.
func (t *Table) Over(i int) bool { return t.field.over(t.states[i]) }

// Attacks reports whether the attacker is to move in state i.
func (t *Table) Attacks(i int) bool { return t.states[i].turn != t.field.defender }

// Captured reports whether the attacker wins from state i.
func (t *Table) Captured(i int) bool { return t.rank[i] >= 0 }

// Edges returns the legal moves of state i, points ascending and the pass last; none if the
// attacker has won.
func (t *Table) Edges(i int) []Edge { return t.edges[i] }

// Stones returns the colours of the region's points, ascending, in state i.
func (t *Table) Stones(i int) []game.Color { return t.states[i].stones }

// Best returns a move with which the side to move in state i, which must be winning, keeps winning;
// the attacker's are the shortest.
func (t *Table) Best(i int) Edge {
	for _, e := range t.edges[i] {
		if t.Attacks(i) && t.rank[e.To] >= 0 && t.rank[e.To] < t.rank[i] || !t.Attacks(i) && t.rank[e.To] < 0 {
			return e
		}
	}
	panic("slow: the side to move is not winning")
}
