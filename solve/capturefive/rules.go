package capturefive

import (
	"fmt"

	"moyo/game"
	"moyo/game/rules/atarigo"
	"moyo/game/rules/capturefive"
)

// rules are the properties of the rules that the search needs. If need is 0 the first capture wins.
type rules struct {
	need     int  // stones in a row that win
	all      bool // diagonal lines count too
	pass     bool // passing is allowed; two passes are a draw
	captures bool // chains without liberties are removed, suicide is illegal
	superko  bool // superko instead of simple ko
	sides    bool // with superko: only if the same side is to move
}

// maxNeed is the longest row that wins.
const maxNeed = capturefive.MaxN

// rulesOf returns the rules of a game of this kind.
func rulesOf(r game.Rules) (rules, error) {
	if first, ok := r.(*atarigo.Rules); ok && first.Captures() == 1 {
		return rules{captures: true}, nil
	}
	cf, ok := r.(*capturefive.Rules)
	if !ok {
		return rules{}, fmt.Errorf("%w: rules %s: only those of %s and of %s with one capture are supported",
			ErrProblem, r.ID(), capturefive.Name, atarigo.Name)
	}
	opt := cf.Options()
	return rules{
		need: opt.N, all: opt.Lines == capturefive.AllLines, pass: opt.Pass, captures: opt.Captures,
		superko: opt.Captures && opt.Ko != capturefive.SimpleKo, sides: opt.Ko == capturefive.SituationalKo,
	}, nil
}
