package convert

import (
	"slices"

	"moyo/game"
	"moyo/game/match"
	"moyo/internal/sentence"
	"moyo/server/base/wire"
)

// State returns what a view of a match shows besides the stones.
func State(m *match.Match) wire.State {
	pos := m.Position()
	playing := m.Phase() == match.Playing
	st := Position(pos, playing)
	st.Phase, st.DrawOffer, st.UndoAsked = string(m.Phase()), Side(m.DrawOffer()), Side(m.Asked())
	st.UndoPlies = m.AskedBack()
	if m.Partners() > 0 {
		if m.Phase() == match.Waiting {
			made, _ := m.Maker()
			st.Maker = Side(made)
		}
		st.Places = &wire.Next{Black: m.Next(game.Black) + 1, White: m.Next(game.White) + 1}
	}
	st.Abort, st.Clocks = m.Phase() != match.Finished && !m.Begun(), clocks(m)
	st.Dead, st.Result, st.ResultHow = Points(m.Dead()), m.Result(), m.Outcome().How
	for _, side := range []game.Color{game.Black, game.White} {
		if m.HasAccepted(side) {
			st.Accepted = append(st.Accepted, Side(side))
		}
	}
	if s := m.Score(); s.Method != "" && !m.WantsProposal() {
		st.Score = score(s)
	}
	return st
}

// Position returns the state of a position without a match. The side to move and the legal moves are included only if
// playing.
func Position(pos game.Position, playing bool) wire.State {
	st := wire.State{
		Holder: Side(game.Holder(pos, game.Black)), Ply: len(pos.Moves()), Last: -1,
		Forbidden: []wire.Forbidden{}, Landings: []int{}, Dead: []int{}, Accepted: []string{}, Figure: []int{},
	}
	if playing {
		st.ToPlay, st.Turn = Side(pos.ToPlay()), Side(game.Player(pos))
		st.Pass = pos.Check(game.Pass) == game.Legal
		addMoves(&st, pos)
	}
	st.Last = last(pos)
	addKind(&st, pos)
	return st
}

// last returns the point of the last stone placed, -1 after a pass and without a stone. Choices of the players during
// an opening are not moves on the board.
func last(pos game.Position) int {
	if _, ok := pos.(game.Opened); !ok { // then each move is one, without a list of turns
		if moves := pos.Moves(); len(moves) > 0 && moves[len(moves)-1] >= 0 {
			return int(moves[len(moves)-1])
		}
		return -1
	}
	for _, t := range slices.Backward(pos.Turns()) {
		switch t.Kind {
		case game.TurnStone, game.TurnSuicide:
			return int(t.Move)
		case game.TurnPass:
			return -1
		}
	}
	return -1
}

// addKind adds what only some games have: captures, rows that are counted, a shape that has won.
func addKind(st *wire.State, pos game.Position) {
	if c, ok := pos.(game.Capturer); ok {
		st.Captures = wire.Captures{Black: c.Captures(game.Black), White: c.Captures(game.White)}
	}
	st.Takes, st.Chains = game.Takes(pos), game.Chains(pos)
	if r, ok := pos.(game.Rower); ok {
		st.Rows = &wire.Rows{Need: r.Need(), Black: r.Longest(game.Black), White: r.Longest(game.White)}
	}
	if w, ok := pos.(game.Won); ok {
		st.Figure = Points(w.Figure())
	}
	_, st.Falls = pos.(game.Faller)
	_, st.Counted = pos.(game.Scorer)
}

// addMoves adds the forbidden points and, in an opening, the choices and the allowed points if they are few. In games
// with falling stones it adds where they land.
func addMoves(st *wire.State, pos game.Position) {
	o, ok := pos.(game.Opened)
	opening := ok && o.Phase().Text != ""
	legal := legalPoints(pos)
	next := 0 // of legal
	for p := range game.Point(pos.Board().Len()) {
		switch {
		case pos.At(p) != game.Empty:
		case next < len(legal) && legal[next] == p:
			next++
		default:
			st.Forbidden = append(st.Forbidden, wire.Forbidden{Point: int(p), Reason: game.WhyNot(pos, game.Place(p)).Code()})
		}
	}
	if _, ok := pos.(game.Faller); ok {
		st.Landings, st.Forbidden = Points(legal), []wire.Forbidden{}
	}
	if !opening {
		return
	}
	st.Opening = &wire.Opening{
		Text: o.Phase().Text, Words: Sentence(o.Phase()), Choices: choices(pos),
		Offered: Points(o.Offered()), Stones: len(legal) > 0, Only: []int{},
	}
	if len(legal) < len(st.Forbidden) {
		st.Opening.Only, st.Forbidden = Points(legal), []wire.Forbidden{}
	}
}

// legalPoints returns the points on which a stone may be placed, in ascending order.
func legalPoints(pos game.Position) []game.Point {
	moves := pos.LegalMoves(make([]game.Move, 0, pos.Board().Len()+1)) // large enough never to grow
	points := make([]game.Point, 0, len(moves))
	for _, m := range moves {
		if m >= 0 {
			points = append(points, m.Point())
		}
	}
	return points
}

// choices returns the moves that place no stone and are not a pass.
func choices(pos game.Position) []wire.Choice {
	choices := []wire.Choice{}
	for _, m := range pos.LegalMoves(nil) {
		if title := choiceTitle(pos, m); title.Text != "" {
			choices = append(choices, wire.Choice{Move: game.Format(pos, m), Title: title.Text, Words: Sentence(title)})
		}
	}
	return choices
}

// choiceTitle returns the text of a choice, and a zero sentence for any other move.
func choiceTitle(pos game.Position, m game.Move) sentence.Sentence {
	o, ok := pos.(game.Opened)
	if !ok || m > game.FirstChoice {
		return sentence.Sentence{}
	}
	return o.ChoiceTitle(m)
}
