package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/game/record/sgf"
)

// Tree is a game with all its variations, and the effect of each node on the board.
type Tree struct {
	Board *board.Board
	Rules game.Rules
	Nodes []TreeNode // parents before children and children in their order; the first is the root
	// Repairs say what the main line's nodes and the text of the record contain against the rules of
	// SGF or of the game, and how it was read: at most MaxRepairs clauses, and the number of others.
	// The [Notes] on rules and komi follow.
	Repairs []string

	Changed, Kept int // use of MaxChanges and MaxKept
}

// TreeNode is a node of a [Tree].
type TreeNode struct {
	Node   *sgf.Node
	Parent int        // index, -1 for the root
	Move   string     // in the form of [game.Format], "" for none
	Color  game.Color // who makes the move
	ToPlay game.Color // side to move after the node; Empty if the game is over
	// Anew reports that the Moves from an earlier node do not lead to this one: stones are set up, or
	// a move is illegal or out of turn.
	Anew    bool
	Refused string        // why the move is illegal: the code of a reason, or [Unreadable]
	Changes []game.Placed // differences to the parent; for the root, to an empty board
}

// Unreadable is the code for a node that cannot be read and does nothing.
const Unreadable = "unreadable"

// MaxKept limits the positions kept for later variations, by their total number of points.
const MaxKept = 8_000_000

// MaxChanges limits the changes of all nodes together: a few bytes can set up thousands of stones,
// and repeat it.
const MaxChanges = 4_000_000

// ErrHeavy is the error for a record that exceeds MaxChanges or MaxKept.
var ErrHeavy = errors.New("record: stones are set up, or illegal moves are made,")

// Grow returns the tree of g. Following FF[4] and other programs, it makes moves even if the rules
// forbid them: it places the stone and, in games with liberties, removes stones without any. Values
// that cannot be read do nothing. A game that passes had ended, but whose result is not a count, was
// resumed. docs/records.md lists all repairs. It returns an error if the board or rules are unknown,
// or ctx's.
func Grow(ctx context.Context, g *sgf.Game, open game.Opener) (*Tree, error) {
	w, err := newWalk(g, open)
	if err != nil {
		return nil, err
	}
	err = w.all(ctx, g.Root)
	w.tree.Repairs = w.repairs.all()
	return w.tree, err
}

func newWalk(g *sgf.Game, open game.Opener) (*walk, error) {
	pos, err := begin(g, open)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	w := &walk{
		tree: &Tree{Board: pos.Board(), Rules: pos.Rules()}, points: Points(pos.Board()),
		pos: pos, stones: make([]game.Color, pos.Board().Len()), liberties: game.Takes(pos) && game.Chains(pos),
		uncounted: uncounted(g.Root.SimpleText("RE")), handicap: handicapOf(g, pos.Rules().ID()), main: true,
	}
	w.repairs.ofText(g)
	w.repairs.ofHandicap(g, pos.Rules().ID())
	w.repairs.ofSize(g, pos.Board())
	return w, nil
}

// walk traverses a record with one position, and undoes each node on the way back.
type walk struct {
	tree    *Tree
	points  sgf.Board
	pos     game.Position // nil if the game does not accept the stones
	stones  []game.Color
	toPlay  game.Color // used without a position
	path    []step
	begins  []int // steps of path at which another position started
	kept    int   // points of the positions kept in path
	changes int   // of all nodes
	// liberties reports whether stones without liberties are removed.
	liberties bool
	uncounted bool // the result is not a count: if passes had ended the game, it was resumed
	handicap  bool // the record may be of a game with a handicap in Go
	begun     bool // a move or PL has determined the side to move

	main    bool  // on the main line, which comes first
	moves   int   // of the main line so far
	line    *Line // to fill, without variations; nil for the whole tree
	started int   // points of the positions that began anew
	part    Part  // current, without its position and the position's turns
	repairs repairs
}

// step is the effect of a node on the path, for undoing it.
type step struct {
	plies  int           // of the position before another replaced it
	before []game.Placed // previous contents
	handed bool          // before its move, the turn was handed to the other side, or the game resumed
	side   game.Color    // the side to move then
	left   bool          // another position replaced pos
	pos    game.Position // the replaced position, nil if it is not needed again
	toPlay game.Color
	begun  bool // before the step
}

// next is a node to visit.
type next struct {
	node   *sgf.Node
	parent int
	depth  int // of the parent in the path, in steps
}

