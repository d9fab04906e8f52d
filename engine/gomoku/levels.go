package gomoku

import "moyo/engine/player"

// levels are the nine levels. Only the last has a network: the others' ratings
// were measured without one (contest/rating/levels.txt), and they rate people.
var levels = [player.Levels]player.Level{
	{Nodes: 50, Depth: 1, Sampled: 0.60, Temperature: 8},
	{Nodes: 100, Depth: 1, Sampled: 0.40, Temperature: 5},
	{Nodes: 200, Depth: 2, Sampled: 0.25, Temperature: 3},
	{Nodes: 400, Depth: 2, Sampled: 0.12, Temperature: 2},
	{Nodes: 1000, Depth: 3, Sampled: 0.06, Temperature: 2},
	{Nodes: 4000, Depth: 5, Sampled: 0.03, Temperature: 1.5},
	{Nodes: 20_000, Depth: 7},
	{Nodes: 150_000, Depth: 10},
	{},
}
