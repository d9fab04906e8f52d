package tournament

// heaviest returns a matching of the greatest total weight in a graph of n nodes: for each node its
// partner, or -1. weight returns the weight of an edge: at most 2^59, more than 0, or 0 if the edge
// does not exist.
//
// In a complete graph with an even number of nodes no node is left over, since another edge would
// add weight.
//
// The algorithm is Edmonds' ("Maximum matching and a polyhedron with 0,1-vertices", 1965) with dual
// variables, in time n³. Trees of alternating paths grow from all free nodes along tight edges, and
// odd cycles shrink to one node (a blossom). If no edge is tight, the variables change until one
// is.
func heaviest(n int, weight func(a, b int) int64) []int {
	m := newMatcher(n, weight)
	for m.augment() {
	}
	mates := make([]int, n)
	for v := range mates {
		mates[v] = m.mate[v+1] - 1
	}
	return mates
}

// edge is an edge between two nodes; between blossoms, the tightest one.
type edge struct {
	a, b   int
	weight int64
}

// The labels of nodes and blossoms in trees.
const (
	free  = -1
	outer = 0 // an even number of edges from a root
	inner = 1
)

// matcher finds a matching. Nodes are 1..n, blossoms have greater numbers; 0 means none.
type matcher struct {
	n, last int // nodes; the greatest number in use
	edges   [][]edge
	dual    []int64
	mate    []int   // the node at the other end of the matched edge
	slack   []int   // for each that is not outer: the outer node with the tightest edge to it
	top     []int   // the outermost blossom that contains it
	parent  []int   // for each in a tree: the node at the other end of the edge to its parent
	label   []int   //
	visited []int   // time stamps, to find where two paths to roots meet
	stamp   int     //
	circle  [][]int // of each blossom: its parts in their order, the base first
	within  [][]int // of each blossom, for each node: the part in which it is
	queue   []int   // outer nodes to visit
}

func newMatcher(n int, weight func(a, b int) int64) *matcher {
	size := n + n/2 + 2
	m := &matcher{n: n, last: n}
	ints := func() []int { return make([]int, size) }
	m.mate, m.slack, m.top, m.parent, m.label, m.visited = ints(), ints(), ints(), ints(), ints(), ints()
	m.dual, m.circle = make([]int64, size), make([][]int, size)
	m.edges, m.within = make([][]edge, size), make([][]int, size)
	var most int64
	for a := range size {
		m.edges[a], m.within[a] = make([]edge, size), make([]int, n+1)
		for b := range size {
			e := edge{a: a, b: b}
			if a >= 1 && b >= 1 && a <= n && b <= n && a != b {
				e.weight = weight(a-1, b-1)
				most = max(most, e.weight)
			}
			m.edges[a][b] = e
		}
		if a <= n {
			m.top[a], m.within[a][a] = a, a
		}
	}
	for v := 1; v <= n; v++ {
		m.dual[v] = most
	}
	return m
}

// tightness returns the slack of an edge, 0 if it is tight.
func (m *matcher) tightness(e edge) int64 {
	return m.dual[e.a] + m.dual[e.b] - 2*m.edges[e.a][e.b].weight
}

// note records an outer node that may have the tightest edge to x.
func (m *matcher) note(u, x int) {
	if m.slack[x] == 0 || m.tightness(m.edges[u][x]) < m.tightness(m.edges[m.slack[x]][x]) {
		m.slack[x] = u
	}
}

func (m *matcher) findSlack(x int) {
	m.slack[x] = 0
	for u := 1; u <= m.n; u++ {
		if m.edges[u][x].weight > 0 && m.top[u] != x && m.label[m.top[u]] == outer {
			m.note(u, x)
		}
	}
}

func (m *matcher) push(x int) {
	if x <= m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, part := range m.circle[x] {
		m.push(part)
	}
}

func (m *matcher) setTop(x, b int) {
	m.top[x] = b
	if x > m.n {
		for _, part := range m.circle[x] {
			m.setTop(part, b)
		}
	}
}

