package main

import (
	"context"

	"moyo/board"
	"moyo/engine"
	eng "moyo/engine/gomoku"
	"moyo/game"
	rules "moyo/game/rules/gomoku"
	solve "moyo/solve/gomoku"
	"moyo/solve/gomoku/proof"
)

// guideShare is the fraction of the memory for the guide of a solver.
const guideShare = 4

// gomokuGuide returns a guide for the positions that follow from p: an engine with tables of memory bytes, which keeps
// its results. It is nil if no engine supports p.
func gomokuGuide(p solve.Problem, memory int64) solve.Guide {
	opt, err := proof.Rules(p.Game)
	if err != nil || !eng.Plays(opt) {
		return nil
	}
	of, err := rules.New(opt)
	if err != nil {
		return nil
	}
	pos, err := of.Start(p.Board)
	if err != nil {
		return nil
	}
	e := eng.New(eng.Options{Memory: memory, Threads: 1, NoBook: true, Warm: true})
	return func(ctx context.Context, q solve.Question) solve.Advice {
		if pos.Set(q.Stones, q.ToPlay) != nil {
			return solve.Advice{Move: board.None}
		}
		lim := engine.Limits{Nodes: q.Nodes}
		for _, at := range q.Except {
			lim.Exclude = append(lim.Exclude, game.Place(at))
		}
		info, err := e.Search(ctx, pos, lim, func(now engine.Info) {
			if q.Report != nil {
				q.Report(now.Nodes)
			}
		})
		if err != nil || info.Mate <= 0 {
			return solve.Advice{Move: board.None, Nodes: info.Nodes}
		}
		return solve.Advice{Move: info.Move.Point(), Nodes: info.Nodes}
	}
}
