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

// Tree is a game with all its variations, and what each node does to the board.
type Tree struct {
	Board *board.Board
	Rules game.Rules
	Nodes []TreeNode // parents before children and children in their order; the first is the root

	Changed, Kept int // how much of MaxChanges and MaxKept it took
}

// TreeNode is a node of a [Tree].
type TreeNode struct {
	Node   *sgf.Node
	Parent int        // index, -1 for the root
	Move   string     // as [game.Format] has it, "" for none
	Color  game.Color // who makes the move
	ToPlay game.Color // whose turn it is after the node; Empty where the game is over
	// Anew says that Moves from an earlier node on do not lead here: stones are set up,
	// or a move is made that the rules do not allow, or out of turn.
	Anew    bool
	Refused string        // why the rules do not allow the move: a reason's code or [Unreadable]
	Changes []game.Placed // what is different from the parent, of the root from an empty board
}

// Unreadable is why a node does nothing that cannot be read.
const Unreadable = "unreadable"

// MaxKept bounds the positions that are kept to come back to, by their points in all.
const MaxKept = 8_000_000

// MaxChanges bounds the changes of all nodes together: a few bytes can set up thousands of
// stones, and ever so often.
const MaxChanges = 4_000_000

// ErrHeavy is the error of a record that takes more than MaxChanges or MaxKept.
var ErrHeavy = errors.New("record: stones are set up")

// Grow returns the tree of g. As FF[4] wants it, and other programs do, moves are made
// whatever the rules say of them: the stone is placed, and where stones are taken by
// their liberties those without are taken. What cannot be read does nothing. The error is
// that of [Load] for a record whose board or rules there are not, or ctx's.
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

// walk goes through a record with one position, taking back what was done on the way.
type walk struct {
	tree    *Tree
	points  sgf.Board
	pos     game.Position // nil where the stones are none that the game knows
	stones  []game.Color
	toPlay  game.Color // where there is no position
	path    []step
	begins  []int // steps of path at which another position began
	kept    int   // points of the positions kept in path
	changes int   // of all nodes
	// liberties says that stones without them are taken.
	liberties bool
}

// step is what was done at a node on the path, to take it back.
type step struct {
	plies  int           // of the position before another took its place
	before []game.Placed // what was there
	handed bool          // before its move pos was given to the other side, or the game resumed
	side   game.Color    // whose turn it was then
	left   bool          // another position took the place of pos
	pos    game.Position // that which was left, nil where nobody comes back to it
	toPlay game.Color
}

// next is a node still to be visited.
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
		resume := -1 // the depth that will be come back to
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

// visit does what a node says.
func (w *walk) visit(n next, resume int) error {
	node := TreeNode{Node: n.node, Parent: n.parent}
	v := &visit{walk: w, n: &node, s: step{toPlay: w.toPlay}, resume: resume}
	if n.parent < 0 {
		v.scan() // the rules may begin with stones
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

// turn returns whose turn it is.
func (w *walk) turn() game.Color {
	if w.pos == nil {
		return w.toPlay
	}
	return w.pos.ToPlay()
}

// back takes the last step back.
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

// handBack gives the turn back to whom a node took it from: making the last move again
// brings back all that goes with it, as that the game was over.
func (w *walk) handBack(side game.Color) {
	if moves := w.pos.Moves(); len(moves) > 0 {
		last := moves[len(moves)-1]
		w.pos.Undo()
		_ = w.pos.Play(last) // it was legal before
	} else if t, ok := w.pos.(game.Turner); ok && side != game.Empty {
		t.SetToPlay(side)
	}
}

// visit is what is done at one node.
type visit struct {
	*walk
	n      *TreeNode
	s      step
	resume int // the number of steps that will be come back to next, -1 for none
}

// leave puts another position, or none, in the place of the one that there is. That one
// is kept where somebody comes back to it.
func (v *visit) leave(other game.Position) {
	began := -1 // where the present position did
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

// restart begins anew with the stones that there are, with no position where they are
// none that the game knows.
func (v *visit) restart(toPlay game.Color) {
	v.n.Anew = true
	v.toPlay = toPlay
	pos, err := v.tree.Rules.New(v.tree.Board)
	if s, ok := pos.(game.Setter); err != nil || !ok || s.Set(placed(v.stones), toPlay) != nil {
		pos = nil
	}
	v.leave(pos)
}

// placed returns the stones of colours by point.
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

// scan takes over all that is different in the position.
func (v *visit) scan() {
	for p := range game.Point(len(v.stones)) {
		v.put(p, v.pos.At(p))
	}
}

// setUp does what the node sets up by hand.
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

// moves makes the moves of the node.
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

// choose makes a move of an opening that places no stone.
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

// reasonOf returns the code of why a move is not allowed.
func reasonOf(err error) string {
	if illegal, ok := errors.AsType[*game.IllegalMove](err); ok {
		return illegal.Reason.Code()
	}
	return game.NotInThisWay.Code()
}

// played counts a move that the position has made.
func (v *visit) played() {
	if !v.s.left {
		v.s.plies++
	}
}

// play makes a move, by hand where the rules do not allow it.
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

// byRules makes a move for a side, whoever was to play, and as if players had agreed to
// play on who had passed.
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
		return v.pos.Play(m) // which is not the side's turn, or that of nobody
	}
	v.n.Anew = true
	t.SetToPlay(side)
	err := v.pos.Play(m)
	if err != nil {
		t.SetToPlay(before)
	}
	return err
}

// hands notes that the turn of the position that the parent led to is given away.
func (v *visit) hands(from game.Color) {
	if !v.s.left && !v.s.handed && v.s.plies == 0 {
		v.s.handed, v.s.side = true, from
	}
}

// takenStones returns how many stones have been taken.
func (v *visit) takenStones() int {
	c, ok := v.pos.(game.Capturer)
	if !ok {
		return 0
	}
	return c.Captures(game.Black) + c.Captures(game.White)
}

// byHand places a stone and takes what has no liberties then, where the game does so.
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

// take takes a chain off the board that has no liberties.
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