func (w *walk) all(ctx context.Context, root *sgf.Node) error {
	waiting := []next{{root, -1, 0}}
	for len(waiting) > 0 {
		if len(w.tree.Nodes)%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		n := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		for len(w.path) > n.depth {
			w.back()
		}
		resume := -1 // depth to return to
		if len(waiting) > 0 {
			resume = waiting[len(waiting)-1].depth
		}
		if err := w.visit(n, resume); err != nil {
			return err
		}
		at := len(w.tree.Nodes) - 1
		children := n.node.Children
		if w.line != nil {
			children = children[:min(len(children), 1)]
		}
		for _, c := range slices.Backward(children) {
			waiting = append(waiting, next{c, at, len(w.path)})
		}
	}
	return nil
}

// visit applies a node.
func (w *walk) visit(n next, resume int) error {
	node := TreeNode{Node: n.node, Parent: n.parent}
	w.main = w.main && n.parent == len(w.tree.Nodes)-1
	v := &visit{walk: w, n: &node, s: step{toPlay: w.toPlay, begun: w.begun}, resume: resume}
	if n.parent < 0 {
		v.scan() // the rules may start with stones
		v.beginPart()
	}
	v.setUp()
	v.makeMoves()
	if w.main && n.node.Next() == nil && w.uncounted {
		v.resumeGame()
	}
	node.ToPlay = w.turn()
	w.tree.Nodes = append(w.tree.Nodes, node)
	if v.s.left {
		w.begins = append(w.begins, len(w.path))
	}
	w.path = append(w.path, v.s)
	w.tree.Changed, w.tree.Kept = w.changes, max(w.tree.Kept, w.kept)
	if w.changes > MaxChanges || w.line != nil && w.started > maxStarted {
		return fmt.Errorf("%w too often for so large a board", ErrHeavy)
	}
	if w.kept > MaxKept {
		return fmt.Errorf("%w in too many variations within one another", ErrHeavy)
	}
	return nil
}

// turn returns the side to move.
func (w *walk) turn() game.Color {
	if w.pos == nil {
		return w.toPlay
	}
	return w.pos.ToPlay()
}

// back undoes the last step.
func (w *walk) back() {
	last := len(w.path) - 1
	s := w.path[last]
	w.path = w.path[:last]
	for _, p := range slices.Backward(s.before) {
		w.stones[p.Point] = p.Color
	}
	w.toPlay, w.begun = s.toPlay, s.begun
	if s.left {
		w.begins = w.begins[:len(w.begins)-1]
		if w.pos = s.pos; s.pos != nil {
			w.kept -= len(w.stones)
		}
	}
	for range s.plies {
		if w.pos != nil {
			w.pos.Undo()
		}
	}
	if s.handed && w.pos != nil {
		w.handBack(s.side)
	}
}

// handBack undoes a handed-over turn: repeating the last move restores everything that follows from
// it, such as the end of the game.
func (w *walk) handBack(side game.Color) {
	if moves := w.pos.Moves(); len(moves) > 0 {
		last := moves[len(moves)-1]
		w.pos.Undo()
		_ = w.pos.Play(last) // it was legal before
	} else if t, ok := w.pos.(game.Turner); ok && side != game.Empty {
		t.SetToPlay(side)
	}
}

// visit is the work at one node.
type visit struct {
	*walk
	n      *TreeNode
	s      step
	resume int // the number of steps to return to next, -1 for none
}

// leave replaces the current position by another one, or none. It keeps the old one if it is needed
// again.
func (v *visit) leave(other game.Position) {
	v.endPart()
	began := -1 // the step at which the current position started
	if len(v.begins) > 0 {
		began = v.begins[len(v.begins)-1]
	}
	if !v.s.left && v.pos != nil && v.resume > began {
		v.s.pos = v.pos
		v.kept += len(v.stones)
	}
	v.s.left = true
	v.pos = other
	v.beginPart()
}

// restart starts a position with the current stones. If the game does not accept them, it starts none,
// and returns why.
func (v *visit) restart(toPlay game.Color) error {
	v.n.Anew = true
	v.toPlay = toPlay
	v.started += len(v.stones)
	pos, err := v.tree.Rules.New(v.tree.Board)
	if s, ok := pos.(game.Setter); err == nil && ok {
		err = s.Set(placed(v.stones), toPlay)
	} else if err == nil {
		err = errors.New("set up: the game does not begin with stones")
	}
	if err != nil {
		pos = nil
	}
	v.leave(pos)
	return err
}

// turnTo makes a side the one to move.
func (v *visit) turnTo(side game.Color) {
	if v.turn() == side {
		return
	}
	t, ok := v.pos.(game.Turner)
	was := v.turn()
	if ok {
		game.Resume(v.pos)
	}
	if !ok || v.turn() == game.Empty {
		_ = v.restart(side) // the stones are as before
		return
	}
	v.hands(was)
	t.SetToPlay(side)
}

