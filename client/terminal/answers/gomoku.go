package answers

import (
	"fmt"
	"strings"
	"time"

	"moyo/board"
	"moyo/client/terminal/words"
	"moyo/game"
	solve "moyo/solve/gomoku"
	"moyo/solve/gomoku/proof"
)

// Gomoku is an answer about a position of n in a row as JSON.
type Gomoku struct {
	Name    string       `json:"name"`
	Board   string       `json:"board"`
	Game    string       `json:"game"`
	ToPlay  string       `json:"toPlay"`
	Decided bool         `json:"decided"`
	Won     bool         `json:"won"`
	Method  string       `json:"method"`
	Depth   int          `json:"depth"` // moves of the winner
	Least   int          `json:"least"` // no win by the method has fewer moves, by exhaustive search
	Line    []string     `json:"line"`  // "-" means any move
	Nodes   int64        `json:"nodes"`
	Seconds float64      `json:"seconds"`
	Proof   *proof.Proof `json:"proof,omitempty"`
}

// GomokuOf returns the answer to the problem with this name.
func GomokuOf(name string, p solve.Problem, a solve.Solution) Gomoku {
	return Gomoku{
		Name: name, Board: p.Board.Spec(), Game: p.Game, ToPlay: p.ToPlay.String(),
		Decided: a.Decided, Won: a.Won, Method: a.Method.String(), Depth: a.Depth, Least: a.Least, Line: words.Points(p.Board, a.Line),
		Nodes: a.Nodes, Seconds: a.Elapsed.Seconds(), Proof: a.Proof,
	}
}

// Checked describes what the checker did.
func Checked(r proof.Report) string {
	return fmt.Sprintf("checked by %d nodes, %d replies and %d stones placed.", r.Nodes, r.Replies, r.Moves)
}

// GomokuText returns a solution in words, with the tree of a win down to the given number of the
// winner's moves. letters are those of the game's players.
func GomokuText(name string, p solve.Problem, a solve.Solution, letters board.Letters, depth int) string {
	var b strings.Builder
	took := a.Elapsed.Round(time.Millisecond)
	switch {
	case a.Won:
		fmt.Fprintf(&b, "%s: %s wins %s.\n", name, words.Side(p.ToPlay), length(a))
		fmt.Fprintf(&b, "Line: %s\n", strings.Join(lettered(p.Board, a.Line, letters), " "))
		fmt.Fprintf(&b, "Found in %v, %d nodes; %s\n", took, a.Nodes, Checked(a.Report))
		if depth > 0 {
			t := treeView{proof: a.Proof, depths: a.Proof.Depths(), letters: letters, out: &b}
			t.node(0, "", depth)
		}
	case a.Decided:
		fmt.Fprintf(&b, "%s: %s has no win %s (%v, %d nodes).\n", name, words.Side(p.ToPlay), how(a.Method), took, a.Nodes)
	default:
		fmt.Fprintf(&b, "%s: no win %s was found for %s (%v, %d nodes).\n", name, how(a.Method), words.Side(p.ToPlay), took, a.Nodes)
	}
	return b.String()
}

// length describes how long a win takes, its method, and whether it could be shorter.
func length(a solve.Solution) string {
	switch by := how(a.Method); {
	case a.Depth == 1:
		return "at once"
	case a.Least == a.Depth:
		return fmt.Sprintf("in %d moves %s, and no sooner this way", a.Depth, by)
	case a.Least > 1:
		return fmt.Sprintf("in at most %d moves %s, and this way not in fewer than %d", a.Depth, by, a.Least)
	default:
		return fmt.Sprintf("in at most %d moves %s", a.Depth, by)
	}
}

func how(m solve.Method) string {
	switch m {
	case solve.VCF:
		return "by continuous fours"
	case solve.VC2:
		return "by fours, threats and threats of threats"
	}
	return "by fours and threats"
}

// treeView draws a proof. Moves without a choice share one line; each reply has a branch of its own
// if there are several.
type treeView struct {
	proof   *proof.Proof
	depths  []int
	letters board.Letters
	out     *strings.Builder
}

// node writes the attacker's moves from node i after the current line's text. indent precedes the
// following lines.
func (t *treeView) node(i int32, indent string, depth int) {
	for {
		n := &t.proof.Nodes[i]
		t.out.WriteString(t.name(n.Move))
		switch {
		case n.Threat == 0:
			t.out.WriteString(" wins\n")
			return
		case depth <= 1:
			fmt.Fprintf(t.out, " ... (%d more)\n", t.depths[i]-1)
			return
		case len(n.Replies) == 0:
			t.out.WriteString(" - ")
			i = n.Threat
		case len(n.Replies) == 1 && t.proof.Nodes[n.Threat].Threat == 0:
			t.out.WriteString(" " + t.name(n.Replies[0].Move) + " ")
			i = n.Replies[0].Then
		default:
			t.branches(n, indent, depth)
			return
		}
		depth--
	}
}

// branches writes a line for each reply, and one for all others.
func (t *treeView) branches(n *proof.Node, indent string, depth int) {
	t.out.WriteString("\n")
	for _, r := range n.Replies {
		fmt.Fprintf(t.out, "%s├ %s: ", indent, t.name(r.Move))
		t.node(r.Then, indent+"│ ", depth-1)
	}
	fmt.Fprintf(t.out, "%s└ else: ", indent)
	t.node(n.Threat, indent+"  ", depth-1)
}

func (t *treeView) name(p game.Point) string {
	return lettered(t.proof.Board, []game.Point{p}, t.letters)[0]
}

// lettered returns the names of points in these letters, "-" for none.
func lettered(b *board.Board, points []game.Point, letters board.Letters) []string {
	names := words.Points(b, points)
	for i, p := range points {
		if p != board.None {
			names[i] = letters.Name(b, p)
		}
	}
	return names
}
