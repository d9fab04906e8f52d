package catalog

import (
	"sync"

	"moyo/board"
	"moyo/game"
)

// Traits are the properties of a game with its usual options. They are not stored: ask
// derives them from the rules.
type Traits struct {
	NeedsLines bool // the game needs a board with straight lines
	Falls      bool // stones fall
	Counted    bool // it ends by a count, and players may always pass
	Playouts   bool // its analyst counts playouts instead of positions
}

// lineless is the spec of a board without straight lines that suits every other game.
const lineless = "star:60"

// traitsOf returns the traits of the game with that name.
func traitsOf(name string) Traits { return allTraits()[name] }

// allTraits returns the traits of every game by its name.
var allTraits = sync.OnceValue(func() map[string]Traits {
	all := map[string]Traits{}
	for i := range entries {
		all[entries[i].ID] = entries[i].ask()
	}
	return all
})

// ask derives the traits of a game. It panics if the entry is wrong: if its own id or its
// usual board is invalid.
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

// begin returns the first position under rules on the board of a spec.
func begin(rules game.Rules, spec string) (game.Position, error) {
	b, err := board.Parse(spec)
	if err != nil {
		return nil, err
	}
	return rules.New(b)
}
