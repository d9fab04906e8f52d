// Package moyo_test tests the rules of the source tree: the permitted imports, and that every
// package has a description.
package moyo_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "moyo"

// mayImport is the table of ARCHITECTURE.md: for a package (or all below it, "/*") the packages of
// this module that its own code may import besides those below itself. Siblings never import each
// other.
var mayImport = []struct {
	pkg  string
	deps []string
	why  string
}{
	{"board", []string{"internal/errtext"}, "topology is independent of stones"},
	{"board/boardfile", []string{"board", "internal/errtext"}, "boards as files are independent of stones"},
	{"board/*", []string{"board"}, "the suite is independent of stones"},
	{"game", []string{"board", "internal/sentence"}, "the contract is independent of the game"},
	{"game/draw", []string{"board", "game"}, "pictures are independent of the rules"},
	{"game/clock", nil, "clocks are independent of game and board"},
	{"game/match", []string{"board", "game", "game/clock", "internal/sentence"}, "one game as a log of events, pure"},
	{"game/rules/internal/placing", []string{
		"board", "game", "game/rules/internal/row", "game/rules/internal/zobrist",
	}, "shared by games that place stones"},
	{"game/rules/internal/*", []string{"board", "game", "internal/splitmix"}, "shared by games"},
	{"game/rules/weiqi/census", []string{"board", "board/boardfile"}, "counts on all small graphs, which no spec makes"},
	{"game/rules/gomoku", []string{
		"board", "game", "internal/sentence", "game/rules/internal/*",
	}, "rules do no search; openings define their choices"},
	{"game/rules/*", []string{"board", "game", "game/rules/internal/*"}, "rules do no search"},
	{"game/record/charset", nil, "converts bytes to characters, whatever the text"},
	{"game/record/headtext", nil, "reads words for results and komi"},
	{"game/record/ruletext", nil, "reads words for rules, which records and protocols share"},
	{"game/record/sgf", []string{"internal/errtext", "game/record/charset"}, "records use no engine and no server"},
	{"game/record/renlib", []string{"game/record/charset", "game/record/sgf"}, "trees of moves in RenLib's format"},
	{"game/record/piskvork", []string{"game/record/charset", "game/record/headtext", "game/record/sgf"}, "games in Piskvork's format"},
	{"game/record/serverfile", []string{
		"game/record/charset", "game/record/headtext", "game/record/ruletext", "game/record/sgf",
	}, "games in the formats of servers"},
	{
		"game/record/files",
		[]string{"game/record/piskvork", "game/record/renlib", "game/record/serverfile", "game/record/sgf"},
		"which format a file is in; records know no rules",
	},
	{"game/record/diagram", []string{
		"board", "engine/protocol/gtp", "game", "game/draw", "game/record", "game/record/sgf",
	}, "lines of moves as in books; the caller supplies the effects of moves; columns and rows are GTP's"},
	{"game/record", []string{
		"board", "board/boardfile", "game", "game/clock",
	}, "games as records use no rules; a custom board is part of its record"},
	{"engine", []string{"game", "game/clock"}, "the contract is independent of the search method"},
	{"engine/baseline/alphabeta2015", []string{
		"board", "game", "solve/life", "solve/life/tsumego",
	}, "an old way to solve problems of life and death"},
	{"engine/baseline/fullwidth", []string{"board", "game", "game/rules/capturefive/fast"}, "an old way to solve small boards"},
	{"engine/baseline/internal/*", []string{"board", "engine", "engine/baseline/internal/rows", "game"}, "shared by baselines"},
	{"engine/baseline/*", []string{
		"board", "engine", "engine/baseline/internal/*", "game",
	}, "historical and textbook methods, independent of the game"},
	{"engine/internal/*", []string{"board", "engine", "game"}, "shared by engines"},
	{"engine/player", []string{
		"board", "engine", "engine/alphabeta", "engine/internal/*", "game",
	}, "shared by engines on alphabeta"},
	{"engine/protocol/internal/*", []string{"internal/errtext"}, "shared by protocols"},
	{"engine/protocol/analysis", []string{
		"board", "engine", "engine/protocol/gtp", "engine/protocol/internal/*", "game", "game/record/ruletext", "internal/splitmix",
	}, "the vertices are GTP's, as in KataGo"},
	{"engine/protocol/*", []string{
		"board", "engine", "engine/protocol/internal/*", "game", "game/clock", "internal/errtext", "game/record", "game/record/files",
		"game/record/ruletext", "game/record/sgf",
	}, "protocols use no rules and no search method"},
	{"engine/alphabeta", []string{"engine", "game"}, "search methods are independent of the game"},
	{"engine/mcts", []string{
		"engine", "game", "game/clock", "internal/splitmix",
	}, "search methods are independent of the game; the number of expected moves comes from the clock"},
	{"engine/enginetest", []string{"board", "engine", "game", "game/clock"}, "the suite is independent of the search method"},
	{"engine/anygame", []string{"board", "engine/mcts", "game"}, "plays by the rules alone"},
	{"engine/neural", []string{"engine/internal/kernel"}, "networks use graphs and are independent of the game"},
	{"engine/weiqi", []string{
		"board", "engine", "engine/mcts", "engine/neural", "game", "internal/splitmix", "game/rules/weiqi", "solve/life",
		"solve/life/tsumego",
	}, "knowledge of Go for engines; the solver decides which stones are dead or in seki where it can"},
	{"engine/weiqi/teacher", []string{
		"internal/linelog", "engine", "engine/neural", "engine/protocol/analysis", "engine/weiqi", "game", "board", "game/rules/weiqi",
	}, "another engine evaluates positions for training, through a protocol"},
	{"engine/gomoku/network", []string{
		"board", "engine/internal/kernel", "game/rules/gomoku/pattern",
	}, "evaluates lines of stones; no search"},
	{"engine/gomoku", []string{
		"board", "engine", "engine/alphabeta", "engine/internal/*", "engine/player", "game", "game/rules/gomoku", "game/rules/gomoku/pattern",
	}, "knowledge of n in a row for engines"},
	{"engine/capturefive", []string{
		"board", "engine", "engine/alphabeta", "engine/internal/*", "engine/mcts", "engine/player", "game", "game/rules/capturefive",
		"game/rules/capturefive/fast",
	}, "knowledge of Capture Five for engines"},
	{"engine/connect4", []string{
		"engine", "engine/alphabeta", "engine/internal/*", "engine/player", "game", "game/rules/connect4", "solve/connect4",
	}, "knowledge of Connect Four for engines"},
	{"solve/dfpn", nil, "proof-number search is independent of game and board"},
	{"solve/life/proof", []string{"board", "board/boardfile", "game"}, "the checker shares no code with the search"},
	{"solve/life/internal/slow", []string{"board", "board/boardfile", "game"}, "the oracle shares no code with what it judges"},
	{"solve/life/tsumego", []string{"board", "game", "internal/sentence"}, "a problem is independent of solvers and files"},
	{"solve/life/format", []string{
		"board", "game", "game/record", "game/record/sgf", "game/rules/weiqi", "solve/life/tsumego",
	}, "files of problems use no solver; record has the notation of points"},
	{"solve/life", []string{
		"board", "game", "internal/splitmix", "solve/dfpn",
	}, "solves life-and-death problems and proves the answers, and reads no files"},
	{"solve/gomoku/proof", []string{
		"board", "game", "internal/errtext", "game/rules/gomoku",
	}, "the checker shares only the rules with the search"},
	{"solve/gomoku", []string{"board", "game", "game/rules/gomoku/pattern", "solve/dfpn"}, "wins by threats"},
	{"solve/capturefive/proof", []string{"board", "game"}, "the checker shares no code with the search"},
	{"solve/capturefive/internal/slow", []string{"board", "game"}, "the oracle shares no code with what it judges"},
	{
		"solve/capturefive",
		[]string{"board", "game", "game/rules/atarigo", "game/rules/capturefive", "solve/dfpn"},
		"exact values of small boards",
	},
	{"solve/connect4", nil, "exact scores on two words of bits"},
	{"contest/rating", []string{
		"board", "game/clock", "internal/sentence",
	}, "strength of players; uses classes of boards and clocks, and games only by id"},
	{"study/gameindex", []string{
		"board", "game", "internal/splitmix", "game/record", "game/record/charset", "game/record/files", "game/record/sgf",
	}, "finds positions in games of any kind; uses no rules, and callers supply its pages"},
	{"study/coach", []string{"board", "engine", "game"}, "explains games of any kind"},
	{"study/mistakes", []string{
		"board", "game", "solve/gomoku", "solve/life", "solve/life/tsumego",
	}, "what solvers can prove about a bad move; uses no engine"},
	{"study/review", []string{"engine", "game", "study/coach"}, "values come from an engine, texts from the coach"},
	{"study/lessons", []string{
		"board", "game", "solve/gomoku", "solve/life", "solve/life/tsumego", "study/coach",
	}, "lessons use only the rules they are opened with; solvers determine the results of moves"},
	{"study/puzzles", []string{"solve/gomoku"}, "data and its type"},
	{"study/bank", []string{"board", "game", "internal/sentence", "solve/life", "solve/life/tsumego"}, "the problems that ship"},
	{"study/generate", []string{
		"board", "engine", "engine/weiqi", "game", "game/rules/weiqi", "solve/life", "solve/life/proof", "solve/life/tsumego", "study/bank",
	}, "makes the bank from games of the levels and from shapes, rates it by the levels' failures, and checks its proofs"},
	{"study/courses", []string{"solve/life", "solve/life/tsumego", "study/bank"}, "sorts the bank's problems"},
	{"study/hints", []string{
		"board", "game", "internal/sentence", "solve/life", "solve/life/tsumego", "study/bank", "study/trainer",
	}, "plays the bank's lines by the trainer's rules"},
	{"study/trainer", []string{
		"board", "game", "contest/rating", "game/rules/weiqi", "solve/life", "solve/life/tsumego",
	}, "a group that certainly lives needs no more moves"},
	{"study/trainer/*", []string{"board", "game", "solve/life", "solve/life/tsumego", "study/trainer"}, "the suite of trainers"},
	{"contest/arena/tune", []string{"internal/linelog"}, "games determine the meaning of the numbers"},
	{"contest/arena/chart", nil, "charts of ratings and results are independent of matches"},
	{"contest/arena", []string{
		"board", "engine", "game", "game/clock", "internal/errtext", "internal/linelog", "game/record", "game/record/sgf",
	}, "engines against engines"},
	{"game/*", []string{"board", "game"}, "the suites are independent of the game"},
	{"catalog", []string{
		"board", "board/boardfile", "engine", "engine/*", "game", "internal/errtext", "game/record", "game/record/sgf", "game/rules/*",
	}, "the one list; record/sgf numbers games, and record names sets of rules"},
	{"cmd/moyo/bench", []string{
		"board", "game", "game/rules/gomoku", "game/rules/weiqi", "game/rules/capturefive", "game/rules/capturefive/fast", "engine",
		"engine/weiqi",
		"engine/gomoku",
		"engine/baseline/alphabeta2015", "engine/baseline/fullwidth", "engine/baseline/negascout2023", "engine/baseline/robogo2022",
		"solve/life", "solve/life/format", "solve/life/tsumego", "solve/capturefive", "study/generate", "catalog", "client/terminal/words",
	}, "measurements, also of the founding documents' own methods"},
	{"client/terminal/words", []string{"board", "game", "internal/errtext"}, "numbers, sides and points as text"},
	{"client/terminal/progress", nil, "the progress of a long command"},
	{"client/terminal/picture", []string{
		"board", "engine/protocol/gtp", "game", "client/terminal/words",
	}, "boards in characters; the columns and rows are GTP's"},
	{"client/terminal/answers", []string{
		"board", "game", "game/rules/capturefive", "solve/life", "solve/life/format", "solve/life/tsumego", "solve/life/proof", "solve/gomoku",
		"solve/gomoku/proof", "solve/capturefive", "solve/capturefive/proof", "solve/connect4",
		"client/terminal/words", "client/terminal/picture",
	}, "results of solvers as text"},
	{"client/terminal/recap", []string{
		"board", "game", "game/draw", "game/record/diagram", "study/review", "client/terminal/picture", "client/terminal/words",
	}, "results of reviews in characters, as JSON, as a page and as a PDF"},
	{"client/terminal/files", []string{
		"board", "game", "game/rules/gomoku", "game/rules/weiqi", "game/record", "game/record/sgf", "contest/arena", "catalog",
		"solve/life/format",
		"solve/life/tsumego", "solve/gomoku", "study/bank", "study/courses", "client/terminal/words", "internal/errtext",
	}, "inputs that a command names, in any format; arena has moves as text"},
	{"client/terminal/sheet", []string{
		"board", "game", "game/draw", "game/record/diagram", "solve/life/tsumego", "client/terminal/files", "client/terminal/words",
	}, "problems side by side, on boards cut open like diagrams"},
	{"client/terminal", []string{
		"board", "catalog", "engine", "engine/protocol/gtp", "game", "game/clock", "game/match", "internal/errtext", "game/record",
		"game/record/sgf", "solve/life", "solve/life/format", "solve/life/tsumego", "study/bank", "study/hints", "study/trainer",
	}, "the game in a terminal uses no rules and no search method; the catalog has the descriptions of games"},
	{"server/store", []string{"game", "game/match"}, "a store contains the events of matches"},
	{"server/store/storetest", []string{
		"game", "game/clock", "game/match", "internal/testenv", "server/store",
	}, "the suite is independent of the store"},
	{"server/store/group", []string{"server/store"}, "groups writes of any kind"},
	{"server/store/tables", []string{
		"game", "game/match", "server/store", "server/store/group",
	}, "shared by SQL databases; the caller supplies the database"},
	{"server/store/postgres/pgtest", nil, "a PostgreSQL for tests"},
	{"server/store/sqlite", []string{"server/store", "server/store/tables"}, "a file, its locks and copies"},
	{"server/store/postgres", []string{
		"game/match", "server/store", "server/store/group", "server/store/tables",
	}, "a database that several nodes share"},
	{"server/store/sqlite/sqlitetest", []string{"server/store", "server/store/sqlite"}, "a store for tests, and leases for those of nodes"},
	{"server/store/dbtest", []string{
		"server/store", "server/store/postgres", "server/store/postgres/pgtest", "server/store/sqlite/sqlitetest",
	}, "every database, for tests of a feature's SQL"},
	{"server/base/wire/*", []string{
		"board", "catalog", "game", "internal/sentence", "study/coach", "study/courses", "study/lessons",
	}, "the generator reads the messages' source, and gets ids with texts on the page from their packages"},
	{"server/base/wire", nil, "messages are plain data"},
	{"server/machines/messages", nil, "a connection is independent of its messages"},
	{"server/base/guard", nil, "contains panics of any function"},
	{"server/base/proxy", nil, "decides which proxies to trust; counts nothing"},
	{"server/base/certificate", nil, "certificates for any server"},
	{"server/base/identity", []string{
		"server/base/apierror", "server/base/proxy", "server/store",
	}, "identifies clients by a cookie; callers supply the sessions"},
	{"server/base/access", []string{
		"internal/sentence", "server/base/apierror", "server/base/identity", "server/store",
	}, "permissions; uses neither routes' handlers nor matches"},
	{"server/people/session", []string{"server/base/*", "server/store"}, "signed-in sessions"},
	{"server/base/apierror", []string{
		"game", "game/match", "internal/sentence", "solve/life/tsumego", "server/base/wire", "server/store",
	}, "the one table of errors includes those of lower packages"},
	{"server/base/limit", []string{"server/base/apierror", "server/base/proxy"}, "counts and refuses requests of any kind"},
	{"server/base/storage", []string{
		"server/base/apierror", "server/base/guard", "server/base/identity", "server/base/limit", "server/store",
	}, "counts stored data of any kind"},
	{"server/play/sweep", []string{
		"game/match", "server/base/guard", "server/play/room", "server/store",
	}, "deletes unused data; rooms report what is open"},
	{"server/base/access/accesstest", []string{"server/base/access", "server/base/identity", "server/store"},
		"checks the rules of any feature"},
	{"server/base/endpoint", []string{
		"server/base/access", "server/base/apierror", "server/base/limit", "server/base/wire", "server/store",
	}, "registers routes of any feature"},
	{"server/base/convert", []string{
		"board", "catalog", "engine", "game", "game/clock", "game/match", "internal/sentence", "contest/rating",
		"study/coach", "study/review", "server/base/wire", "server/store",
	}, "between the program's types and those of the wire; uses no rules"},
	{"server/base/queue", []string{
		"server/base/apierror", "server/base/limit", "server/base/wire",
	}, "shares out the processor for any purpose"},
	{"server/machines/engines", []string{"engine", "server/base/*"}, "lends engines to any caller"},
	{"server/machines/work", []string{
		"board", "board/boardfile", "catalog", "engine", "game", "game/clock", "solve/life", "solve/life/tsumego", "server/base/*",
		"server/machines/engines", "server/machines/solvers",
	}, "gives searches to other machines for any caller, which supplies the connection"},
	{"server/machines/solvers", []string{
		"game", "solve/life", "solve/life/tsumego", "server/base/*", "server/machines/engines",
	}, "lends solvers to any caller"},
	{"server/base/socket", []string{
		"server/base/apierror", "server/base/guard", "server/base/identity", "server/base/limit", "server/base/queue", "server/base/wire",
		"server/store",
	}, "the loop of a connection is independent of the game"},
	{"server/share/boards", []string{
		"board", "board/boardfile", "catalog", "internal/sentence", "server/base/*", "server/store",
	}, "boards are independent of games and users"},
	{"server/base/cluster", []string{
		"internal/sentence", "server/base/apierror", "server/base/guard", "server/base/identity", "server/base/limit",
		"server/base/socket", "server/store",
	}, "nodes carry sessions and exchange messages; they use games only by id"},
	{"server/play/room", []string{
		"board", "catalog", "engine", "game", "game/clock", "game/match", "game/record", "game/record/sgf", "server/base/*",
		"server/machines/engines", "server/play/correspondence", "server/store",
	}, "a room owns a match; callers supply boards, rules and engines, and the catalog has their number in records"},
	{"server/base/document", []string{
		"server/base/apierror", "server/base/endpoint", "server/store",
	}, "documents of any kind that people follow"},
	{"server/base/event", nil, "listeners and events of any kind"},
	{"server/base/outbox", []string{"server/base/guard", "server/store"}, "delivers notices; its subscribers know their meaning"},
	{"server/play/ratings", []string{
		"board", "catalog", "game", "game/clock", "game/match", "internal/sentence", "contest/rating", "server/base/*", "server/store",
	}, "rates games by their logs; rooms only report that one has ended"},
	{"server/people/mail", nil, "sends mail for any caller"},
	{"server/people/account", []string{
		"game/match", "internal/sentence", "server/base/*", "server/people/session", "server/store",
	}, "signing in; callers supply games and mail, and seats in games belong to people"},
	{"server/people/account/passkey", []string{"server/people/account/pending"}, "a ceremony has two steps, and is independent of accounts"},
	{"server/people/account/openid", []string{
		"server/people/account/pending",
	}, "a visit to another site has two steps, and is independent of accounts"},
	{"server/people/account/name", []string{"internal/sentence"}, "explains to people what a name cannot contain"},
	{"server/people/account/password", []string{"internal/sentence"}, "explains to people why a password is refused"},
	{"server/people/account/*", nil, "each proof of identity is independent of the others"},
	{"server/play/pairing", []string{
		"board", "game", "game/clock", "game/match", "internal/sentence", "contest/rating", "server/base/*", "server/store",
	}, "pairs players; callers supply boards, rules, games, and the data of people"},
	{"server/play/lobby", []string{
		"game/clock", "game/match", "server/base/*", "server/share/boards", "server/store",
	}, "lists games and creates them; callers supply rooms"},
	{"server/people/mail/*", nil, "a mail server for tests"},
	{"server/people/notify/push", []string{"server/base/*"}, "pushes messages of any kind to browsers"},
	{"server/people/notify", []string{
		"catalog", "game", "game/clock", "game/match", "internal/sentence", "server/base/*", "server/people/mail", "server/store",
	}, "notifies people of games and other events; callers supply rooms"},
	{"server/learn/reviews", []string{
		"board", "game", "game/clock", "game/match", "internal/sentence", "internal/splitmix", "server/base/*", "server/share/boards",
		"server/store",
	}, "finished games, their reviews, and the guarded running games; uses no engine"},
	{"server/learn/mistakes", []string{
		"catalog", "engine", "game", "internal/sentence", "solve/gomoku", "solve/life", "solve/life/tsumego", "study/mistakes",
		"study/review", "study/trainer", "server/base/*", "server/learn/reviews", "server/machines/engines", "server/machines/solvers",
		"server/store",
	}, "training with one's own mistakes; an engine finds the better moves"},
	{"server/share/libraries", []string{
		"board", "catalog", "game", "game/match", "game/record/files", "game/record/sgf",
		"study/gameindex", "server/base/*", "server/share/boards", "server/store",
	}, "people's games, found by players and by positions; callers supply the texts of games played here"},
	{"server/learn/analysis", []string{
		"board", "engine", "game", "game/draw", "game/record", "internal/sentence", "solve/life", "solve/life/format",
		"solve/life/tsumego", "study/coach", "study/review", "server/base/*", "server/learn/reviews", "server/machines/engines",
		"server/machines/solvers", "server/share/boards",
	}, "answers questions; callers supply stored data, so no store"},
	{"server/share/viewer", []string{
		"board", "board/boardfile", "catalog", "game", "game/record", "game/record/diagram", "game/record/files", "game/record/sgf",
		"server/base/*",
		"server/share/boards",
	}, "reads and draws records, and stores none"},
	{"server/learn/training", []string{
		"board", "catalog", "game", "internal/sentence", "contest/rating", "solve/gomoku", "solve/life", "solve/life/format",
		"solve/life/tsumego", "study/bank", "study/courses", "study/hints", "study/lessons", "study/puzzles", "study/trainer",
		"server/base/*", "server/learn/classes", "server/machines/solvers", "server/share/boards", "server/store",
	}, "training, also the tasks of classes; uses no rooms and no desks"},
	{"server/share/preview", []string{
		"board", "catalog", "game", "game/draw", "game/match", "solve/life/tsumego", "server/base/*", "server/store",
	}, "previews for other sites; independent of the visitor, and callers supply games"},
	{"contest/tournament", []string{"internal/sentence"}, "pairings and winners; independent of game, board and clock"},
	{"contest/tournament/tournamenttest", []string{"contest/tournament"}, "the slow implementation shares only events with what it checks"},
	{"server/learn/classes", []string{
		"game", "game/match", "internal/sentence", "study/lessons", "server/base/*", "server/store",
	}, "classes and their tasks; callers supply games, sessions and problems, and it uses no room"},
	{"server/base/schedule/scheduletest", []string{"game", "game/match", "server/store"}, "games without rooms, for tests"},
	{"server/base/schedule", []string{
		"game", "game/clock", "game/match", "server/base/apierror", "server/base/guard", "server/store",
	}, "players that did not come to a game, and its result; independent of its users"},
	{"server/club/teams", []string{
		"catalog", "game", "game/match", "contest/rating", "server/base/*", "server/people/account",
		"server/people/notify", "server/store",
	}, "teams and their matches; callers supply games, and it uses no room"},
	{"server/club/simuls", []string{
		"catalog", "game", "game/clock", "game/match", "contest/rating", "server/base/*", "server/people/account", "server/store",
	}, "one host plays many games; callers supply these, and it uses no room"},
	{"server/base/names", []string{"game/match", "server/store"}, "current names of players, for lists and seats"},
	{"server/club/ladders/rungs", []string{
		"internal/sentence",
	}, "places and permitted challenges; independent of game, clock and store"},
	{"server/club/ladders", []string{
		"game", "game/clock", "game/match", "server/base/*", "server/people/account", "server/people/notify", "server/play/correspondence",
		"server/store",
	}, "club ladders; callers supply games, and it uses no room"},
	{"server/club/tournaments", []string{
		"catalog", "game/match", "contest/rating", "contest/tournament", "server/base/*", "server/store",
	}, "running tournaments; callers supply games, and it uses no room"},
	{"server/share/studies", []string{
		"board", "catalog", "game", "game/match", "game/record", "game/record/files", "game/record/sgf", "server/base/*", "server/share/boards",
		"server/share/viewer", "server/store",
	}, "trees that several people edit; uses no rules, and callers supply games"},
	{"server/play/chat", []string{
		"game", "game/match", "internal/sentence", "server/base/*", "server/store",
	}, "chat in games; uses no room, so no move waits for it"},
	{"server/play/correspondence", []string{
		"game", "game/clock", "game/match", "server/base/*", "server/store",
	}, "people's data beside games that take days; callers supply games, and it uses no room"},
	{"server/people/profile", []string{
		"catalog", "game", "game/clock", "game/match", "server/base/*", "server/people/relation", "server/store",
	}, "profiles from stored data, with the caller's relations; callers supply who is online"},
	{"server/people/relation", []string{"server/base/*", "server/store"}, "follows and blocks, with notices to dependent features"},
	{"server/people/moderation", []string{
		"game", "game/match", "server/base/*", "server/play/chat", "server/share/boards", "server/store",
	}, "reports and their handling, also of lines of chat and of boards"},
	{"server/people/invitation", []string{"server/base/*", "server/store"}, "codes for signing in; callers supply sessions"},
	{"server/people/admin", []string{
		"server/base/*", "server/people/account/name", "server/people/invitation", "server/store",
	}, "what operators do with accounts, with or without a server"},
	{"client/bot/client", []string{"server/base/wire"}, "the public protocol; independent of its programs"},
	{"client/bot", []string{
		"board", "engine", "game", "game/clock", "contest/rating", "server/base/wire",
	}, "plays by the public protocol, independent of the server's code; callers supply engines and games"},
	{"client/bot/league", []string{
		"contest/arena", "contest/arena/chart", "board", "client/bot/client", "game", "game/clock", "internal/errtext", "internal/linelog",
		"server/base/wire",
	}, "a standing tournament by the public protocol, independent of the server's code; callers supply rules and boards"},
	{"docs/examples/*", nil, "programs as third parties write them, without moyo's code"},
	{"client/bot/loadtest/model", nil, "arithmetic with measured costs"},
	{"client/bot/loadtest/machine", nil, "a machine's limits are independent of the server"},
	{"client/bot/loadtest", []string{
		"game", "client/terminal/words", "server/base/wire",
	}, "a load by the public protocol, independent of the server's code; callers supply positions and a reader of records"},
	{"server", []string{"catalog", "engine", "solve/life", "solve/life/tsumego"}, "routes, headers and wiring, over the packages below it"},
	{"internal/errtext", nil, "how errors quote input, for every package"},
	{"internal/linelog", nil, "append-only files of lines with any contents"},
	{"internal/splitmix", nil, "pseudorandom numbers, for every package"},
	{"internal/*", nil, "tools of the tests"},
	{"web", nil, "the built page"},
	{"cmd/moyo", []string{"*"}, "wiring"},
}

