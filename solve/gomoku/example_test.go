package gomoku_test

import (
	"context"
	"fmt"

	"moyo/board"
	"moyo/game"
	solve "moyo/solve/gomoku"
)

// Black has two rows of two that meet, and makes a four and a three with one move.
func Example() {
	g, err := board.Parse("grid:15")
	if err != nil {
		panic(err)
	}
	problem := solve.Problem{Board: g, Game: "gomoku:rule=freestyle", ToPlay: game.Black}
	for i, names := range [][]string{{"H8", "J8", "K8", "L9", "L10"}, {"G8", "A1", "C1", "E1"}} {
		for _, name := range names {
			p, _ := g.Lookup(name)
			problem.Stones = append(problem.Stones, game.Placed{Point: p, Color: game.Color(i + 1)})
		}
	}
	solution, err := solve.Solve(context.Background(), problem, solve.Options{Memory: 1 << 20})
	if err != nil {
		panic(err)
	}
	fmt.Println(solution.Won, solution.Method, solution.Depth)
	for _, p := range solution.Line {
		fmt.Print(g.Name(p), " ")
	}
	// Output:
	// true vcf 3
	// L8 M8 L11 L12 L7
}
