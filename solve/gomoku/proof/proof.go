// Package proof contains proofs that a side has a forced win at n in a row, and the checker that accepts or refuses
// them. The checker uses the slow, exact rules of package gomoku and no search code.
//
// # Proofs
//
// A proof is a list of nodes. A node applies to positions with the attacker to move and contains their move. If that
// does not win immediately, the node names a threat, which is another node: how the attacker continues if the defender
// plays elsewhere. It also lists the replies that meet the threat, each with the node that answers it. The threat must
// win against every reply that is not listed.
//
// # Correctness
//
// A threat of the first order wins immediately: the checker plays every legal reply that is not listed, and then the
// threat.
//
// A threat of the second order is a win by continuous fours: its own threats win immediately. The checker follows it
// with the defender passing, and collects its zone: the points where one more stone of the defender could make a
// difference. These are
//
//   - the points where the attacker plays, or wins immediately;
//   - the ends of the rows with which they win, where a row can be fenced in;
//   - the empty points of each row of n that has n-2 stones of the defender
//     and none of the attacker when the defender is to move: with the extra
//     stone and the next one the defender would win first.
//
// Replies in the zone must be listed. Any other leaves each of the attacker's moves legal, each four a four, and the
// defender without a five. A distant stone can change Renju's forbidden points, because a double three can depend on
// others. This matters if Black attacks through a point where two threes are conceivable, or White relies on a
// forbidden reply. Then the checker finds the points that the rules may examine, plays each unlisted reply on them, and
// follows the threat again.
//
// A threat of the third order is a win by fours and threats of the second order. Its zone is found in the same way, by
// following it with the defender passing, and is larger. Let d be the reply to the threat, and let the defender meet
// one of the threat's own threats with e, which the threat does not answer. Then both stones are on the board, and the
// defender adds the winning one. So the zone that a threat contributes to its parent includes the empty points of rows
// with n-3 of the defender's stones, while n-2 are enough for itself. Every position with the defender to move counts,
// because e itself may win. In general a stone that is k threats farther out is harmless if no row with n-2-k stones
// goes through it. Of the stones outside the tree that a row of the defender uses, the farthest one is in that row's
// zone. With forbidden points all replies that may change one are played. If White relies on a forbidden point in a
// threat of the third order, all replies are.
package proof

import (
	"encoding/json"
	"fmt"
	"io"

	"moyo/board"
	"moyo/game"
	"moyo/internal/errtext"
)

// The largest proof that Read accepts.
const (
	MaxNodes = 1_000_000
	MaxBytes = 256 << 20
)

// Proof claims that the side to move wins by force.
type Proof struct {
	Board    *board.Board
	Game     string // an id of rules
	Stones   []game.Placed
	Attacker game.Color // to move
	Nodes    []Node     // the first is the root
}

// Node is the attacker's move in a position, and what follows.
type Node struct {
	Move    game.Point
	Threat  int32 // the node with which the attacker continues, 0 if Move wins immediately
	Replies []Reply
}

// Reply is a move of the defender and the node that answers it. Nodes come after the ones that name
// them.
type Reply struct {
	Move game.Point
	Then int32
}

// file is the JSON form.
type file struct {
	Proof  string     `json:"proof"`
	Board  string     `json:"board"`
	Game   string     `json:"game"`
	Stones fileStones `json:"stones"`
	ToPlay string     `json:"toPlay"`
	Nodes  []fileNode `json:"nodes"`
}

type fileStones struct {
	Black []string `json:"black"`
	White []string `json:"white"`
}

type fileNode struct {
	Move    string      `json:"move"`
	Threat  int32       `json:"threat,omitempty"`
	Replies []fileReply `json:"replies,omitempty"`
}

type fileReply struct {
	Move string `json:"move"`
	Then int32  `json:"then"`
}

const format = "moyo forced win 1"

// Write writes p as JSON.
func (p *Proof) Write(w io.Writer) error { return json.NewEncoder(w).Encode(p) }

