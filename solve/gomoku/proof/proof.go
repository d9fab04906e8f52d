// Package proof holds proofs that a side wins at n in a row by force, and the
// checker that accepts or refuses them. The checker knows the rules of package
// gomoku, slow and exact, and nothing of how proofs are found.
//
// # What a proof is
//
// A proof is a list of nodes. A node belongs to positions where the attacker is
// to move and says what they play. If that wins at once nothing is left to say.
// Else the node names a threat, another node: how the attacker goes on if the
// defender plays elsewhere; and the replies that meet the threat, each with the
// node that answers it. Whatever reply is not listed the threat wins against.
//
// # Why that is enough
//
// A threat of the first order wins at once: the checker plays every legal reply
// that is not listed, and then the threat.
//
// A threat of the second order is a victory by continuous fours: its own
// threats win at once. The checker goes through it with the defender passing,
// and gathers its zone: the points where one more stone of the defender's could
// make a difference. These are
//
//   - the points where the attacker plays, or wins at once;
//   - the ends of the rows with which they win, where a row can be fenced in;
//   - the empty points of each row of n that holds n-2 stones of the defender's
//     and none of the attacker's when the defender is to move, as it takes the
//     stone that is there already and the one played then to win first.
//
// Replies in the zone have to be listed. Any other leaves each of the attacker's
// moves possible, each four a four, and the defender without a five of their
// own. What a stone far away may change are Renju's forbidden points, as a
// double three can hang on others. Where Black attacks through a point at which
// two threes are conceivable, or White counts on a forbidden reply, the checker
// finds the points that the rules may look at to say so, plays each reply there
// that is not listed, and goes through the threat again.
//
// A threat of the third order is a victory by fours and threats of the second
// order. Its zone is found in the same way, by going through it with the defender
// passing, and is larger. Let d be the reply to the threat, and let the defender meet one
// of the threat's own threats with e, which the threat does not answer. Both stones are there then,
// and besides them the defender has the one that wins. So the zone that a threat gives to the one that holds it
// takes in the empty points of rows with n-3 of the defender's stones, where n-2 are enough
// for itself; and every position with the defender to move counts, as e itself may win. In general
// the stone that lies k threats farther out is harmless where no row with n-2-k stones
// goes through it: of the stones outside the tree that a row of the defender's uses, the one that lies farthest out is
// in that row's zone. With forbidden points all replies that may change one are played out, and
// where White counts on one in a threat of the third order, all there are.
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
	Threat  int32 // the node with which the attacker goes on, 0 where Move wins at once
	Replies []Reply
}

// Reply is a move of the defender's and the node that answers it. Nodes lie
// behind those that name them.
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

// Read reads the JSON form. open makes boards from specs. What it returns is
// well formed, no more: see [Check].
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

// fill takes over what f says.
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

// behind reports whether node j lies behind node i, so that nodes form no circle.
func (p *Proof) behind(i, j int32) bool { return j > i && int(j) < len(p.Nodes) }

// maxQuoted bounds what an error quotes of a stranger's proof, in bytes.
const maxQuoted = 60
