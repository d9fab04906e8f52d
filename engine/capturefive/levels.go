package capturefive

import "moyo/engine/player"

// levels are the nine levels.
var levels = [player.Levels]player.Level{
	{Nodes: 30, Depth: 1, Random: 0.50, Sampled: 0.45, Temperature: 12},
	{Nodes: 60, Depth: 1, Random: 0.20, Sampled: 0.50, Temperature: 6},
	{Nodes: 150, Depth: 2, Random: 0.06, Sampled: 0.30, Temperature: 3},
	{Nodes: 400, Depth: 2, Sampled: 0.15, Temperature: 2},
	{Nodes: 1000, Depth: 3, Sampled: 0.06, Temperature: 2},
	{Nodes: 4000, Depth: 5, Sampled: 0.03, Temperature: 1.5},
	{Nodes: 20_000, Depth: 7},
	{Nodes: 150_000, Depth: 10},
	{},
}

// orderUnit is the difference of order that makes a move e times likelier at a
// temperature of 1.
const orderUnit = 60
