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

// EngineEntry is an engine that users can choose as an opponent. Level is 1 to 9, or 0 if
// the engine is not one of the levels. Games are the ids of the games that it plays. An
// id has several entries if its texts differ between games.
type EngineEntry struct {
	ID, Title, Text string
	Level           int
	Games           []string
}

// Key returns the key of the engine's texts. The texts of a level differ between games.
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
	Network  *neural.Net // of the search "mcts" for Go, from weiqi.ReadNet; nil for the built-in network
	Led      bool        // Network replaces playouts, instead of adding to their results
}

// Levels is the number of levels, from 1 (a beginner) to full strength.
const Levels = 9

// own are the engines besides the levels and the full-strength searches. An entry with
// nil Games plays every game.
var own = []struct {
	EngineEntry
	make func(opt EngineOptions) engine.Engine
}{
	{EngineEntry{ID: "random", Title: "Random", Text: "Plays random moves, but never fills its own eyes. Anyone can beat it."},
		func(EngineOptions) engine.Engine { return random.New() }},
	{EngineEntry{
		ID: "negascout-2023", Title: "NegaScout 2023",
		Text: "The original search from one of moyo's founding documents.", Games: []string{"gomoku"},
	}, func(EngineOptions) engine.Engine { return negascout2023.New(negascout2023.Options{}) }},
	{EngineEntry{
		ID: "three-ply-2022", Title: "Three plies 2022",
		Text: "The original search from one of moyo's founding documents: quick and short-sighted.", Games: []string{"gomoku"},
	}, func(EngineOptions) engine.Engine { return threeply2022.New() }},
	{EngineEntry{
		ID: "uct-2018", Title: "UCT 2018", Text: "The original Monte-Carlo search from one of moyo's founding documents.",
		Games: []string{"weiqi"},
	}, func(EngineOptions) engine.Engine { return uct2018.New() }},
	{EngineEntry{
		ID: "playouts", Title: "Playouts alone",
		Text: "The tree search without a network: it plays many games to their end, limited only by time.", Games: []string{"weiqi"},
	}, playouts},
	{EngineEntry{
		ID: "robogo", Title: "Robogo 2022", Text: "The original search from one of moyo's founding documents: " +
			"all moves, four to six ahead, for up to two minutes.", Games: []string{"capturefive", "connect4"},
	}, func(EngineOptions) engine.Engine { return robogo2022.New(robogo2022.Options{}) }},
	{EngineEntry{
		ID: "minimax", Title: "Minimax", Text: "The textbook search: all moves, three ahead.", Games: []string{"capturefive", "connect4"},
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
		EngineEntry{ID: "alphabeta", Title: "Alpha-beta", Text: "The search at full strength, limited only by time.", Games: alphabeta},
		EngineEntry{
			ID: "mcts", Title: "Monte-Carlo tree search", Text: "Looks deepest at the moves that do best, " +
				"limited only by time. In Go, it uses a network trained on its own games.", Games: mcts,
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

// Analysts returns the ids of the engines that analyze at full strength, by id of the
// game.
func Analysts() map[string]string {
	ids := map[string]string{}
	for _, e := range entries {
		ids[e.ID] = e.analyst
	}
	return ids
}

// NewEngine returns the engine of an id: "level:1" to "level:9", which play any game;
// "mcts" and "alphabeta", the searches of the levels without their limits; "random"; or a
// program from one of the founding documents. Settings turn features of alphabeta on or
// off: "alphabeta?lmr=off,threads=2" (see player.Kind.Set).
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
		if !slices.Contains(known, e.ID) { // a level has an entry for each game
			known = append(known, e.ID)
		}
	}
	return nil, unknown("engine", id, known)
}

// newAlphabeta returns the alpha-beta search for every game. At least one game must
// accept the settings.
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
