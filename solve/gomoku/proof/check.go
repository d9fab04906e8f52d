package proof

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/gomoku"
)

// Options of a check.
type Options struct {
	// Every makes the checker play each reply also against threats of higher orders than the first,
	// and follow the threat again, instead of using zones. It is slow.
	Every bool
	// Nodes limits the nodes that the checker visits, 0 for no limit. A small file can claim a tree
	// that is too large to walk.
	Nodes int
	// Stop, if not nil, is called now and then. True ends the check with ErrStopped.
	Stop func() bool
}

// ErrStopped is the error of a check that Options.Stop has ended.
var ErrStopped = errors.New("stopped")

// Report is the result of checking an accepted proof.
type Report struct {
	Nodes   int   // nodes visited, threats included
	Replies int   // replies tried
	Moves   int64 // stones placed
	Depth   int   // the attacker's moves in the longest line of listed replies
}

// Check returns an error that names the first flaw of p, or nil if p proves that the side to move
// wins.
func Check(ctx context.Context, p *Proof, opt Options) (Report, error) {
	j, err := NewJudge(p, opt)
	if err != nil {
		return Report{}, fmt.Errorf("proof: %w", err)
	}
	j.ctx = ctx
	depth, err := j.node(0)
	if err != nil {
		return j.report, fmt.Errorf("proof: %w", err)
	}
	j.report.Depth = depth
	return j.report, nil
}

// Judge checks proofs on one position.
type Judge struct {
	ctx     context.Context
	opt     Options
	nodes   []Node
	b       *board.Board
	pos     *gomoku.Position
	rows    *rows
	me, you game.Color
	fence   bool
	bans    bool // the rules have forbidden points
	shared  []bool
	order   []int32     // of the threat of each node's win
	seen    map[key]int // accepted nodes with several parents, and their depth
	report  Report
	ended   error // why the walk ended
}

// NewJudge returns a judge of positions that follow from that of p.
func NewJudge(p *Proof, opt Options) (*Judge, error) {
	of, err := Rules(p.Game)
	if err != nil {
		return nil, err
	}
	rules, err := gomoku.New(of)
	if err != nil {
		return nil, err
	}
	pos, err := rules.Start(p.Board)
	if err != nil {
		return nil, err
	}
	if err := pos.Set(p.Stones, p.Attacker); err != nil {
		return nil, err
	}
	j := &Judge{
		ctx: context.Background(), opt: opt, b: p.Board, pos: pos, rows: newRows(p.Board, of.N),
		me: p.Attacker, you: p.Attacker.Other(),
		fence: of.Rule == gomoku.Caro8 || of.Rule == gomoku.Caro9, bans: of.Rule == gomoku.Renju,
		seen: map[key]int{},
	}
	for _, s := range p.Stones {
		j.rows.put(s.Point, s.Color, 1)
	}
	j.setNodes(p.Nodes)
	return j, nil
}

// setNodes sets the nodes that j judges.
func (j *Judge) setNodes(nodes []Node) {
	j.nodes = nodes
	j.findShared()
	j.findOrders()
}

// Rules returns the options of an id, without the opening, because a proof starts at a position.
func Rules(id string) (gomoku.Options, error) {
	r, err := gomoku.Parse(id)
	if err != nil {
		return gomoku.Options{}, err
	}
	opt := r.(*gomoku.Rules).Options()
	opt.Opening = gomoku.NoOpening
	return opt, nil
}

// findShared marks the nodes with several parents.
func (j *Judge) findShared() {
	j.shared = make([]bool, len(j.nodes))
	once := make([]bool, len(j.nodes))
	name := func(i int32) {
		j.shared[i] = once[i]
		once[i] = true
	}
	for i := range j.nodes {
		if t := j.nodes[i].Threat; t != 0 {
			name(t)
		}
		for _, r := range j.nodes[i].Replies {
			name(r.Then)
		}
	}
}

// flaw is an error in a proof.
type flaw struct {
	node int32
	text string
}

func (f *flaw) Error() string { return fmt.Sprintf("node %d: %s", f.node, f.text) }

func (j *Judge) flaw(node int32, format string, args ...any) error {
	moves := j.pos.Moves()
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = game.Format(j.pos, m)
	}
	text := fmt.Sprintf(format, args...)
	if len(names) > 0 {
		text += ", after " + strings.Join(names, " ")
	}
	return &flaw{node, text}
}

// play plays for the side to move. ok is false for an illegal move.
func (j *Judge) play(p game.Point) (ok bool) {
	c := j.pos.ToPlay()
	if j.pos.Play(game.Place(p)) != nil {
		return false
	}
	j.rows.put(p, c, 1)
	j.report.Moves++
	return true
}

// Place plays p for the side to move, if it is legal and does not end the game.
func (j *Judge) Place(p game.Point) bool {
	if !j.play(p) {
		return false
	}
	if j.pos.Outcome().Over {
		j.undo()
		return false
	}
	return true
}

// Undo takes back the last move.
func (j *Judge) Undo() { j.undo() }

// undo takes back the last move.
func (j *Judge) undo() {
	moves := j.pos.Moves()
	p := moves[len(moves)-1].Point()
	j.rows.put(p, j.pos.At(p), -1)
	j.pos.Undo()
}

// winner returns the side that has won, or Empty.
func (j *Judge) winner() game.Color { return j.pos.Outcome().Winner }

