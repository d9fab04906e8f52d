package gomoku

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	rules "moyo/game/rules/gomoku"
)

// proposalFiles contain three stones a line, found by long searches, after
// which the other side gains nothing by a choice of colours: RULE-BOARD.txt.
//
//go:embed proposals/*.txt
var proposalFiles embed.FS

// proposed returns a random proposal of those prepared for the position's rule and
// board, in all symmetric images; nil if none can be placed.
func (o *opener) proposed(p *rules.Position) []game.Move {
	opt := p.Options()
	spec := p.Board().Spec()
	text, err := proposalFiles.ReadFile("proposals/" + opt.Rule.String() + "-" + strings.ReplaceAll(spec, ":", "") + ".txt")
	if err != nil || o.m.bare || opt.N != 5 || len(p.Moves()) > 0 {
		return nil
	}
	list := readProposals(text, p.Board())
	turns := p.Board().Symmetries(16)
	for _, i := range o.r.Perm(len(list) * len(turns)) {
		line, turn := slices.Clone(list[i%len(list)]), turns[i/len(list)]
		for k, m := range line {
			line[k] = game.Place(turn[m])
		}
		if o.isTurn(p, line) {
			return line
		}
	}
	return nil
}

// isTurn reports whether line is exactly what the player places in a turn, with
// none of it excluded.
func (o *opener) isTurn(p *rules.Position, line []game.Move) bool {
	next := p.Copy()
	for _, m := range line {
		if slices.Contains(o.lim.Exclude, m) || next.Player() != p.Player() || next.Play(m) != nil {
			return false
		}
	}
	return next.Player() != p.Player()
}

// readProposals reads lines of three names of points and a win probability.
// Lines that begin with # are comments.
func readProposals(text []byte, b *board.Board) (list [][]game.Move) {
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) != 4 || words[0] == "#" {
			continue
		}
		line := make([]game.Move, 0, 3)
		for _, name := range words[:3] {
			if p, ok := b.Lookup(name); ok {
				line = append(line, game.Place(p))
			}
		}
		if len(line) == 3 {
			list = append(list, line)
		}
	}
	return list
}

// nearlyEven is how far from even the last search of a proposal may be.
const nearlyEven = 0.04

// MakeProposals writes count proposals of swap2 for a rule and a board. It
// balances each with the given nodes and then searches it alone with a quarter
// of them. No two are equal up to a symmetry of the board. If ctx ends, the
// proposals so far have been written.
func MakeProposals(ctx context.Context, opt rules.Options, b *board.Board, nodes int64, count int, out io.Writer) error {
	plain, err := rules.New(opt)
	if err != nil {
		return err
	}
	opt.Opening = rules.Swap2
	swap2, err := rules.New(opt)
	if err != nil {
		return err
	}
	e := New(Options{NoBook: true})
	defer e.Close()
	seen := map[string]bool{}
	for seed := uint64(1); count > 0; seed++ {
		line, chance, err := propose(ctx, e, swap2, plain, b, engine.Limits{Nodes: nodes, Seed: seed})
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		text := canonical(b, line)
		if math.Abs(chance-0.5) > nearlyEven || seen[text] {
			continue
		}
		seen[text] = true
		count--
		if _, err := fmt.Fprintf(out, "%s %.3f\n", text, chance); err != nil {
			return err
		}
	}
	return nil
}

// propose lets an engine place the first stones of a game of swap2, and returns
// the win probability of the side to move after them.
func propose(
	ctx context.Context, e engine.Engine, swap2, plain *rules.Rules, b *board.Board, lim engine.Limits,
) (line []game.Move, chance float64, err error) {
	empty, err := swap2.New(b)
	if err != nil {
		return nil, 0, err
	}
	info, err := e.Search(ctx, empty, lim, nil)
	if err != nil {
		return nil, 0, err
	}
	pos, err := plain.New(b)
	if err != nil {
		return nil, 0, err
	}
	for _, m := range info.PV {
		if err := pos.Play(m); err != nil {
			return nil, 0, err
		}
	}
	after, err := e.Search(ctx, pos, engine.Limits{Nodes: max(lim.Nodes/4, 1)}, nil)
	return info.PV, after.Value, err
}

// canonical returns the names of the points of the least of all symmetric
// images of line; the order keeps the colours.
func canonical(b *board.Board, line []game.Move) string {
	least := ""
	for _, turn := range b.Symmetries(16) {
		var names []string
		for _, m := range line {
			names = append(names, b.Name(turn[m]))
		}
		if names[0] > names[2] { // Black's two stones have no order
			names[0], names[2] = names[2], names[0]
		}
		if text := strings.Join(names, " "); least == "" || text < least {
			least = text
		}
	}
	return least
}
