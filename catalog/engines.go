package catalog

import (
	"fmt"
	"strconv"
	"strings"

	"moyo/engine"
	"moyo/engine/eval/weiqi"
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

// levelText says in a few words whom each level suits.
var levelText = [...]string{
	"Has just read the rules.",
	"Sees its neighbours, forgets its ataris.",
	"Saves a stone in atari, most of the time.",
	"Captures what can be captured.",
	"Reads a little; a first real opponent.",
	"Punishes loose play.",
	"Reads ladders and fights back.",
	"Strong on small boards.",
	"Full strength: takes its time.",
}

// Engines returns every built-in opponent: the levels, then the others.
func Engines() []EngineEntry {
	var list []EngineEntry
	for i := range weiqi.Levels() {
		n := strconv.Itoa(i + 1)
		list = append(list, EngineEntry{ID: "level:" + n, Title: "Level " + n, Text: levelText[i], Level: i + 1})
	}
	return append(list,
		EngineEntry{ID: "random", Title: "Random", Text: "Plays anywhere but into its own eyes. Anyone can beat it."},
		EngineEntry{ID: "uct-2018", Title: "UCT 2018", Text: "The plain Monte-Carlo search of one of moyo's founding documents, as it was."},
	)
}

// NewEngine returns the engine of an id: "level:1" to "level:9", "mcts" (the
// levels' search without bounds of its own), "random" or "uct-2018".
func NewEngine(id string, opt EngineOptions) (engine.Engine, error) {
	name, arg, _ := strings.Cut(id, ":")
	own := weiqi.Options{Memory: int64(opt.MemoryMB) << 20, Threads: opt.Threads}
	switch name {
	case "level":
		level, err := strconv.Atoi(arg)
		if err != nil || level < 1 || level > weiqi.Levels() {
			return nil, fmt.Errorf("engine %q: want a level from 1 to %d", id, weiqi.Levels())
		}
		own.Level = level
		return weiqi.New(own), nil
	case "mcts":
		return weiqi.New(own), nil
	case "random":
		return random.New(), nil
	case "uct-2018":
		return uct2018.New(), nil
	}
	known := []string{"mcts"}
	for _, e := range Engines() {
		known = append(known, e.ID)
	}
	return nil, unknown("engine", id, known)
}
