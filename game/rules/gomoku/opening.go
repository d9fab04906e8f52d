package gomoku

import (
	"slices"

	"moyo/game"
	"moyo/game/rules/internal/zobrist"
	"moyo/internal/sentence"
)

// dialogue is the state of an opening. It is zero in a game without one.
type dialogue struct {
	at      int  // the step; len(steps) when the opening is over
	swapped bool // the player who started has the white stones
	fifths  int  // number of fifths to offer
	offered []game.Point
	keeps   [][]game.Point // while fifths are offered: the symmetries of board and stones
}

// inOpening reports whether st is within the opening.
func (s *script) inOpening(st *state) bool { return s != nil && st.at < len(s.steps) }

// opening reports whether the opening continues.
func (p *Position) opening() bool { return p.script.inOpening(&p.state) }

// Player returns the player to move, named by the colour of their seat, or Empty if the game is
// over.
func (p *Position) Player() game.Color {
	if p.outcome.Over {
		return game.Empty
	}
	return p.playerIn(&p.state)
}

// playerIn returns the player to move in st, if the game was not over.
func (p *Position) playerIn(st *state) game.Color {
	if !p.script.inOpening(st) {
		return st.holder(st.toPlay)
	}
	switch p.script.steps[st.at].by {
	case beginner:
		return game.Black
	case responder:
		return game.White
	case holdsBlack:
		return st.holder(game.Black)
	}
	return st.holder(game.White)
}

// Holder returns the player who has the stones of colour c now.
func (p *Position) Holder(c game.Color) game.Color { return p.holder(c) }

// holder is Holder for a state of the dialogue.
func (d *dialogue) holder(c game.Color) game.Color {
	if d.swapped {
		return c.Other()
	}
	return c
}

// Phase describes in a sentence what the player to move must do in the opening. It is empty after
// the opening.
func (p *Position) Phase() sentence.Sentence {
	if !p.opening() || p.outcome.Over {
		return sentence.Sentence{}
	}
	return p.script.steps[p.at].prompt
}

// Offered returns the points offered for the fifth stone so far, ascending. It is nil at other
// times.
func (p *Position) Offered() []game.Point {
	if p.outcome.Over {
		return nil
	}
	points := slices.Clone(p.offered)
	slices.Sort(points)
	return points
}

// Wanted returns how many points must be offered for the fifth stone, or 0 at other times.
func (p *Position) Wanted() int {
	if p.opening() && p.script.steps[p.at].act == offer {
		return p.fifths
	}
	return 0
}

// stepAllows reports whether the opening allows the player to place a stone on the empty point pt,
// or to offer it.
func (p *Position) stepAllows(pt game.Point) game.Reason {
	st := p.script.steps[p.at]
	ok := true
	switch st.act {
	case choose:
		return game.NotInThisWay
	case putStone:
		ok = p.script.within(st, pt)
	case takeFifth:
		ok = slices.Contains(p.offered, pt)
	case offer:
		ok = !slices.ContainsFunc(p.offered, func(q game.Point) bool { return p.symmetric(q, pt) })
	}
	if !ok {
		return game.Forbidden
	}
	return game.Legal
}

// symmetric reports whether a symmetry of the board that keeps the stones maps q to pt.
func (p *Position) symmetric(q, pt game.Point) bool {
	return slices.ContainsFunc(p.keeps, func(m []game.Point) bool { return m[q] == pt })
}

// choice returns the choice of this step for m.
func (p *Position) choice(m game.Move) (choice, bool) {
	if p.opening() {
		for _, c := range p.script.steps[p.at].choices {
			if c.move == m {
				return c, true
			}
		}
	}
	return choice{}, false
}

// pick makes a choice.
func (p *Position) pick(c choice) {
	chooser := p.Player()
	switch c.move {
	case takeBlack:
		p.swapped = chooser == game.White
	case takeWhite:
		p.swapped = chooser == game.Black
	case swapSides:
		p.swapped = !p.swapped
	case tenFifths:
		p.fifths = 10
	}
	if n := fifthsOf(c.move); n > 0 {
		p.fifths = n
	}
	p.enter(c.to)
}

// point applies the step to a point: it places a stone, or offers the point.
func (p *Position) point(pt game.Point) {
	st := p.script.steps[p.at]
	switch {
	case st.act == takeFifth:
		p.offered = nil
	case st.act == offer && p.fifths > 1:
		p.offered = append(slices.Clone(p.offered), pt)
		if len(p.offered) == p.fifths {
			p.enter(p.at + 1)
		}
		return
	case st.act == offer: // a single offered point is taken immediately
		p.enter(p.at + 1)
	}
	p.place(pt)
	p.enter(p.at + 1)
}

// enter goes to a step and makes its colour the next. White is to move after the last step.
func (p *Position) enter(at int) {
	p.at, p.keeps, p.toPlay = at, nil, game.White
	if !p.opening() {
		p.fifths = 0
		return
	}
	p.toPlay = p.script.steps[at].color
	if p.script.steps[at].act == offer {
		p.beginOffers()
	}
}

// rifFifths is the number of offered fifths if no player has named one.
const rifFifths = 2

// beginOffers finds the symmetries of the stones, and limits the fifths to the number of points
// that differ by them.
func (p *Position) beginOffers() {
	if p.fifths == 0 {
		p.fifths = rifFifths
	}
	for _, m := range p.script.symmetries() {
		keeps := true
		for q, r := range m {
			keeps = keeps && p.stones[q] == p.stones[r]
		}
		if keeps {
			p.keeps = append(p.keeps, m)
		}
	}
	seen := make([]bool, len(p.stones))
	different := 0
	for q, c := range p.stones {
		if c != game.Empty || seen[q] {
			continue
		}
		different++
		for _, m := range p.keeps {
			seen[m[q]] = true
		}
	}
	p.fifths = min(p.fifths, different)
}

// openingKey distinguishes the steps of the opening in the hash.
func (p *Position) openingKey() uint64 {
	if !p.opening() {
		return 0
	}
	state := uint64(p.at)<<16 | uint64(p.fifths)<<8
	if p.swapped {
		state |= 1
	}
	key := zobrist.Key(1<<41 | state)
	for _, pt := range p.offered {
		key ^= zobrist.Key(1<<42 | uint64(pt))
	}
	return key
}
