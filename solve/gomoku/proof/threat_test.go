package proof

import (
	"testing"

	"moyo/board"
	"moyo/game"
)

// TestManyWays: Black threatens a chain of fours under Renju's rules, where each four has one answer that is listed twice. So
// 2^30 paths lead through it.
func TestManyWays(t *testing.T) {
	const fours = 30
	b := board.Grid(99, 99)
	at := func(x, y int) game.Point { return game.Point(y*99 + x) }
	var stones []game.Placed
	lay := func(c game.Color, x, y int) { stones = append(stones, game.Placed{Point: at(x, y), Color: c}) }
	nodes := []Node{{Move: at(50, 95), Threat: 1}}
	var fives []Node
	for i := range fours {
		x, y := 8+12*(i%7), 8+12*(i/7)
		lay(game.White, x-1, y)
		for k := range 3 {
			lay(game.Black, x+k, y)
		}
		answer := Reply{at(x+4, y), int32(2 + i)}
		nodes = append(nodes, Node{Move: at(x+3, y), Threat: int32(fours + 4 + i), Replies: []Reply{answer, answer}})
		fives = append(fives, Node{Move: at(x+4, y)})
	}
	lay(game.Black, 11, 9) // a column at the first four, so that its point could be forbidden
	lay(game.Black, 11, 10)
	lay(game.White, 11, 11)
	for k := range 3 {
		lay(game.Black, 80+k, 90)
	}
	nodes = append(nodes, Node{Move: at(83, 90), Threat: fours + 2, Replies: []Reply{{at(84, 90), fours + 3}}},
		Node{Move: at(84, 90)}, Node{Move: at(79, 90)})
	nodes = append(nodes, fives...)
	p := &Proof{Board: b, Game: "gomoku:rule=renju", Stones: stones, Attacker: game.Black, Nodes: nodes}
	j, err := NewJudge(p, Options{Nodes: 3000})
	if err != nil {
		t.Fatal(err)
	}
	if !j.Place(nodes[0].Move) {
		t.Fatal("the first move is not legal")
	}
	if _, err := j.needed(1); err == nil || j.report.Nodes > 3001 || j.report.Moves > 20_000 {
		t.Errorf("%+v, %v", j.report, err)
	}
}
