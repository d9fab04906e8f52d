package dfpn

import "sync/atomic"

// In a reachability game one side, the prover, wins by reaching a goal in finitely many moves, and
// the other by endless play. Positions may recur, so a search visits positions on its own path. The
// winner depends on the position alone. But while a position is on the path, returning to it
// refutes a move only as long as the position is not proved itself (the graph-history interaction,
// Kishimoto and Müller 2004). So each refutation records the positions of the path that it depends
// on. One that depends on none, or only on positions below the node, is always valid and stored as
// such. One that depends on a single position is stored with it: "refuted, if that one is", which
// is true on any path. Proofs never depend on the path.

// Reacher is such a game, starting from one position.
type Reacher interface {
	// Expand reports whether the prover is to move and appends the moves to buf, with the known
	// numbers of the resulting positions. A side without moves loses.
	Expand(buf []Option) ([]Option, bool)
	Play(move int32)
	Undo()
	// Key identifies the position along with the side to move. It is never 0.
	Key() uint64
}

// Option is a move. Proof and Disproof are the estimated difficulty of proving or disproving, for the
// prover, the resulting position: at least 1, or 0 if it is done and then Infinite for the other. Harder
// and Easier are keys of positions of the same table, 0 for none: a proof of the harder one also proves
// this position, and a refutation of the easier one refutes it.
type Option struct {
	Key             uint64
	Harder, Easier  uint64
	Move            int32
	Proof, Disproof uint32
	// Spends marks a move that the harder or the easier position may not have. Denied marks a move that the side to move lacks
	// and may have in it; it is decided for the other side. A value that depends on neither is also stored for the harder
	// position if it is a proof and for the easier one if it is a refutation.
	Spends, Denied bool
	rests          bool
	height         uint16
	deps           depths
}

// MaxPath is the longest line that is searched, in moves.
const MaxPath = 128

// depths is a set of depths of the path.
type depths [2]uint64

func depth(d int) depths {
	var s depths
	s[d>>6] = 1 << uint(d&63)
	return s
}

func (s depths) or(t depths) depths { return depths{s[0] | t[0], s[1] | t[1]} }
func (s depths) empty() bool        { return s[0]|s[1] == 0 }

// below returns the depths less than d.
func (s depths) below(d int) depths {
	if d < 64 {
		return depths{s[0] & (1<<uint(d) - 1), 0}
	}
	return depths{s[0], s[1] & (1<<uint(d-64) - 1)}
}

// ReachOptions of a search.
type ReachOptions struct {
	Stop  *atomic.Bool  // if set, it ends the search; may be nil
	Count *atomic.Int64 // counts nodes, in batches; may be nil
}

// ReachSearch searches one reachability game. Several may share a table.
type ReachSearch struct {
	game     Reacher
	table    *Table
	opt      ReachOptions
	nodes    int64
	counted  int64
	limit    int64
	path     []uint64
	stack    []Option
	root     Numbers
	touched  uint64
	deciding int32 // the root's deciding move, or -1
}

// Numbers are the proof numbers of a position for the prover, and the maximum number of moves of a
// proof.
type Numbers struct {
	Proof, Disproof uint32
	Height          uint16
	Work            uint32 // nodes spent on it, if the table knows
	rests           bool   // depends on moves that the harder and the easier position do not share
	deps            depths
}

// Value returns Won if the prover certainly reaches its goal, Lost if it certainly does not.
func (n Numbers) Value() Value {
	switch {
	case n.Proof == 0:
		return Won
	case n.Disproof == 0:
		return Lost
	}
	return Open
}

// NewReach returns a search of g with a table that other searches may use at the same time.
func NewReach(g Reacher, table *Table, opt ReachOptions) *ReachSearch {
	return &ReachSearch{game: g, table: table, opt: opt, path: make([]uint64, 0, MaxPath), stack: make([]Option, 0, 1<<12)}
}

// Nodes returns the positions of all calls.
func (s *ReachSearch) Nodes() int64 { return s.nodes }

// Root returns the current numbers of the root.
func (s *ReachSearch) Root() Numbers { return s.root }

// Deciding returns the winning move of the side to move at the root, when the search has found it; -1
// before, and for a loss.
func (s *ReachSearch) Deciding() int32 { return s.deciding }

// Run searches the position of the game, which is not over, until it is decided, or until the given
// number of nodes (0 for no limit); then it returns Open.
func (s *ReachSearch) Run(nodes int64) Value {
	s.limit = 0
	if nodes > 0 {
		s.limit = s.nodes + nodes
	}
	s.path = s.path[:0]
	s.deciding = -1
	s.root = s.visit(&Option{}, Infinite, Infinite)
	s.count(0)
	return s.root.Value()
}

func (s *ReachSearch) count(step int64) {
	if s.opt.Count != nil && s.nodes-s.counted >= step {
		s.opt.Count.Add(s.nodes - s.counted)
		s.counted = s.nodes
	}
}

