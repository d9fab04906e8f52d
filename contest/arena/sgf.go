package arena

import (
	"fmt"
	"io"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/game/clock"
	"moyo/game/record"
	"moyo/game/record/sgf"
)

// WriteSGF writes all games as one collection, in the order of the schedule. kind
// is the number of the game in records, see [record.Of].
func WriteSGF(w io.Writer, r *Results, rules game.Rules, b *board.Board, kind int) error {
	games := slices.Clone(r.Games)
	slices.SortFunc(games, func(a, b Record) int { return a.Game - b.Game })
	var all sgf.Collection
	for _, rec := range games {
		g, err := rec.sgf(rules, b, kind)
		if err != nil {
			return err
		}
		all = append(all, g)
	}
	return sgf.Write(w, all)
}

// sgf returns the game as a record.
func (rec Record) sgf(rules game.Rules, b *board.Board, kind int) (*sgf.Game, error) {
	pos, err := rules.New(b)
	if err != nil {
		return nil, err
	}
	for i, text := range rec.Moves {
		m, err := game.ParseMove(pos, text)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			return nil, fmt.Errorf("arena: game %d: move %d (%s): %w", rec.Game+1, i+1, text, err)
		}
	}
	g := record.Of(pos, kind)
	black := 0
	if game.Holder(pos, game.Black) == game.White { // the colours were swapped
		black = 1
	}
	set := func(id, value string) { g.Root.Set(id, sgf.Escape(value)) }
	set("PB", rec.Players[black])
	set("PW", rec.Players[1-black])
	set("GN", fmt.Sprintf("game %d", rec.Game+1))
	set("DT", rec.Finished.Format("2006-01-02"))
	set("RE", rec.result(black))
	if rec.timed() {
		if rec.Clock[0] == rec.Clock[1] {
			record.SetClock(g, rec.Clock[0])
		}
		record.SetLeft(g, pos, [3]clock.Spec{game.Black: rec.Clock[0], game.White: rec.Clock[1]}, rec.Left)
	}
	if rec.Fault != "" {
		set("C", rec.How+": "+rec.Detail)
	}
	return g, nil
}

// result formats the result as FF[4] does. black is the player that has Black at the end.
func (rec Record) result(black int) string {
	reason := map[string]string{"resignation": "R", "time": "T", "crash": "F", "illegal move": "F", "memory": "F", "garbage": "F"}[rec.How]
	if reason == "" && black == 0 {
		return rec.Result // with the margin, if there is one
	}
	switch rec.Points[black] {
	case 1:
		return "B+" + reason
	case 0:
		return "W+" + reason
	}
	return "0"
}
