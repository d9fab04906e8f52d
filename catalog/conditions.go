package catalog

import (
	"slices"
	"strconv"

	"moyo/board"
)

// Conditions are what rules say that ratings go by.
type Conditions struct {
	Game   string  // id
	Usual  bool    // no option that a rated game leaves alone has another value than the usual one
	Stones int     // Black's handicap
	Komi   float64 // White's points; 0 where the game has none
	Area   bool    // stones are counted, beside the points that they surround
}

// ConditionsOf returns the conditions of the rules of an id.
func ConditionsOf(rules string) (Conditions, error) {
	r, err := Rules(rules)
	if err != nil {
		return Conditions{}, err
	}
	e, _ := entryOf(nameOf(rules))
	usual, err := e.parse("")
	if err != nil {
		return Conditions{}, err
	}
	have, want := valuesOf(r.ID()), valuesOf(usual.ID())
	c := Conditions{Game: e.ID, Usual: true, Stones: have.number("handicap"), Area: have["score"] == "area"}
	c.Komi, _ = strconv.ParseFloat(have["komi"], 64)
	for option, value := range have {
		free := slices.ContainsFunc(e.Options, func(o Option) bool { return o.ID == option && o.Free })
		c.Usual = c.Usual && (free || value == want[option])
	}
	return c, nil
}

// Offered says whether a game is offered on a board.
func Offered(game string, b *board.Board) bool {
	e, ok := entryOf(game)
	return ok && (e.Board == b.Spec() || slices.Contains(e.Boards, b.Spec()))
}
