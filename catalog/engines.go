package catalog

import (
	"strings"

	"moyo/engine"
	"moyo/engine/random"
	"moyo/engine/uct2018"
)

// EngineEntry is an engine that can be chosen as an opponent. Level is 1 to 9,
// or 0 where the engine is not one of the levels.
type EngineEntry struct {
	ID, Title, Text string
	Level           int
}

// EngineOptions are the resources that an engine may use.
type EngineOptions struct {
	MemoryMB int // 0 is 256
	Threads  int // 0 is 1
}

// Engines returns every built-in opponent: the levels, then the others.
func Engines() []EngineEntry {
	return []EngineEntry{
		{ID: "random", Title: "Random", Text: "Plays anywhere but into its own eyes. Anyone can beat it."},
		{ID: "uct-2018", Title: "UCT 2018", Text: "The plain Monte-Carlo search of one of moyo's founding documents, as it was."},
	}
}

// NewEngine returns the engine of an id: "level:1" to "level:9", "mcts",
// "random" or "uct-2018".
func NewEngine(id string, opt EngineOptions) (engine.Engine, error) {
	name, _, _ := strings.Cut(id, ":")
	switch name {
	case "random":
		return random.New(), nil
	case "uct-2018":
		return uct2018.New(), nil
	}
	var known []string
	for _, e := range Engines() {
		known = append(known, e.ID)
	}
	return nil, unknown("engine", id, known)
}