// MarshalJSON returns the JSON form: names of points, indices of nodes.
func (p *Proof) MarshalJSON() ([]byte, error) {
	f := file{
		Proof: format, Board: p.Board.Spec(), Game: p.Game, ToPlay: p.Attacker.String(), Stones: fileStones{Black: []string{}, White: []string{}},
	}
	for _, s := range p.Stones {
		list := &f.Stones.Black
		if s.Color == game.White {
			list = &f.Stones.White
		}
		*list = append(*list, p.Board.Name(s.Point))
	}
	f.Nodes = make([]fileNode, len(p.Nodes))
	for i, n := range p.Nodes {
		f.Nodes[i] = fileNode{Move: p.Board.Name(n.Move), Threat: n.Threat}
		for _, r := range n.Replies {
			f.Nodes[i].Replies = append(f.Nodes[i].Replies, fileReply{p.Board.Name(r.Move), r.Then})
		}
	}
	return json.Marshal(f)
}

// Read reads the JSON form. open makes boards from specs. The result is well formed but unchecked:
// see [Check].
func Read(r io.Reader, open func(spec string) (*board.Board, error)) (*Proof, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("proof: more than %d bytes", MaxBytes)
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	if f.Proof != format {
		return nil, fmt.Errorf("proof: %q where %q was expected", errtext.Clip(f.Proof, maxQuoted), format)
	}
	b, err := open(f.Board)
	if err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	p := &Proof{Board: b, Game: f.Game}
	if err := p.fill(&f); err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	return p, nil
}

// fill copies the contents of f.
func (p *Proof) fill(f *file) error {
	switch f.ToPlay {
	case "black":
		p.Attacker = game.Black
	case "white":
		p.Attacker = game.White
	default:
		return fmt.Errorf("toPlay %q: want black or white", errtext.Clip(f.ToPlay, maxQuoted))
	}
	for c, names := range map[game.Color][]string{game.Black: f.Stones.Black, game.White: f.Stones.White} {
		for _, name := range names {
			at, ok := p.Board.Lookup(name)
			if !ok {
				return fmt.Errorf("%s stone %q: no such point on %s", c, errtext.Clip(name, maxQuoted), p.Board.Title())
			}
			p.Stones = append(p.Stones, game.Placed{Point: at, Color: c})
		}
	}
	if len(f.Nodes) == 0 || len(f.Nodes) > MaxNodes {
		return fmt.Errorf("%d nodes: want 1 to %d", len(f.Nodes), MaxNodes)
	}
	p.Nodes = make([]Node, len(f.Nodes))
	for i := range f.Nodes {
		if err := p.fillNode(int32(i), &f.Nodes[i]); err != nil {
			return fmt.Errorf("node %d: %w", i, err)
		}
	}
	return nil
}

func (p *Proof) fillNode(i int32, f *fileNode) error {
	n := &p.Nodes[i]
	var ok bool
	if n.Move, ok = p.Board.Lookup(f.Move); !ok {
		return fmt.Errorf("move %q: no such point on %s", errtext.Clip(f.Move, maxQuoted), p.Board.Title())
	}
	if f.Threat != 0 && !p.behind(i, f.Threat) {
		return fmt.Errorf("threat %d: want a later node", f.Threat)
	}
	n.Threat = f.Threat
	listed := make(map[board.Point]bool, len(f.Replies))
	for _, r := range f.Replies {
		at, ok := p.Board.Lookup(r.Move)
		if !ok {
			return fmt.Errorf("reply %q: no such point on %s", errtext.Clip(r.Move, maxQuoted), p.Board.Title())
		}
		if !p.behind(i, r.Then) {
			return fmt.Errorf("reply %s: then %d: want a later node", errtext.Clip(r.Move, maxQuoted), r.Then)
		}
		if listed[at] {
			return fmt.Errorf("reply %s is listed twice", errtext.Clip(r.Move, maxQuoted))
		}
		listed[at] = true
		n.Replies = append(n.Replies, Reply{at, r.Then})
	}
	return nil
}

// behind reports whether node j comes after node i, which excludes cycles.
func (p *Proof) behind(i, j int32) bool { return j > i && int(j) < len(p.Nodes) }

// maxQuoted limits how much of an untrusted proof an error quotes, in bytes.
const maxQuoted = 60
