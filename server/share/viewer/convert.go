package viewer

import (
	"context"
	"strings"

	"moyo/catalog"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
)

// maxText is the maximum number of characters of a text in a header.
const maxText = 200

// headOf returns the header of a game. It does not build the board.
func headOf(g *sgf.Game, index int, open game.Opener) RecordHead {
	text := func(id string) string { return clip(g.Root.SimpleText(id)) }
	h := RecordHead{
		Index: index, Title: text("GN"), Event: text("EV"), Black: text("PB"), White: text("PW"),
		BlackRank: text("BR"), WhiteRank: text("WR"), Date: text("DT"), Result: text("RE"),
	}
	rules, err := record.Rules(g, open)
	if err == nil {
		h.Rules = rules.ID()
	} else {
		h.Problem = problemOf(err)
	}
	if spec, err := g.BoardSpec(); err == nil {
		h.Board = clip(spec)
	} else {
		h.Problem = problemOf(err)
	}
	for n := range g.MainLine() {
		if n.Has("B") || n.Has("W") {
			h.Moves++
		}
	}
	for range g.Nodes() {
		h.Nodes++
	}
	return h
}

// problemOf returns a text for people for an error of the packages below.
func problemOf(err error) string {
	return clip(strings.ToValidUTF8(strings.TrimPrefix(strings.TrimPrefix(err.Error(), "record: "), "sgf: "), "?"))
}

// clip limits the length of a text.
func clip(s string) string {
	n := 0
	for i := range s {
		if n++; n > maxText {
			return s[:i] + "…"
		}
	}
	return s
}

// Grown returns a game, which must be in UTF-8, with its nodes' effects on the board. The error is in words for people, or
// ctx's.
func Grown(ctx context.Context, g *sgf.Game, open game.Opener) (*GameRecord, error) {
	tree, err := record.Grow(ctx, g, open)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, apierror.Invalid(err)
	}
	return gameOf(tree, headOf(g, 0, open)), nil
}

// gameOf returns a game, which must be in UTF-8, with its nodes' effects on the board.
func gameOf(t *record.Tree, h RecordHead) *GameRecord {
	h.Board, h.Rules = t.Board.Spec(), t.Rules.ID()
	g := &GameRecord{
		Head: h, Board: *convert.Board(t.Board), Rules: h.Rules, Words: convert.Rules(catalog.Describe(h.Rules)),
		Nodes: make([]RecordNode, len(t.Nodes)),
	}
	for _, text := range t.Repairs {
		g.Repairs = append(g.Repairs, clip(strings.ToValidUTF8(text, "?")))
	}
	for i, n := range t.Nodes {
		g.Nodes[i] = RecordNode{
			Parent: n.Parent, Move: n.Move, Color: convert.Side(n.Color), ToPlay: convert.Side(n.ToPlay), Anew: n.Anew, Refused: n.Refused,
			Properties: make([][]string, len(n.Node.Properties)),
		}
		for k, p := range n.Node.Properties {
			g.Nodes[i].Properties[k] = append([]string{p.ID}, p.Values...)
		}
		for _, c := range n.Changes {
			g.Nodes[i].Changes = append(g.Nodes[i].Changes, [2]int{int(c.Point), int(c.Color)})
		}
	}
	return g
}
