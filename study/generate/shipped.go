package generate

import "slices"

//go:generate go run moyo/cmd/moyo problems generate --seed 2026 --count 3000 --out ../bank/problems.bank

// Shipped are the options of the problems that come with the program: those of the command above.
var Shipped = Options{
	Seed:   2026,
	Count:  3000,
	Boards: shippedBoards(),
	From:   4,
	To:     10,
	Unique: true,
	Nodes:  200_000,
	// Of 16 parts games are 3, and boxes 2.
	Sources: []Source{
		Games, Shapes, Groups, Shapes, Groups, Games, Shapes, Boxes,
		Groups, Shapes, Games, Shapes, Groups, Shapes, Groups, Boxes,
	},
}

// shippedBoards are mostly grids.
func shippedBoards() []string {
	return slices.Concat(
		slices.Repeat([]string{"grid:9"}, 4),
		slices.Repeat([]string{"grid:13"}, 6),
		slices.Repeat([]string{"grid:19"}, 5),
		[]string{"torus:9x9", "cylinder:12x7"},
	)
}
