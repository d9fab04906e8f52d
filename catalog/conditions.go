package catalog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"moyo/board"
)

// Conditions are the properties of rules that ratings depend on.
type Conditions struct {
	Game   string  // id
	Usual  bool    // every option that must keep its usual value in a rated game does
	Stones int     // Black's handicap
	Komi   float64 // points for White; 0 for games without komi
	Area   bool    // area scoring: stones count, and the points that they surround
}

// ConditionsOf returns the conditions of the rules with the given id.
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

// Offered reports whether a game is offered on a board.
func Offered(game string, b *board.Board) bool {
	e, ok := entryOf(game)
	return ok && (e.Board == b.Spec() || slices.Contains(e.Boards, b.Spec()))
}

// WithHandicap returns the rules of an id with another handicap and komi. The game must
// have both options.
func WithHandicap(rules string, stones int, komi float64) string {
	name, params, _ := strings.Cut(rules, ":")
	var kept []string
	for part := range strings.SplitSeq(params, ",") {
		if key, _, _ := strings.Cut(part, "="); part != "" && key != "komi" && key != "handicap" {
			kept = append(kept, part)
		}
	}
	kept = append(kept, fmt.Sprintf("komi=%g", komi))
	if stones > 0 {
		kept = append(kept, fmt.Sprintf("handicap=%d", stones))
	}
	return name + ":" + strings.Join(kept, ",")
}

// maxStones is the largest handicap of any game.
const maxStones = 9

// MostStones returns the largest handicap that the rules of an id allow on a board, or 0
// if the board has no places for handicap stones.
func MostStones(rules string, b *board.Board) int {
	for stones := maxStones; stones > 1; stones-- {
		r, err := Rules(WithHandicap(rules, stones, 0))
		if err != nil {
			continue
		}
		if _, err := r.New(b); err == nil {
			return stones
		}
	}
	return 0
}