// node checks node i in the position, with the attacker to move. It returns the attacker's moves
// until the win.
func (j *Judge) node(i int32) (depth int, err error) {
	var at key
	if j.shared[i] {
		at = j.key(i)
		if depth, ok := j.seen[at]; ok {
			return depth, nil
		}
	}
	if err := j.visit(); err != nil {
		return 0, err
	}
	n := &j.nodes[i]
	if !j.play(n.Move) {
		return 0, j.flaw(i, "%s is not legal", j.b.Name(n.Move))
	}
	depth, err = j.afterMove(i, n)
	j.undo()
	if err == nil && j.shared[i] {
		j.seen[at] = depth
	}
	return depth, err
}

// visit counts a node. It returns the error of the ended context, of the limit, or of Stop, and keeps returning
// it.
func (j *Judge) visit() error {
	j.report.Nodes++
	switch {
	case j.ended != nil:
	case j.opt.Nodes > 0 && j.report.Nodes > j.opt.Nodes:
		j.ended = fmt.Errorf("more than %d nodes to visit", j.opt.Nodes)
	case j.report.Nodes&63 != 0:
	case j.opt.Stop != nil && j.opt.Stop():
		j.ended = ErrStopped
	default:
		j.ended = j.ctx.Err()
	}
	return j.ended
}

// key is the digest of a position and a node.
type key [sha256.Size]byte

// key returns the digest of node i in the position.
func (j *Judge) key(i int32) key {
	text := binary.LittleEndian.AppendUint32(make([]byte, 0, j.b.Len()+4), uint32(i))
	for p := range game.Point(j.b.Len()) {
		text = append(text, byte(j.pos.At(p)))
	}
	return sha256.Sum256(text)
}

// afterMove checks the rest of a node once its move has been played.
func (j *Judge) afterMove(i int32, n *Node) (int, error) {
	if j.pos.Outcome().Over {
		if j.winner() != j.me {
			return 0, j.flaw(i, "%s does not win", j.b.Name(n.Move))
		}
		return 1, nil
	}
	if n.Threat == 0 {
		return 0, j.flaw(i, "%s does not win immediately and has no threat", j.b.Name(n.Move))
	}
	needed, err := j.needed(n.Threat)
	if err != nil {
		return 0, err
	}
	for _, p := range needed {
		if !n.lists(p) {
			return 0, j.flaw(i, "the reply %s has no answer", j.b.Name(p))
		}
	}
	deepest := 1
	for _, r := range n.Replies {
		depth, err := j.reply(i, r)
		if err != nil {
			return 0, err
		}
		deepest = max(deepest, depth)
	}
	return deepest + 1, nil
}

// reply checks the answer to a listed reply.
func (j *Judge) reply(i int32, r Reply) (int, error) {
	j.report.Replies++
	if !j.play(r.Move) {
		return 0, j.flaw(i, "the reply %s is not legal", j.b.Name(r.Move))
	}
	defer j.undo()
	if j.pos.Outcome().Over {
		if j.winner() != j.me {
			return 0, j.flaw(i, "the reply %s ends the game", j.b.Name(r.Move))
		}
		return 0, nil
	}
	return j.node(r.Then)
}

// Turn makes the attacker, or else the defender, the side to move.
func (j *Judge) Turn(attacker bool) {
	if attacker {
		j.pos.SetToPlay(j.me)
	} else {
		j.pos.SetToPlay(j.you)
	}
}

// NeededAgainst returns what Check requires for a node whose move has just been played and whose
// threat is the first of nodes: it makes the defender the side to move and returns their legal
// replies that need an answer.
func (j *Judge) NeededAgainst(nodes []Node) ([]game.Point, error) {
	j.setNodes(nodes)
	j.Turn(false)
	j.report, j.ended = Report{}, nil // Options.Nodes and Stop apply to this call
	return j.needed(0)
}

// needed returns the legal replies of the defender, to move, against which the threat of node t may
// fail. The error says why t is not a threat.
func (j *Judge) needed(t int32) ([]game.Point, error) {
	if j.nodes[t].Threat == 0 {
		return j.neededAtOnce(t)
	}
	return j.neededByZone(t, newGround(1, j.b.Len()))
}

// neededAtOnce tries each legal reply against a threat to win immediately.
func (j *Judge) neededAtOnce(t int32) ([]game.Point, error) {
	j.Turn(true)
	wins := j.winsBy(j.nodes[t].Move)
	j.Turn(false)
	if !wins {
		return nil, j.flaw(t, "the threat %s does not win", j.b.Name(j.nodes[t].Move))
	}
	var needed []game.Point
	for p := range game.Point(j.b.Len()) {
		if j.pos.At(p) == game.Empty && j.meets(p, j.nodes[t].Move) {
			needed = append(needed, p)
		}
	}
	return needed, nil
}

// winsBy reports whether the side to move wins immediately on p.
func (j *Judge) winsBy(p game.Point) bool {
	c := j.pos.ToPlay()
	if !j.play(p) {
		return false
	}
	won := j.winner() == c
	j.undo()
	return won
}

// meets reports whether the defender's reply p is legal and prevents the attacker's win at five.
func (j *Judge) meets(p, five game.Point) bool {
	j.report.Replies++
	if !j.play(p) {
		return false
	}
	defer j.undo()
	if j.pos.Outcome().Over {
		return j.winner() != j.me
	}
	return !j.winsBy(five)
}
