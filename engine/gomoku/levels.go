package gomoku

import "moyo/engine/player"

// levels is how the nine levels play. The last alone has a network: what the others are worth
// was measured without one (contest/rating/levels.txt), and people are measured by them.
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
