package catalog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"moyo/engine"
	"moyo/engine/eval/gomoku"
	"moyo/engine/eval/weiqi"
	"moyo/engine/negascout2023"
	"moyo/engine/random"
	"moyo/engine/threeply2022"
	"moyo/engine/uct2018"
)

// EngineEntry is an engine that can be chosen as an opponent. Level is 1 to 9,
// or 0 where the engine is not one of the levels. Games are the ids of the games
// that it plays; an id stands in several entries where the words about it differ
// from game to game.
type EngineEntry struct {
	ID, Title, Text string
	Level           int
	Games           []string
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

// lineLevelText says the same of the levels in games of n in a row.
var lineLevelText = [...]string{
	"Has just read the rules.",
	"Sees a four, most of the time.",
	"Answers open threes when it sees them.",
	"Looks one move ahead.",
	"Looks two moves ahead; a first real opponent.",
	"Combines threes and fours.",
	"Finds wins by fours.",
	"Overlooks little.",
	"Full strength: takes its time.",
}

// Engines returns every built-in opponent: the levels, then the others.
func Engines() []EngineEntry {
	var list []EngineEntry
	goOnly, lineOnly := []string{"weiqi"}, []string{"gomoku"}
	for i := range weiqi.Levels() {
		n := strconv.Itoa(i + 1)
		list = append(list,
			EngineEntry{ID: "level:" + n, Title: "Level " + n, Text: levelText[i], Level: i + 1, Games: goOnly},
			EngineEntry{ID: "level:" + n, Title: "Level " + n, Text: lineLevelText[i], Level: i + 1, Games: lineOnly})
	}
	return append(list,
		EngineEntry{ID: "alphabeta", Title: "Alpha-beta", Text: "The search at full strength, bounded by time alone.", Games: lineOnly},
		EngineEntry{ID: "negascout-2023", Title: "NegaScout 2023", Text: "The search of one of moyo's founding documents, as it was.", Games: lineOnly},
		EngineEntry{ID: "three-ply-2022", Title: "Three plies 2022", Text: "The search of one of moyo's founding documents, as it was: quick and short-sighted.", Games: lineOnly},
		EngineEntry{ID: "random", Title: "Random", Text: "Plays anywhere but into its own eyes. Anyone can beat it.", Games: []string{"weiqi", "gomoku"}},
		EngineEntry{ID: "uct-2018", Title: "UCT 2018", Text: "The plain Monte-Carlo search of one of moyo's founding documents, as it was.", Games: goOnly},
	)
}

// Analysts returns the ids of the engines that look at positions at full
// strength, by the id of the game.
func Analysts() map[string]string { return map[string]string{"weiqi": "mcts", "gomoku": "alphabeta"} }

// NewEngine returns the engine of an id: "level:1" to "level:9", which play any
// game; "mcts" and "alphabeta", the levels' searches without bounds of their
// own; "random", or one of the founding documents' programs. Ideas of alphabeta
// can be switched: "alphabeta?lmr=off,threads=2" (see gomoku.Options.Set).
func NewEngine(id string, opt EngineOptions) (engine.Engine, error) {
	id, settings, _ := strings.Cut(id, "?")
	name, arg, _ := strings.Cut(id, ":")
	own := weiqi.Options{Memory: int64(opt.MemoryMB) << 20, Threads: opt.Threads}
	lines := gomoku.Options{Memory: int64(opt.MemoryMB) << 20, Threads: opt.Threads}
	if settings != "" && name != "alphabeta" {
		return nil, fmt.Errorf("engine %q: takes no settings", id)
	}
	switch name {
	case "level":
		level, err := strconv.Atoi(arg)
		if err != nil || level < 1 || level > weiqi.Levels() {
			return nil, fmt.Errorf("engine %q: want a level from 1 to %d", id, weiqi.Levels())
		}
		own.Level, lines.Level = level, level
		return newByGame("level "+arg, func() engine.Engine { return weiqi.New(own) }, func() engine.Engine { return gomoku.New(lines) }), nil
	case "mcts":
		return weiqi.New(own), nil
	case "alphabeta":
		if err := lines.Set(settings); err != nil {
			return nil, fmt.Errorf("engine %q: %w", id, err)
		}
		return gomoku.New(lines), nil
	case "negascout-2023":
		return negascout2023.New(negascout2023.Options{}), nil
	case "three-ply-2022":
		return threeply2022.New(), nil
	case "random":
		return random.New(), nil
	case "uct-2018":
		return uct2018.New(), nil
	}
	known := []string{"mcts"}
	for _, e := range Engines() {
		if !slices.Contains(known, e.ID) { // a level stands there for each game
			known = append(known, e.ID)
		}
	}
	return nil, unknown("engine", id, known)
}
