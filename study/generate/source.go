package generate

// Source is where problems come from.
type Source string

// The sources.
const (
	Games  Source = "games"  // groups that are enclosed in games of the engine's levels
	Shapes Source = "shapes" // known shapes with other surroundings
	Groups Source = "groups" // groups grown at random, with such surroundings
	Boxes  Source = "boxes"  // regions that the attacker's stones close on all sides
)

// letters begin the ids of problems, by source.
var letters = map[Source]string{Games: "g", Shapes: "s", Groups: "r", Boxes: "m"}

// source returns the source of a number.
func (m *Maker) source(n uint64) Source { return m.opt.Sources[n%uint64(len(m.opt.Sources))] }

// boardsFor returns the boards of a source: only boxes use boards other than grids.
func (m *Maker) boardsFor(s Source) []*terrain {
	if s == Boxes {
		return m.terrains
	}
	return m.grids
}