// halt reports whether the search must end.
func (s *ReachSearch) halt() bool {
	return s.limit > 0 && s.nodes >= s.limit || s.opt.Stop != nil && s.opt.Stop.Load()
}

// onPath returns the depth of a position on the path, or -1.
func (s *ReachSearch) onPath(key uint64) int {
	for i := len(s.path) - 1; i >= 0; i-- {
		if s.path[i] == key {
			return i
		}
	}
	return -1
}

// tooDeep are the numbers of positions at the end of the longest lines.
const tooDeep = 1 << 20

// visit searches the position of the game, reached by an option, until its numbers reach proof or
// disproof, or it is decided, and returns them.
func (s *ReachSearch) visit(by *Option, proof, disproof uint32) Numbers {
	key := s.game.Key()
	if len(s.path) == MaxPath {
		s.nodes++ // so that a limit ends a search that finds only such lines
		return Numbers{Proof: tooDeep, Disproof: tooDeep}
	}
	before, base := s.nodes, len(s.stack)
	var prover bool
	s.stack, prover = s.game.Expand(s.stack)
	moves := s.stack[base:len(s.stack):len(s.stack)]
	s.nodes += int64(len(moves))
	s.count(1 << 10)
	s.path = append(s.path, key)
	s.touch(moves)
	for i := range moves {
		if m := &moves[i]; m.Proof != 0 && m.Disproof != 0 {
			s.lookUp(m)
			s.lookUpAlike(m)
		}
	}
	n := s.descend(moves, prover, proof, disproof)
	n.rests = rests(moves, prover, n)
	s.path = s.path[:len(s.path)-1]
	s.stack = s.stack[:base]
	if len(s.path) == 0 {
		s.deciding = decidingMove(moves, prover)
	}
	n.deps = n.deps.below(len(s.path))
	switch {
	case n.rests || !n.deps.empty():
	case n.Proof == 0 && by.Harder != 0:
		key = by.Harder
	case n.Disproof == 0 && by.Easier != 0:
		key = by.Easier
	}
	s.store(key, n, s.nodes-before)
	return n
}

// rests reports whether the value of a position depends on moves that the harder and the easier one do not
// share.
func rests(moves []Option, prover bool, n Numbers) bool {
	if n.Value() == Open {
		return true
	}
	wins := (n.Proof == 0) == prover
	for i := range moves {
		m := &moves[i]
		if !wins && (m.rests || m.Denied) {
			return true
		}
		if wins && decided(m, prover) && m.deps == n.deps && !m.rests && !m.Spends {
			return false
		}
	}
	return wins
}

// decided reports whether an option wins for the side to move.
func decided(m *Option, prover bool) bool {
	return prover && m.Proof == 0 || !prover && m.Disproof == 0
}

// touch prefetches the table's entries of the options, if no other search may write to them.
func (s *ReachSearch) touch(moves []Option) {
	if s.table.locks != nil {
		return
	}
	var read uint64
	for i := range moves {
		if m := &moves[i]; m.Proof != 0 && m.Disproof != 0 {
			read += s.table.touch(m.Key) + s.table.touch(m.Harder) + s.table.touch(m.Easier)
		}
	}
	s.touched = read // so that the reads are not optimized away
}

// decidingMove returns the first move that wins for the side to move, or -1.
func decidingMove(moves []Option, prover bool) int32 {
	for i := range moves {
		if decided(&moves[i], prover) {
			return moves[i].Move
		}
	}
	return -1
}

// store stores numbers in the table, as far as they are valid on other paths.
func (s *ReachSearch) store(key uint64, n Numbers, work int64) {
	var basis uint64
	if n.Disproof == 0 && !n.deps.empty() {
		at := s.singleDepth(n.deps)
		if at < 0 {
			n.Proof, n.Disproof = hinted.Proof, hinted.Disproof
		} else {
			basis = s.path[at]
		}
	}
	s.table.store(key, n, basis, work)
}

// singleDepth returns the only depth in a set, or -1.
func (s *ReachSearch) singleDepth(d depths) int {
	at := -1
	for i := range s.path {
		if d[i>>6]>>uint(i&63)&1 != 0 {
			if at >= 0 {
				return -1
			}
			at = i
		}
	}
	return at
}

// hinted are the numbers of a position that was refuted on another path.
var hinted = Numbers{Proof: 64, Disproof: 1}