// placed returns the stones of an array of colours.
func placed(colors []game.Color) []game.Placed {
	var stones []game.Placed
	for p, c := range colors {
		if c != game.Empty {
			stones = append(stones, game.Placed{Point: game.Point(p), Color: c})
		}
	}
	return stones
}

// put changes a point.
func (v *visit) put(p game.Point, c game.Color) {
	if v.stones[p] == c {
		return
	}
	v.s.before = append(v.s.before, game.Placed{Point: p, Color: v.stones[p]})
	v.n.Changes = append(v.n.Changes, game.Placed{Point: p, Color: c})
	v.stones[p] = c
	v.changes++
}

// scan copies the differences from the position.
func (v *visit) scan() {
	for p := range game.Point(len(v.stones)) {
		v.put(p, v.pos.At(p))
	}
}

// setUp applies the setup of the node.
func (v *visit) setUp() {
	setup, ok, err := v.n.Node.Setup(v.points)
	if err != nil {
		v.repair("%v: left out", unprefixed(err))
	}
	if !ok {
		return
	}
	v.n.Anew = true
	before := len(v.n.Changes)
	for c, points := range setup.Stones {
		for _, p := range points {
			v.put(game.Point(p), game.Color(c))
		}
	}
	changed := len(v.n.Changes) > before
	if err != nil && !changed && setup.ToPlay == sgf.Empty {
		v.n.Refused = Unreadable
	}
	toPlay := v.sideAfter(setup)
	if !changed {
		v.turnTo(toPlay)
		return
	}
	if err := v.restart(toPlay); err != nil {
		v.repair("%v: the rules are not applied", err)
	}
}

// sideAfter returns the side to move after a setup: that of PL, else that of the next move, else White
// after handicap stones, else the side that it was.
func (v *visit) sideAfter(setup sgf.Setup) game.Color {
	moves := v.n.Node.Has("B") || v.n.Node.Has("W")
	if pl := game.Color(setup.ToPlay); pl != game.Empty && !moves {
		v.begun = true
		return pl
	}
	if next := nextSide(v.n.Node); next != game.Empty {
		return next
	}
	if v.handicap && !v.begun && v.onlyBlack() {
		return game.White
	}
	return cmp.Or(v.turn(), game.Black)
}

// nextSide returns the side of the first move of a node or of its main line, if no other setup comes
// before it.
func nextSide(n *sgf.Node) game.Color {
	for at := n; at != nil; at = at.Next() {
		if at != n && slices.ContainsFunc([]string{"AB", "AW", "AE", "PL", "OC", "OF"}, at.Has) {
			break
		}
		for _, p := range at.Properties {
			switch p.ID {
			case "B":
				return game.Black
			case "W":
				return game.White
			}
		}
	}
	return game.Empty
}

// onlyBlack reports whether there are several stones, all of them black.
func (v *visit) onlyBlack() bool {
	count := [3]int{}
	for _, c := range v.stones {
		count[c]++
	}
	return count[game.Black] > 1 && count[game.White] == 0
}

// makeMoves applies the moves of the node.
func (v *visit) makeMoves() {
	if name := v.n.Node.Choice(); name != "" {
		v.choose(name)
		return
	}
	if p, ok, err := v.n.Node.Offered(v.points); err == nil && ok {
		v.choose(v.tree.Board.Name(game.Point(p)))
		return
	} else if ok {
		v.repair("%v: left out", unprefixed(err))
	}
	moves, err := v.n.Node.Moves(v.points)
	if err != nil {
		v.repair("%v: left out", unprefixed(err))
		if len(moves) == 0 {
			v.n.Refused = Unreadable
		}
	}
	for _, m := range moves {
		v.play(game.Move(m.Point), game.Color(m.Color))
	}
	if len(moves) > 1 {
		v.n.Anew = true
	}
	v.checkMoves(len(moves))
}

// checkMoves reports what FF[4] forbids in a node with moves.
func (v *visit) checkMoves(moves int) {
	for _, id := range []string{"B", "W"} {
		if values := v.n.Node.Raw(id); len(values) > 1 {
			v.repair("%s has %d values: the first one is read", id, len(values))
		}
	}
	switch n := v.n.Node; {
	case moves == 0:
	case moves > 1:
		v.repair("a node has moves of both sides: they are made in their order")
	case n.Has("AB") || n.Has("AW") || n.Has("AE"):
		v.repair("a node has stones and a move: the stones are set up first")
	case n.Has("PL"):
		v.repair("PL beside a move is ignored")
	}
}

// choose applies a move of an opening that places no stone.
func (v *visit) choose(name string) {
	v.n.Move, v.n.Color = name, v.turn()
	err := error(&game.IllegalMove{Reason: game.NotInThisWay})
	if v.pos != nil {
		var m game.Move
		if m, err = game.ParseMove(v.pos, name); err == nil {
			err = v.pos.Play(m)
		}
	}
	if err != nil {
		v.n.Refused = reasonOf(err).Code()
		v.repair("%.40q: %v: left out", name, reasonOf(err))
		return
	}
	v.moved()
	v.played()
	v.scan()
}

