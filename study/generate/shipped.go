package generate

import "slices"

//go:generate go run moyo/cmd/moyo problems generate --seed 2026 --count 2400 --even --out ../bank/problems.bank

// Shipped are the options with which the problems were made that come with the
// program: those of the command above.
var Shipped = Options{
	Seed:   2026,
	Count:  2400,
	Boards: shippedBoards(),
	From:   4,
	To:     10,
	Unique: true,
	Even:   true,
	Nodes:  300_000,
}

// shippedBoards are mostly grids.
func shippedBoards() []string {
	return slices.Concat(
		slices.Repeat([]string{"grid:9"}, 4),
		slices.Repeat([]string{"grid:13"}, 6),
		slices.Repeat([]string{"grid:19"}, 6),
		[]string{"torus:9x9", "cylinder:12x7"},
	)
}
