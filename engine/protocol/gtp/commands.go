package gtp

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"moyo/engine"
)

// A runner runs a command and returns the text of its answer.
type runner = func(*call) (string, error)

// commands has the runner of every command. init fills it because list_commands
// reads it.
var commands = map[string]runner{}

func init() {
	for _, group := range []map[string]runner{talkCommands, boardCommands, positionCommands, searchCommands, refereeCommands} {
		maps.Copy(commands, group)
	}
}

// talkCommands are about the program and the conversation.
var talkCommands = map[string]runner{
	"protocol_version": fixed("2"),
	"name":             func(c *call) (string, error) { return c.cfg.Name, nil },
	"version":          func(c *call) (string, error) { return c.cfg.Version, nil },
	"known_command":    knownCommand,
	"list_commands":    listCommands,
	"quit":             quit,
	"stop":             fixed(""), // the line itself has ended an analysis; nothing else can run
	"echo":             func(c *call) (string, error) { return strings.Join(c.args, " "), nil },
	"cputime":          cpuTime,
	"clear_cache":      clearCache,
	"kgs-chat":         kgsChat,
	"kgs-game_over":    fixed(""), // the next game begins with clear_board
	"gogui-title":      goguiTitle,
	"gogui-interrupt":  fixed(""), // announces support of "# interrupt"
}

// boardCommands choose a board and the rules.
var boardCommands = map[string]runner{
	"boardsize":             boardSize,
	"rectangular_boardsize": rectangularBoardSize,
	"moyo-board":            moyoBoard,
	"query_boardsize":       queryBoardSize,
	"clear_board":           clearBoard,
	"komi":                  komi,
	"get_komi":              getKomi,
	"moyo-rules":            moyoRules,
	"kata-set-rules":        kataSetRules,
	"kata-set-rule":         kataSetRule,
	"kata-get-rules":        kataGetRules,
	"kgs-rules":             kgsRules,
}

// positionCommands make positions and records.
var positionCommands = map[string]runner{
	"play":                play,
	"undo":                undo,
	"gg-undo":             ggUndo,
	"gogui-play_sequence": playSequence,
	"gogui-setup":         goguiSetup,
	"gogui-undo_setup":    goguiUndoSetup,
	"gogui-setup_player":  goguiSetupPlayer,
	"set_position":        setPosition,
	"fixed_handicap":      fixedHandicap,
	"place_free_handicap": placeFreeHandicap,
	"set_free_handicap":   setFreeHandicap,
	"loadsgf":             loadSGF,
	"printsgf":            printSGF,
}

// searchCommands search, keep time and describe positions.
var searchCommands = map[string]runner{
	"genmove":                         genmove,
	"reg_genmove":                     regGenmove,
	"kgs-genmove_cleanup":             genmoveCleanup,
	"lz-analyze":                      lzAnalyze,
	"kata-analyze":                    kataAnalyze,
	"lz-genmove_analyze":              lzGenmoveAnalyze,
	"kata-genmove_analyze":            kataGenmoveAnalyze,
	"analyze":                         kataAnalyze, // Sabaki's names for KataGo's; all numbers have their decimals
	"genmove_analyze":                 kataGenmoveAnalyze,
	"kata-search":                     kataSearch,
	"kata-search_cancellable":         kataSearchCancellable,
	"kata-search_analyze":             kataSearchAnalyze,
	"kata-search_analyze_cancellable": kataSearchAnalyzeCancellable,
	"kata-raw-nn":                     kataRawNN,
	"kata-list-params":                kataListParams,
	"kata-get-param":                  kataGetParam,
	"kata-set-param":                  kataSetParam,
	"kata-get-params":                 kataGetParams,
	"kata-set-params":                 kataSetParams,
	"time_settings":                   timeSettings,
	"kgs-time_settings":               kgsTimeSettings,
	"kata-time_settings":              kataTimeSettings,
	"kata-list_time_settings":         fixed(kataListTimeSettings),
	"time_left":                       timeLeft,
	"final_score":                     finalScore,
	"final_status_list":               finalStatusList,
	"showboard":                       showBoard,
	"list_stones":                     listStones,
	"all_legal":                       allLegal,
	"is_legal":                        isLegal,
	"captures":                        captures,
	"move_history":                    moveHistory,
	"gogui-analyze_commands":          fixed(goguiCommands),
}

// refereeCommands make the program the referee of GoGui's games.
var refereeCommands = map[string]runner{
	"gogui-rules_game_id":      rulesGameID,
	"gogui-rules_board":        rulesBoard,
	"gogui-rules_board_size":   queryBoardSize,
	"gogui-rules_legal_moves":  rulesLegalMoves,
	"gogui-rules_side_to_move": rulesSideToMove,
	"gogui-rules_final_result": rulesFinalResult,
}

// fixed is a command with a constant reply.
func fixed(text string) runner {
	return func(*call) (string, error) { return text, nil }
}

func knownCommand(c *call) (string, error) {
	if len(c.args) != 1 {
		return "", errSyntax
	}
	_, ok := commands[c.args[0]]
	return strconv.FormatBool(ok), nil
}

func listCommands(*call) (string, error) {
	return strings.Join(slices.Sorted(maps.Keys(commands)), "\n"), nil
}

func quit(c *call) (string, error) {
	c.server.quit = true
	return "", nil
}

func cpuTime(c *call) (string, error) {
	if c.cfg.CPUTime == nil {
		return "", errNoClock
	}
	return strconv.FormatFloat(c.cfg.CPUTime().Seconds(), 'f', 3, 64), nil
}

// clearCache makes the engine forget earlier searches.
func clearCache(c *call) (string, error) {
	if f, ok := c.cfg.Engine.(engine.Forgetter); ok {
		f.Forget()
	}
	return "", nil
}

// kgsChat answers people on KGS.
func kgsChat(c *call) (string, error) {
	if len(c.args) < 2 || c.args[0] != "game" && c.args[0] != "private" {
		return "", errSyntax
	}
	return fmt.Sprintf("I am a program, %s %s (%s). I play, but I cannot talk.", c.cfg.Name, c.cfg.Version, c.cfg.Engine.Name()), nil
}

// intArg returns argument i as an integer.
func (c *call) intArg(i int) (int, error) {
	if i >= len(c.args) {
		return 0, errSyntax
	}
	n, err := strconv.Atoi(c.args[i])
	if err != nil {
		return 0, errSyntax
	}
	return n, nil
}