// turn returns the place of a part in its blossom. It reverses the blossom if that makes the path
// from the base to the part even.
func (m *matcher) turn(b, part int) int {
	c := m.circle[b]
	at := 0
	for c[at] != part {
		at++
	}
	if at%2 == 0 {
		return at
	}
	for i, j := 1, len(c)-1; i < j; i, j = i+1, j-1 {
		c[i], c[j] = c[j], c[i]
	}
	return len(c) - at
}

// match matches u with v and, if u is a blossom, the rest of u.
func (m *matcher) match(u, v int) {
	e := m.edges[u][v]
	m.mate[u] = e.b
	if u <= m.n {
		return
	}
	part := m.within[u][e.a]
	at := m.turn(u, part)
	for i := range at {
		m.match(m.circle[u][i], m.circle[u][i^1])
	}
	m.match(part, v)
	c := m.circle[u]
	m.circle[u] = append(append([]int{}, c[at:]...), c[:at]...)
}

// flip matches along the path from u to its root, beginning with v.
func (m *matcher) flip(u, v int) {
	for {
		next := m.top[m.mate[u]]
		m.match(u, v)
		if next == 0 {
			return
		}
		m.match(next, m.top[m.parent[next]])
		u, v = m.top[m.parent[next]], next
	}
}

// meet returns where the paths from two outer blossoms to their roots meet, 0 where
// they do not.
func (m *matcher) meet(u, v int) int {
	m.stamp++
	for u != 0 || v != 0 {
		if u != 0 {
			if m.visited[u] == m.stamp {
				return u
			}
			m.visited[u] = m.stamp
			if u = m.top[m.mate[u]]; u != 0 {
				u = m.top[m.parent[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

// shrink makes a blossom of the circle that an edge between u and v closes.
func (m *matcher) shrink(u, base, v int) {
	b := m.n + 1
	for b <= m.last && m.top[b] != 0 {
		b++
	}
	m.last = max(m.last, b)
	m.dual[b], m.label[b], m.mate[b] = 0, outer, m.mate[base]
	c := []int{base}
	for x := u; x != base; {
		y := m.top[m.mate[x]]
		c = append(c, x, y)
		m.push(y)
		x = m.top[m.parent[y]]
	}
	for i, j := 1, len(c)-1; i < j; i, j = i+1, j-1 {
		c[i], c[j] = c[j], c[i]
	}
	for x := v; x != base; {
		y := m.top[m.mate[x]]
		c = append(c, x, y)
		m.push(y)
		x = m.top[m.parent[y]]
	}
	m.circle[b] = c
	m.setTop(b, b)
	m.join(b)
}

// join finds the edges of a new blossom.
func (m *matcher) join(b int) {
	for x := 1; x <= m.last; x++ {
		m.edges[b][x].weight, m.edges[x][b].weight = 0, 0
	}
	clear(m.within[b])
	for _, part := range m.circle[b] {
		for x := 1; x <= m.last; x++ {
			if m.edges[b][x].weight == 0 || m.tightness(m.edges[part][x]) < m.tightness(m.edges[b][x]) {
				m.edges[b][x], m.edges[x][b] = m.edges[part][x], m.edges[x][part]
			}
		}
		for v := 1; v <= m.n; v++ {
			if m.within[part][v] != 0 {
				m.within[b][v] = part
			}
		}
	}
	m.findSlack(b)
}

// expand takes an inner blossom apart whose variable is 0.
func (m *matcher) expand(b int) {
	for _, part := range m.circle[b] {
		m.setTop(part, part)
	}
	entry := m.within[b][m.edges[b][m.parent[b]].a]
	at := m.turn(b, entry)
	c := m.circle[b]
	for i := 0; i < at; i += 2 {
		x, y := c[i], c[i+1]
		m.parent[x] = m.edges[y][x].a
		m.label[x], m.label[y] = inner, outer
		m.slack[x] = 0
		m.findSlack(y)
		m.push(y)
	}
	m.label[entry], m.parent[entry] = inner, m.parent[b]
	for _, x := range c[at+1:] {
		m.label[x] = free
		m.findSlack(x)
	}
	m.top[b] = 0
}

// follow handles a tight edge from an outer node, and reports whether it has led to another free
// node.
func (m *matcher) follow(e edge) bool {
	u, v := m.top[e.a], m.top[e.b]
	switch m.label[v] {
	case free:
		m.parent[v], m.label[v] = e.a, inner
		next := m.top[m.mate[v]]
		m.slack[v], m.slack[next] = 0, 0
		m.label[next] = outer
		m.push(next)
	case outer:
		base := m.meet(u, v)
		if base == 0 {
			m.flip(u, v)
			m.flip(v, u)
			return true
		}
		m.shrink(u, base, v)
	}
	return false
}

// augment adds an edge to the matching, and reports whether that makes it heavier.
func (m *matcher) augment() bool {
	m.queue = m.queue[:0]
	for x := range m.label {
		m.label[x], m.slack[x] = free, 0
	}
	for x := 1; x <= m.last; x++ {
		if m.top[x] == x && m.mate[x] == 0 {
			m.parent[x], m.label[x] = 0, outer
			m.push(x)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for {
		if m.grow() {
			return true
		}
		if !m.move() {
			return false
		}
		if m.tighten() {
			return true
		}
		for b := m.n + 1; b <= m.last; b++ {
			if m.top[b] == b && m.label[b] == inner && m.dual[b] == 0 {
				m.expand(b)
			}
		}
	}
}

// grow follows tight edges from the outer nodes in the queue.
func (m *matcher) grow() bool {
	for len(m.queue) > 0 {
		u := m.queue[0]
		m.queue = m.queue[1:]
		if m.label[m.top[u]] == inner {
			continue
		}
		for v := 1; v <= m.n; v++ {
			if m.edges[u][v].weight == 0 || m.top[u] == m.top[v] {
				continue
			}
			if m.tightness(m.edges[u][v]) == 0 {
				if m.follow(m.edges[u][v]) {
					return true
				}
			} else {
				m.note(u, m.top[v])
			}
		}
	}
	return false
}

// move changes the variables until an edge becomes tight or a blossom is expanded. It returns false
// if the matching cannot become heavier.
func (m *matcher) move() bool {
	by := int64(-1)
	least := func(d int64) {
		if by < 0 || d < by {
			by = d
		}
	}
	for b := m.n + 1; b <= m.last; b++ {
		if m.top[b] == b && m.label[b] == inner {
			least(m.dual[b] / 2)
		}
	}
	for x := 1; x <= m.last; x++ {
		if m.top[x] != x || m.slack[x] == 0 {
			continue
		}
		switch d := m.tightness(m.edges[m.slack[x]][x]); m.label[x] {
		case free:
			least(d)
		case outer:
			least(d / 2)
		}
	}
	for v := 1; v <= m.n; v++ {
		if m.label[m.top[v]] == outer && (by < 0 || m.dual[v] <= by) {
			return false
		}
	}
	for v := 1; v <= m.n; v++ {
		switch m.label[m.top[v]] {
		case outer:
			m.dual[v] -= by
		case inner:
			m.dual[v] += by
		}
	}
	for b := m.n + 1; b <= m.last; b++ {
		if m.top[b] != b {
			continue
		}
		switch m.label[b] {
		case outer:
			m.dual[b] += 2 * by
		case inner:
			m.dual[b] -= 2 * by
		}
	}
	return true
}

// tighten follows the edges that have become tight.
func (m *matcher) tighten() bool {
	for x := 1; x <= m.last; x++ {
		if m.top[x] != x || m.slack[x] == 0 || m.top[m.slack[x]] == x {
			continue
		}
		if e := m.edges[m.slack[x]][x]; m.tightness(e) == 0 && m.follow(e) {
			return true
		}
	}
	return false
}