// reasonOf returns the reason why a move is illegal.
func reasonOf(err error) game.Reason {
	if illegal, ok := errors.AsType[*game.IllegalMove](err); ok {
		return illegal.Reason
	}
	return game.NotInThisWay
}

// moved counts a move of the main line.
func (v *visit) moved() {
	if v.begun = true; v.main {
		v.walk.moves++
	}
}

// played records a move that the position has made.
func (v *visit) played() {
	if !v.s.left {
		v.s.plies++
	}
}

// play makes a move, by hand if the rules forbid it.
func (v *visit) play(m game.Move, side game.Color) {
	v.moved()
	v.n.Move, v.n.Color = "pass", side
	if m >= 0 {
		v.n.Move = v.tree.Board.Name(m.Point())
	}
	if v.pos != nil {
		err := v.tryRules(m, side)
		if err == nil {
			return
		}
		v.n.Refused = reasonOf(err).Code()
		v.repair("%s %s is illegal, but made: %v", side, v.n.Move, reasonOf(err))
		// Without its history, the position may allow the move.
		if v.restart(side) == nil && v.tryRules(m, side) == nil {
			return
		}
	}
	t := game.Turn{Move: m, Color: side, Player: side, Kind: game.TurnPass}
	if m >= 0 {
		before := len(v.n.Changes)
		v.byHand(m.Point(), side)
		t.Kind = game.TurnStone
		for _, p := range v.n.Changes[before:] {
			if p.Color == game.Empty && p.Point != m.Point() {
				t.Taken = append(t.Taken, p.Point)
			}
		}
	}
	v.part.Turns = append(v.part.Turns, t)
	_ = v.restart(side.Other()) // a move follows by hand too if the rules still do not allow the stones
}

// tryRules makes a move if the rules allow it.
func (v *visit) tryRules(m game.Move, side game.Color) error {
	taken := v.takenStones()
	if err := v.byRules(m, side); err != nil {
		return err
	}
	v.played()
	if m >= 0 {
		v.put(m.Point(), side)
	}
	if v.takenStones() != taken || m >= 0 && v.pos.At(m.Point()) != side {
		v.scan()
	}
	return nil
}

// byRules makes a move for a side, even out of turn. If both had passed, it resumes the game.
func (v *visit) byRules(m game.Move, side game.Color) error {
	was := v.pos.ToPlay()
	resumed := game.Resume(v.pos)
	before := v.pos.ToPlay()
	if resumed || before != side {
		v.hands(was)
	}
	if before == side {
		return v.pos.Play(m)
	}
	t, ok := v.pos.(game.Turner)
	if !ok || before == game.Empty {
		return v.pos.Play(m) // out of turn, or in a finished game
	}
	v.n.Anew = true
	t.SetToPlay(side)
	err := v.pos.Play(m)
	if err != nil {
		t.SetToPlay(before)
	}
	return err
}

// resumeGame continues a game that passes have ended.
func (v *visit) resumeGame() {
	if was := v.turn(); v.pos != nil && game.Resume(v.pos) {
		v.hands(was)
	}
}

// hands records that the turn of the parent's position is handed over.
func (v *visit) hands(from game.Color) {
	if !v.s.left && !v.s.handed && v.s.plies == 0 {
		v.s.handed, v.s.side = true, from
	}
}

// takenStones returns the number of captured stones.
func (v *visit) takenStones() int {
	c, ok := v.pos.(game.Capturer)
	if !ok {
		return 0
	}
	return c.Captures(game.Black) + c.Captures(game.White)
}

// byHand places a stone and removes stones without liberties if the game does so.
func (v *visit) byHand(p game.Point, c game.Color) {
	v.put(p, c)
	if !v.liberties {
		return
	}
	for _, q := range v.tree.Board.Neighbors(p) {
		if v.stones[q] == c.Other() {
			v.take(q)
		}
	}
	v.take(p)
}

// take removes a chain without liberties.
func (v *visit) take(p game.Point) {
	c := v.stones[p]
	chain, seen := []game.Point{p}, map[game.Point]bool{p: true}
	for i := 0; i < len(chain); i++ {
		for _, q := range v.tree.Board.Neighbors(chain[i]) {
			if v.stones[q] == game.Empty {
				return
			}
			if v.stones[q] == c && !seen[q] {
				seen[q] = true
				chain = append(chain, q)
			}
		}
	}
	for _, q := range chain {
		v.put(q, game.Empty)
	}
}