// lookUp updates an option's numbers from the path and the table, and reports whether
// they changed.
func (s *ReachSearch) lookUp(m *Option) bool {
	if at := s.onPath(m.Key); at >= 0 {
		m.Proof, m.Disproof, m.deps, m.rests = Infinite, 0, depth(at), false
		return true
	}
	n, basis, ok := s.table.find(m.Key)
	if !ok {
		return false
	}
	if basis != 0 {
		if at := s.onPath(basis); at >= 0 {
			n.deps = depth(at)
		} else if other, rest, ok := s.table.find(basis); !ok || rest != 0 || other.Disproof != 0 {
			n.Proof, n.Disproof = hinted.Proof, hinted.Disproof
		}
	}
	if n.Proof == m.Proof && n.Disproof == m.Disproof {
		return false
	}
	m.Proof, m.Disproof, m.height, m.deps = n.Proof, n.Disproof, n.Height, n.deps
	m.rests = !(n.Proof == 0 && m.Harder == 0 || n.Disproof == 0 && m.Easier == 0)
	return true
}

// lookUpAlike decides an open option by the table's entry of a harder or an easier position, and reports whether it
// did.
func (s *ReachSearch) lookUpAlike(m *Option) bool {
	if m.Proof == 0 || m.Disproof == 0 {
		return false
	}
	if m.Harder != 0 {
		if n, ok := s.table.Known(m.Harder); ok && n.Proof == 0 {
			m.Proof, m.Disproof, m.height, m.rests = 0, Infinite, n.Height, false
			return true
		}
	}
	if m.Easier != 0 {
		if n, ok := s.table.Known(m.Easier); ok && n.Disproof == 0 {
			m.Proof, m.Disproof, m.deps, m.rests = Infinite, 0, depths{}, false
			return true
		}
	}
	return false
}

// descend visits the best option again and again until the numbers of the
// position reach proof or disproof.
func (s *ReachSearch) descend(moves []Option, prover bool, proof, disproof uint32) Numbers {
	for {
		var g reached
		if prover {
			g = gatherProver(moves)
		} else {
			g = gatherOpponent(moves)
		}
		n := g.Numbers
		if n.Proof >= proof || n.Disproof >= disproof || n.Proof == 0 || n.Disproof == 0 || s.halt() {
			return n
		}
		m := &moves[g.best]
		if s.lookUp(m) || s.lookUpAlike(m) {
			continue
		}
		var to Numbers
		s.game.Play(m.Move)
		if prover {
			to = s.visit(m, min(proof, beyond(g.second)), max(disproof-(g.open-1), 1))
		} else {
			to = s.visit(m, max(proof-(g.open-1), 1), min(disproof, beyond(g.second)))
		}
		s.game.Undo()
		m.Proof, m.Disproof, m.height, m.deps, m.rests = to.Proof, to.Disproof, to.Height, to.deps, to.rests
	}
}

// reached is the numbers of a position, computed from its options.
type reached struct {
	Numbers
	best   int
	second uint32
	open   uint32
}

// gatherProver: the easiest proof of all; as disproof the hardest of all, plus one for each other
// open option (weak proof numbers).
func gatherProver(moves []Option) reached {
	g := reached{Numbers: Numbers{Proof: Infinite}, second: Infinite}
	for i := range moves {
		m := &moves[i]
		if m.Disproof == 0 {
			g.deps = g.deps.or(m.deps)
			continue
		}
		if m.Proof == 0 {
			return reached{Numbers: Numbers{Disproof: Infinite, Height: m.height + 1}, best: i}
		}
		g.open++
		g.Disproof = max(g.Disproof, m.Disproof)
		if m.Proof < g.Proof {
			g.second = g.Proof
			g.Proof, g.best = m.Proof, i
		} else {
			g.second = min(g.second, m.Proof)
		}
	}
	if g.open > 0 {
		g.deps = depths{}
		g.Disproof = min(g.Disproof+g.open-1, Infinite-1)
	}
	return g
}

// gatherOpponent does the same with the other side to move.
func gatherOpponent(moves []Option) reached {
	g := reached{Numbers: Numbers{Disproof: Infinite}, second: Infinite}
	refuted := -1
	for i := range moves {
		m := &moves[i]
		if m.Proof == 0 {
			g.Height = max(g.Height, m.height)
			continue
		}
		if m.Disproof == 0 {
			if refuted < 0 || m.deps.fewer(moves[refuted].deps) {
				refuted = i
			}
			continue
		}
		g.open++
		g.Proof = max(g.Proof, m.Proof)
		if m.Disproof < g.Disproof {
			g.second = g.Disproof
			g.Disproof, g.best = m.Disproof, i
		} else {
			g.second = min(g.second, m.Disproof)
		}
	}
	if refuted >= 0 {
		return reached{Numbers: Numbers{Proof: Infinite, deps: moves[refuted].deps}, best: refuted}
	}
	if g.open > 0 {
		g.Proof = min(g.Proof+g.open-1, Infinite-1)
	}
	g.Height++
	return g
}

// fewer reports whether s is the better set for a refutation to depend on.
func (s depths) fewer(t depths) bool {
	if s.empty() || t.empty() {
		return s.empty() && !t.empty()
	}
	return s[1]&^t[1]|s[0]&^t[0] == 0 && s != t
}
