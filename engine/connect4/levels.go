package connect4

import "moyo/engine/player"

// levels are the nine levels.
var levels = [player.Levels]player.Level{
	{Nodes: 20, Depth: 1, Threads: 1, Sampled: 0.90, Temperature: 30},
	{Nodes: 50, Depth: 1, Threads: 1, Sampled: 0.60, Temperature: 8},
	{Nodes: 100, Depth: 1, Threads: 1, Sampled: 0.35, Temperature: 3},
	{Nodes: 300, Depth: 2, Threads: 1, Sampled: 0.20, Temperature: 2},
	{Nodes: 1000, Depth: 3, Threads: 1, Sampled: 0.10, Temperature: 2},
	{Nodes: 4000, Depth: 5, Threads: 1, Sampled: 0.04, Temperature: 1.5},
	{Nodes: 20_000, Depth: 8, Threads: 1},
	{Nodes: 200_000, Depth: 14, Threads: 1},
	{},
}

// orderUnit is the difference of order that makes a move e times likelier at a
// temperature of 1.
const orderUnit = 30
