package catalog

import (
	"sync"

	"moyo/board"
	"moyo/game"
)

// Traits are what the rules of a game say of it with its usual options. Nobody
// writes them down: they are found by asking the rules.
type Traits struct {
	NeedsLines bool // it is played only where the board says what straight on means
	Falls      bool // stones fall
	Counted    bool // it ends by a count, and a turn may always be passed
	Playouts   bool // its analyst counts playouts, else positions
}

// lineless is the spec of a board without straight lines and with room for
// anything else.
const lineless = "star:60"

// traitsOf returns the traits of the game of that name.
func traitsOf(name string) Traits { return allTraits()[name] }

// allTraits returns the traits of every game by its name.
var allTraits = sync.OnceValue(func() map[string]Traits {
	all := map[string]Traits{}
	for i := range entries {
		all[entries[i].ID] = entries[i].ask()
	}
	return all
})

// ask finds the traits of a game. It panics where the entry is wrong: its own id
// is none, or its usual board is none for it.
func (e *entry) ask() Traits {
	rules, err := e.parse("")
	if err != nil {
		panic("catalog: " + e.ID + ": " + err.Error())
	}
	pos, err := begin(rules, e.Board)
	if err != nil {
		panic("catalog: " + e.ID + " on its usual board: " + err.Error())
	}
	_, straight := begin(rules, lineless)
	_, falls := pos.(game.Faller)
	_, counted := pos.(game.Scorer)
	return Traits{NeedsLines: straight != nil, Falls: falls, Counted: counted, Playouts: e.analyst == playoutAnalyst && !e.judges}
}

// begin returns the first position of rules on the board of a spec.
func begin(rules game.Rules, spec string) (game.Position, error) {
	b, err := board.Parse(spec)
	if err != nil {
		return nil, err
	}
	return rules.New(b)
}
