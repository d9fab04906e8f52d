// Package weiqi implements the game of Go (weiqi, baduk) on any board: a grid, a torus, a sphere or
// a custom graph. [Parse] turns an id such as "weiqi:komi=7.5,score=area,ko=positional,suicide=no"
// into [Rules], whose New makes a [Position] with the whole history, superko and scoring. [Benson]
// finds the stones that no sequence of moves can capture.
//
// docs/rules.md has the rules in words, with their sources.
package weiqi

import (
	"fmt"
	"math"
	"strconv"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/option"
	"moyo/game/rules/internal/placing"
)

// Name is the name of the game in ids.
const Name = "weiqi"

// MaxKomi is the largest komi for either side.
const MaxKomi = 400

// Scoring is the method of counting at the end.
type Scoring uint8

// The scoring methods.
const (
	Area      Scoring = iota // living stones and the empty points that only they reach
	Territory                // those empty points and the prisoners
)

var scoringNames = []string{"area", "territory"}

// String returns the option's value, such as "area".
func (s Scoring) String() string { return scoringNames[s] }

// KoRule decides which repetitions are forbidden.
type KoRule uint8

// The ko rules. "Position" means the stones alone, "situation" the stones and the side to move.
const (
	// PositionalKo forbids a stone that recreates any earlier position.
	PositionalKo KoRule = iota
	// SituationalKo forbids a stone that recreates any earlier situation.
	SituationalKo
	// NaturalKo (natural situational superko) forbids a stone that recreates a position which the same
	// player has already created by placing a stone. Positions left by a pass do not count. The first
	// position counts as created by the side that is not to move.
	NaturalKo
	// SimpleKo forbids recreating the position before the opponent's move. A situation that occurs for
	// the third time ends the game without a winner.
	SimpleKo
)

var koNames = []string{"positional", "situational", "natural", "simple"}

// String returns the option's value, such as "positional".
func (k KoRule) String() string { return koNames[k] }

// Rules are the rules of Go with fixed options. The zero value is not valid; start from [Default]
// or [Parse].
type Rules struct {
	Komi     float64 // points for White, a multiple of one half
	Scoring  Scoring
	Ko       KoRule
	Suicide  bool // a move may capture its own chain of at least two stones
	Handicap int  // black stones on the fixed points of a board, 0 or 2 to 9; White moves first
}

// Default returns area scoring, komi 7.5, positional superko and no suicide.
func Default() Rules { return Rules{Komi: 7.5} }

// Parse returns the rules of an id such as "weiqi:komi=6.5,score=territory". The prefix "weiqi:" is
// optional. Missing options are area, positional, no suicide, no handicap, and a komi of 7.5 (area)
// or 6.5 (territory), or 0.5 in a handicap game.
func Parse(id string) (game.Rules, error) {
	r, err := parse(id)
	if err != nil {
		return nil, fmt.Errorf("rules %q: %w", option.Clip(id), err)
	}
	return r, nil
}

func parse(id string) (Rules, error) {
	var r Rules
	komi := false
	err := option.Read(Name, id, func(key, value string) error {
		komi = komi || key == "komi"
		return r.setOption(key, value)
	})
	if err != nil {
		return r, err
	}
	if !komi {
		r.Komi = r.usualKomi()
	}
	return r, nil
}

// usualKomi is the komi if the id has none.
func (r Rules) usualKomi() float64 {
	switch {
	case r.Handicap > 0:
		return 0.5
	case r.Scoring == Territory:
		return 6.5
	}
	return 7.5
}

func (r *Rules) setOption(key, value string) error {
	switch key {
	case "komi":
		return r.setKomi(value)
	case "score":
		i, err := option.OneOf(key, value, scoringNames)
		r.Scoring = Scoring(i)
		return err
	case "ko":
		i, err := option.OneOf(key, value, koNames)
		r.Ko = KoRule(i)
		return err
	case "suicide":
		yes, err := option.YesNo(key, value)
		r.Suicide = yes
		return err
	case "handicap":
		n, err := strconv.Atoi(value)
		if err != nil || n != 0 && (n < 2 || n > 9) {
			return fmt.Errorf("handicap %q: want 0 or 2 to 9", option.Clip(value))
		}
		r.Handicap = n
		return nil
	}
	return fmt.Errorf("option %q: want komi, score, ko, suicide or handicap", option.Clip(key))
}

func (r *Rules) setKomi(value string) error {
	komi, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsNaN(komi) || math.Abs(komi) > MaxKomi || komi*2 != math.Trunc(komi*2) {
		return fmt.Errorf("komi %q: want a multiple of 0.5 from %d to %d", option.Clip(value), -MaxKomi, MaxKomi)
	}
	r.Komi = komi + 0 // minus zero becomes zero
	return nil
}

// ID returns the canonical id: komi, score, ko and suicide in this order, and the handicap if any.
func (r Rules) ID() string {
	id := fmt.Sprintf("%s:komi=%g,score=%s,ko=%s,suicide=%s", Name, r.Komi, r.Scoring, r.Ko, option.WriteYesNo(r.Suicide))
	if r.Handicap > 0 {
		id += fmt.Sprintf(",handicap=%d", r.Handicap)
	}
	return id
}

// New returns the first position on b, with the handicap stones placed. It returns an error if b
// lacks points for the handicap.
func (r Rules) New(b *board.Board) (game.Position, error) {
	return placing.Begun(r.Start(b))
}

// Start is New with the concrete type.
func (r Rules) Start(b *board.Board) (*Position, error) {
	p := newPosition(r, b)
	if r.Handicap == 0 {
		return p, nil
	}
	points, err := HandicapPoints(b, r.Handicap)
	if err != nil {
		return nil, err
	}
	stones := make([]game.Placed, len(points))
	for i, pt := range points {
		stones[i] = game.Placed{Point: pt, Color: game.Black}
	}
	if err := p.Set(stones, game.White); err != nil {
		return nil, err
	}
	return p, nil
}