// listed is the description of a package by `go list`.
type listed struct {
	ImportPath string
	Name       string
	Doc        string
	Imports    []string
}

func packages(t *testing.T) []listed {
	t.Helper()
	readSources(t)
	out, err := exec.Command("go", "list", "-json=ImportPath,Name,Doc,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p listed
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 5 {
		t.Fatalf("go list found %d packages only", len(all))
	}
	return all
}

// readSources opens every source file. `go test` caches a result while the files that the test itself has opened are
// unchanged, and `go list` opens files in another process.
func readSources(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "node_modules":
			return filepath.SkipDir
		case !d.IsDir() && strings.HasSuffix(file, ".go"):
			_, err = os.ReadFile(file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// covers reports whether pattern, which may end in "/*" or be "*", covers pkg.
func covers(pattern, pkg string) bool {
	if pattern == "*" {
		return !strings.HasPrefix(pkg, "cmd/")
	}
	if dir, ok := strings.CutSuffix(pattern, "/*"); ok {
		return strings.HasPrefix(pkg, dir+"/")
	}
	return pattern == pkg
}

func TestImports(t *testing.T) {
	used := make([]map[string]bool, len(mayImport)) // by row: the dependencies that admit an import; nil if it covers no package
	for _, p := range packages(t) {
		pkg := strings.TrimPrefix(p.ImportPath, module+"/")
		if pkg == module {
			continue
		}
		rule := -1
		for i := range mayImport {
			if covers(mayImport[i].pkg, pkg) {
				rule = i
				break
			}
		}
		if rule < 0 {
			t.Errorf("%s is not in the import table: add it, and say why", pkg)
			continue
		}
		if used[rule] == nil {
			used[rule] = map[string]bool{}
		}
		for _, imp := range p.Imports {
			dep, own := strings.CutPrefix(imp, module+"/")
			if !own || strings.HasPrefix(dep, pkg+"/") {
				continue
			}
			by, ok := admits(mayImport[rule].deps, pkg, dep)
			if !ok {
				t.Errorf("%s may not import %s: %s", pkg, dep, mayImport[rule].why)
			}
			used[rule][by] = true
		}
	}
	checkNeeded(t, used)
}

// checkNeeded fails for rows of the table that cover no package, and for dependencies that admit no
// import beyond those of earlier ones.
func checkNeeded(t *testing.T, used []map[string]bool) {
	t.Helper()
	for i, row := range mayImport {
		if used[i] == nil {
			t.Errorf("the import table's row %s covers no package, or only such as an earlier row covers: take it out", row.pkg)
			continue
		}
		for _, dep := range row.deps {
			if !used[i][dep] {
				t.Errorf("%s need not import %s: take it out of the import table's row", row.pkg, dep)
			}
		}
	}
}

// admits returns the first of deps, the patterns of pkg's row, that lets pkg
// import dep.
func admits(deps []string, pkg, dep string) (pattern string, ok bool) {
	for _, pattern := range deps {
		if covers(pattern, dep) && !siblings(pkg, dep, pattern) {
			return pattern, true
		}
	}
	return "", false
}

// siblings reports whether a wildcard admitted a package of the same folder.
func siblings(pkg, dep, pattern string) bool {
	return strings.HasSuffix(pattern, "/*") && path.Dir(pkg) == path.Dir(dep) && path.Dir(pkg) != "."
}

// serverGroups are the folders of packages below the server, each of which may import earlier ones.
var serverGroups = []string{"store", "base", "machines", "share", "play", "learn", "people", "club"}

func TestServerGroups(t *testing.T) {
	group := func(pkg string) int {
		rest, below := strings.CutPrefix(pkg, module+"/server/")
		if !below {
			return -1
		}
		name, _, _ := strings.Cut(rest, "/")
		at := slices.Index(serverGroups, name)
		if at < 0 {
			t.Errorf("%s is in no group: move it into one of %v", pkg, serverGroups)
		}
		return at
	}
	for _, p := range packages(t) {
		from := group(p.ImportPath)
		for _, imp := range p.Imports {
			if from >= 0 && group(imp) > from {
				t.Errorf("%s may not import %s: its group is a later one of %v", p.ImportPath, imp, serverGroups)
			}
		}
	}
}

func TestPackagesHaveDocs(t *testing.T) {
	for _, p := range packages(t) {
		if strings.TrimSpace(p.Doc) == "" && !strings.HasSuffix(p.Name, "_test") && p.ImportPath != module {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}
