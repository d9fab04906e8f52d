package catalog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"moyo/engine"
	"moyo/engine/baseline/minimax"
	"moyo/engine/baseline/negascout2023"
	"moyo/engine/baseline/random"
	"moyo/engine/baseline/robogo2022"
	"moyo/engine/baseline/threeply2022"
	"moyo/engine/baseline/uct2018"
	"moyo/engine/neural"
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

// Key returns the key of the words about the engine: those about a level differ from
// game to game.
func (e EngineEntry) Key() string {
	if e.Level > 0 {
		return Key("level", e.Games[0], strconv.Itoa(e.Level))
	}
	return e.ID
}

// EngineOptions are the resources that an engine may use.
type EngineOptions struct {
	MemoryMB int         // 0 is 256
	Threads  int         // 0 is 1
	Network  *neural.Net // for Go, from weiqi.ReadNet, of the search "mcts"; nil for the one of the program, which leads the search
	Led      bool        // Network leads the search, instead of adding to what playouts say
}

// Levels is the number of levels, from 1, a beginner, to full strength.
const Levels = 9

// own are the engines beside the levels and the searches. Where Games is nil
// they play every game.
var own = []struct {
	EngineEntry
	make func(opt EngineOptions) engine.Engine
}{
	{EngineEntry{ID: "random", Title: "Random", Text: "Plays anywhere but into its own eyes. Anyone can beat it."},
		func(EngineOptions) engine.Engine { return random.New() }},
	{EngineEntry{
		ID: "negascout-2023", Title: "NegaScout 2023",
		Text: "The search of one of moyo's founding documents, as it was.", Games: []string{"gomoku"},
	}, func(EngineOptions) engine.Engine { return negascout2023.New(negascout2023.Options{}) }},
	{EngineEntry{
		ID: "three-ply-2022", Title: "Three plies 2022",
		Text: "The search of one of moyo's founding documents, as it was: quick and short-sighted.", Games: []string{"gomoku"},
	}, func(EngineOptions) engine.Engine { return threeply2022.New() }},
	{EngineEntry{
		ID: "uct-2018", Title: "UCT 2018", Text: "The plain Monte-Carlo search of one of moyo's founding documents, as it was.",
		Games: []string{"weiqi"},
	}, func(EngineOptions) engine.Engine { return uct2018.New() }},
	{EngineEntry{
		ID: "playouts", Title: "Playouts alone",
		Text: "The tree search as it is without a network: plays many games to their end, bounded by time alone.", Games: []string{"weiqi"},
	}, playouts},
	{EngineEntry{
		ID: "robogo", Title: "Robogo 2022", Text: "The search of one of moyo's founding documents, as it was: " +
			"all moves, four to six ahead, for up to two minutes.", Games: []string{"capturefive", "connect4"},
	}, func(EngineOptions) engine.Engine { return robogo2022.New(robogo2022.Options{}) }},
	{EngineEntry{
		ID: "minimax", Title: "Minimax", Text: "The search of textbooks: all moves, three ahead.", Games: []string{"capturefive", "connect4"},
	}, func(EngineOptions) engine.Engine { return minimax.New(minimax.Options{}) }},
}

// Engines returns every built-in opponent: the levels, then the others.
func Engines() []EngineEntry {
	var list []EngineEntry
	var all, mcts, alphabeta []string
	for _, e := range entries {
		all = append(all, e.ID)
		for i, text := range e.texts {
			n := strconv.Itoa(i + 1)
			list = append(list, EngineEntry{ID: "level:" + n, Title: "Level " + n, Text: text, Level: i + 1, Games: []string{e.ID}})
		}
		if e.mcts != nil {
			mcts = append(mcts, e.ID)
		}
		if e.alphabeta != nil {
			alphabeta = append(alphabeta, e.ID)
		}
	}
	list = append(list,
		EngineEntry{ID: "alphabeta", Title: "Alpha-beta", Text: "The search at full strength, bounded by time alone.", Games: alphabeta},
		EngineEntry{
			ID: "mcts", Title: "Monte-Carlo tree search", Text: "Follows the moves that do best ever deeper, " +
				"bounded by time alone. In Go, a network that learned from its own games leads it.", Games: mcts,
		},
	)
	for _, o := range own {
		if o.Games == nil {
			o.Games = all
		}
		list = append(list, o.EngineEntry)
	}
	return list
}

// Analysts returns the ids of the engines that look at positions at full
// strength, by the id of the game.
func Analysts() map[string]string {
	ids := map[string]string{}
	for _, e := range entries {
		ids[e.ID] = e.analyst
	}
	return ids
}

// NewEngine returns the engine of an id: "level:1" to "level:9", which play any
// game; "mcts" and "alphabeta", the levels' searches without bounds of their
// own; "random", or one of the founding documents' programs. Ideas of alphabeta
// can be switched: "alphabeta?lmr=off,threads=2" (see player.Kind.Set).
func NewEngine(id string, opt EngineOptions) (engine.Engine, error) {
	id, settings, _ := strings.Cut(id, "?")
	name, arg, _ := strings.Cut(id, ":")
	if settings != "" && name != "alphabeta" {
		return nil, fmt.Errorf("engine %q: takes no settings", id)
	}
	switch name {
	case "level":
		level, err := strconv.Atoi(arg)
		if err != nil || level < 1 || level > Levels {
			return nil, fmt.Errorf("engine %q: want a level from 1 to %d", id, Levels)
		}
		return newByGame("level "+arg, opt, func(e *entry) (engine.Engine, error) { return e.level(level, opt), nil }), nil
	case "mcts":
		return newByGame(name, opt, func(e *entry) (engine.Engine, error) {
			if e.mcts == nil {
				return nil, fmt.Errorf("engine %q: does not play %s", id, e.ID)
			}
			return e.mcts(opt), nil
		}), nil
	case "alphabeta":
		return newAlphabeta(settings, opt)
	}
	for _, o := range own {
		if o.ID == id {
			return o.make(opt), nil
		}
	}
	known := []string{}
	for _, e := range Engines() {
		if !slices.Contains(known, e.ID) { // a level stands there for each game
			known = append(known, e.ID)
		}
	}
	return nil, unknown("engine", id, known)
}

// newAlphabeta returns the alpha-beta search of every game. Settings have to
// mean something in one of them.
func newAlphabeta(settings string, opt EngineOptions) (engine.Engine, error) {
	var bad error
	for i := range entries {
		if entries[i].alphabeta == nil {
			continue
		}
		probe, err := entries[i].alphabeta(settings, EngineOptions{MemoryMB: 1})
		if err == nil {
			bad = nil
			if err := probe.Close(); err != nil {
				return nil, err
			}
			break
		}
		bad = fmt.Errorf("engine \"alphabeta\": %w", err)
	}
	if bad != nil {
		return nil, bad
	}
	return newByGame("alphabeta", opt, func(e *entry) (engine.Engine, error) {
		if e.alphabeta == nil {
			return nil, fmt.Errorf("engine \"alphabeta\": does not play %s", e.ID)
		}
		return e.alphabeta(settings, opt)
	}), nil
}
