package record

import (
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
var ErrHeavy = errors.New("record: stones are set up")

// Grow returns the tree of g. Following FF[4] and other programs, it makes moves even if the rules
// forbid them: it places the stone and, in games with liberties, removes stones without any.
// Unreadable nodes do nothing. It returns the error of [Load] if the board or rules are unknown, or
// ctx's.
func Grow(ctx context.Context, g *sgf.Game, open game.Opener) (*Tree, error) {
	pos, err := begin(g, open)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	w := &walk{
		tree: &Tree{Board: pos.Board(), Rules: pos.Rules()}, points: Points(pos.Board()),
		pos: pos, stones: make([]game.Color, pos.Board().Len()), liberties: game.Takes(pos) && game.Chains(pos),
	}
	return w.tree, w.all(ctx, g.Root)
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
		for _, c := range slices.Backward(n.node.Children) {
			waiting = append(waiting, next{c, at, len(w.path)})
		}
	}
	return nil
}

// visit applies a node.
func (w *walk) visit(n next, resume int) error {
	node := TreeNode{Node: n.node, Parent: n.parent}
	v := &visit{walk: w, n: &node, s: step{toPlay: w.toPlay}, resume: resume}
	if n.parent < 0 {
		v.scan() // the rules may start with stones
	}
	v.setUp()
	v.moves()
	node.ToPlay = w.turn()
	w.tree.Nodes = append(w.tree.Nodes, node)
	if v.s.left {
		w.begins = append(w.begins, len(w.path))
	}
	w.path = append(w.path, v.s)
	w.tree.Changed, w.tree.Kept = w.changes, max(w.tree.Kept, w.kept)
	if w.changes > MaxChanges {
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
	w.toPlay = s.toPlay
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
}

// restart starts a position with the current stones, or none if the game does not accept them.
func (v *visit) restart(toPlay game.Color) {
	v.n.Anew = true
	v.toPlay = toPlay
	pos, err := v.tree.Rules.New(v.tree.Board)
	if s, ok := pos.(game.Setter); err != nil || !ok || s.Set(placed(v.stones), toPlay) != nil {
		pos = nil
	}
	v.leave(pos)
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
		v.n.Refused = Unreadable
	}
	if err != nil || !ok {
		return
	}
	for c, points := range setup.Stones {
		for _, p := range points {
			v.put(game.Point(p), game.Color(c))
		}
	}
	toPlay := game.Color(setup.ToPlay)
	if toPlay == game.Empty {
		toPlay = v.turn()
	}
	if toPlay == game.Empty {
		toPlay = game.Black
	}
	v.restart(toPlay)
}

// moves applies the moves of the node.
func (v *visit) moves() {
	if name := v.n.Node.Choice(); name != "" {
		v.choose(name)
		return
	}
	if p, ok, err := v.n.Node.Offered(v.points); err == nil && ok {
		v.choose(v.tree.Board.Name(game.Point(p)))
		return
	}
	moves, err := v.n.Node.Moves(v.points)
	if err != nil {
		v.n.Refused = Unreadable
	}
	for _, m := range moves {
		v.play(game.Move(m.Point), game.Color(m.Color))
	}
	if len(moves) > 1 {
		v.n.Anew = true
	}
}

// choose applies a move of an opening that places no stone.
func (v *visit) choose(name string) {
	v.n.Move, v.n.Color = name, v.turn()
	if v.pos == nil {
		v.n.Refused = game.NotInThisWay.Code()
		return
	}
	m, err := game.ParseMove(v.pos, name)
	if err == nil {
		err = v.pos.Play(m)
	}
	if err != nil {
		v.n.Refused = reasonOf(err)
		return
	}
	v.played()
	v.scan()
}

// reasonOf returns the code of the reason why a move is illegal.
func reasonOf(err error) string {
	if illegal, ok := errors.AsType[*game.IllegalMove](err); ok {
		return illegal.Reason.Code()
	}
	return game.NotInThisWay.Code()
}

// played records a move that the position has made.
func (v *visit) played() {
	if !v.s.left {
		v.s.plies++
	}
}

// play makes a move, by hand if the rules forbid it.
func (v *visit) play(m game.Move, side game.Color) {
	v.n.Move, v.n.Color = "pass", side
	if m >= 0 {
		v.n.Move = v.tree.Board.Name(m.Point())
	}
	if v.pos != nil {
		taken := v.takenStones()
		err := v.byRules(m, side)
		if err == nil {
			v.played()
			if m >= 0 {
				v.put(m.Point(), side)
			}
			if v.takenStones() != taken || m >= 0 && v.pos.At(m.Point()) != side {
				v.scan()
			}
			return
		}
		v.n.Refused = reasonOf(err)
	}
	if m >= 0 {
		v.byHand(m.Point(), side)
	}
	v.restart(side.Other())
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
