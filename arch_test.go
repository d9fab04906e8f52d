// Package moyo_test holds the rules of the tree as tests: who may import whom,
// and that every package says what it is.
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

// mayImport is the table of ARCHITECTURE.md: for a package (or all below it,
// "/*") the packages of this module that its own code may import beside those
// below itself. Siblings never import each other.
var mayImport = []struct {
	pkg  string
	deps []string
	why  string
}{
	{"board", []string{"internal/errtext"}, "topology knows no stones"},
	{"board/boardfile", []string{"board", "internal/errtext"}, "boards as files know no stones"},
	{"board/*", []string{"board"}, "the suite knows no stones"},
	{"game", []string{"board", "internal/sentence"}, "the contract knows no game"},
	{"game/draw", []string{"board", "game"}, "pictures know no rules"},
	{"game/clock", nil, "time knows no game and no board"},
	{"game/match", []string{"board", "game", "game/clock", "internal/sentence"}, "one game as a log of events, pure"},
	{"game/rules/internal/placing", []string{
		"board", "game", "game/rules/internal/row", "game/rules/internal/zobrist",
	}, "what games share in which stones are placed"},
	{"game/rules/internal/*", []string{"board", "game", "internal/splitmix"}, "shared by games"},
	{"game/rules/weiqi/census", []string{"board", "board/boardfile"}, "counts on all small graphs, which no spec makes"},
	{"game/rules/gomoku", []string{
		"board", "game", "internal/sentence", "game/rules/internal/*",
	}, "rules know no search; openings say what there is to do"},
	{"game/rules/*", []string{"board", "game", "game/rules/internal/*"}, "rules know no search"},
	{"game/record/charset", nil, "how bytes become characters, whatever they say"},
	{"game/record/sgf", []string{"internal/errtext", "game/record/charset"}, "records know no engine and no server"},
	{"game/record/renlib", []string{"game/record/charset", "game/record/sgf"}, "trees of moves as RenLib keeps them"},
	{"game/record/piskvork", []string{"game/record/charset", "game/record/sgf"}, "games as Piskvork keeps them"},
	{
		"game/record/files",
		[]string{"game/record/piskvork", "game/record/renlib", "game/record/sgf"},
		"which format a file is in; records know no rules",
	},
	{"game/record/diagram", []string{
		"board", "engine/protocol/gtp", "game", "game/draw", "game/record", "game/record/sgf",
	}, "lines of moves as books show them; what moves do is given to it; columns and rows are GTP's"},
	{"game/record", []string{
		"board", "board/boardfile", "game", "game/clock",
	}, "games as records know no rules; a board that somebody drew comes along in them"},
	{"engine", []string{"game", "game/clock"}, "the contract knows no method"},
	{"engine/baseline/alphabeta2015", []string{
		"board", "game", "solve/life", "solve/life/tsumego",
	}, "an old way to solve problems of life and death"},
	{"engine/baseline/fullwidth", []string{"board", "game", "game/rules/capturefive/fast"}, "an old way to solve small boards"},
	{"engine/baseline/internal/*", []string{"board", "engine", "engine/baseline/internal/rows", "game"}, "shared by baselines"},
	{"engine/baseline/*", []string{
		"board", "engine", "engine/baseline/internal/*", "game",
	}, "historical and textbook methods, which know no game"},
	{"engine/internal/*", []string{"board", "engine", "game"}, "shared by engines"},
	{"engine/player", []string{
		"board", "engine", "engine/alphabeta", "engine/internal/*", "game",
	}, "what engines of one game on alphabeta share"},
	{"engine/protocol/internal/*", []string{"internal/errtext"}, "shared by protocols"},
	{"engine/protocol/*", []string{
		"board", "engine", "engine/protocol/internal/*", "game", "game/clock", "internal/errtext", "game/record", "game/record/sgf",
	}, "protocols know no rules and no method"},
	{"engine/alphabeta", []string{"engine", "game"}, "search methods know no game"},
	{"engine/mcts", []string{
		"engine", "game", "game/clock", "internal/splitmix",
	}, "search methods know no game; how many moves may be ahead is a number of the clock"},
	{"engine/enginetest", []string{"board", "engine", "game", "game/clock"}, "the suite knows no method"},
	{"engine/anygame", []string{"board", "engine/mcts", "game"}, "plays by the rules alone"},
	{"engine/neural", []string{"engine/internal/kernel"}, "networks know graphs and no game"},
	{"engine/weiqi", []string{
		"board", "engine", "engine/mcts", "engine/neural", "game", "internal/splitmix", "game/rules/weiqi",
	}, "what an engine knows of Go"},
	{"engine/weiqi/teacher", []string{
		"internal/linelog", "engine", "engine/neural", "engine/protocol/analysis", "engine/weiqi", "game", "board", "game/rules/weiqi",
	}, "another engine evaluates positions for training; a protocol is how it is asked"},
	{"engine/gomoku/network", []string{
		"board", "engine/internal/kernel", "game/rules/gomoku/pattern",
	}, "what becomes of lines of stones; knows no search"},
	{"engine/gomoku", []string{
		"board", "engine", "engine/alphabeta", "engine/internal/*", "engine/player", "game", "game/rules/gomoku", "game/rules/gomoku/pattern",
	}, "what an engine knows of n in a row"},
	{"engine/capturefive", []string{
		"board", "engine", "engine/alphabeta", "engine/internal/*", "engine/mcts", "engine/player", "game", "game/rules/capturefive",
		"game/rules/capturefive/fast",
	}, "what an engine knows of Capture Five"},
	{"engine/connect4", []string{
		"engine", "engine/alphabeta", "engine/internal/*", "engine/player", "game", "game/rules/connect4", "solve/connect4",
	}, "what an engine knows of Connect Four"},
	{"solve/dfpn", nil, "proof-number search knows no game and no board"},
	{"solve/life/proof", []string{"board", "board/boardfile", "game"}, "the checker shares nothing with the search"},
	{"solve/life/internal/slow", []string{"board", "board/boardfile", "game"}, "the oracle shares nothing with what it judges"},
	{"solve/life/tsumego", []string{"board", "game", "internal/sentence"}, "what a problem is knows no solver and no files"},
	{"solve/life/format", []string{
		"board", "game", "game/record", "game/record/sgf", "game/rules/weiqi", "solve/life/tsumego",
	}, "files of problems know no solver; record knows how points are written"},
	{"solve/life", []string{
		"board", "game", "internal/splitmix", "solve/dfpn",
	}, "finds and proves what becomes of a group, and knows no files"},
	{"solve/gomoku/proof", []string{
		"board", "game", "internal/errtext", "game/rules/gomoku",
	}, "the checker shares nothing with the search but the rules"},
	{"solve/gomoku", []string{"board", "game", "game/rules/gomoku/pattern", "solve/dfpn"}, "wins by threats"},
	{"solve/capturefive/proof", []string{"board", "game"}, "the checker shares nothing with the search"},
	{"solve/capturefive/internal/slow", []string{"board", "game"}, "the oracle shares nothing with what it judges"},
	{
		"solve/capturefive",
		[]string{"board", "game", "game/rules/atarigo", "game/rules/capturefive", "solve/dfpn"},
		"exact values of small boards",
	},
	{"solve/connect4", nil, "exact scores on two words of bits"},
	{"contest/rating", []string{
		"board", "game/clock", "internal/sentence",
	}, "how strong somebody is; boards and clocks have classes, and no game is known but by its id"},
	{"study/gameindex", []string{
		"board", "game", "internal/splitmix", "game/record", "game/record/sgf",
	}, "finds positions in games, whichever they are; knows no rules, and pages are given to it"},
	{"study/coach", []string{"board", "engine", "game"}, "what is said of a game, whichever it is"},
	{"study/mistakes", []string{
		"board", "game", "solve/gomoku", "solve/life", "solve/life/tsumego",
	}, "what solvers can prove of a bad move; knows no engine"},
	{"study/review", []string{"engine", "game", "study/coach"}, "values come from an engine, words from the coach"},
	{"study/lessons", []string{
		"board", "game", "solve/gomoku", "solve/life", "solve/life/tsumego", "study/coach",
	}, "lessons know no rules but those they are opened with; solvers say what comes of a move"},
	{"study/puzzles", []string{"solve/gomoku"}, "data and its type"},
	{"study/bank", []string{"board", "game", "internal/sentence", "solve/life", "solve/life/tsumego"}, "the problems that ship"},
	{"study/generate", []string{
		"board", "engine", "engine/weiqi", "game", "game/rules/weiqi", "solve/life", "solve/life/proof", "solve/life/tsumego", "study/bank",
	}, "makes what the bank holds out of games of the levels and of shapes, rates it by how often they fail, and has it checked"},
	{"study/courses", []string{"solve/life", "solve/life/tsumego", "study/bank"}, "sorts what the bank holds"},
	{"study/hints", []string{
		"board", "game", "internal/sentence", "solve/life", "solve/life/tsumego", "study/bank", "study/trainer",
	}, "plays the lines of the bank by the trainer's rules"},
	{"study/trainer", []string{
		"board", "game", "contest/rating", "game/rules/weiqi", "solve/life", "solve/life/tsumego",
	}, "a group that lives for certain needs no more moves"},
	{"study/trainer/*", []string{"board", "game", "solve/life", "solve/life/tsumego", "study/trainer"}, "the suite of trainers"},
	{"contest/arena/tune", []string{"internal/linelog"}, "numbers are what a game makes of them"},
	{"contest/arena/chart", nil, "drawings of ratings and results know no match"},
	{"contest/arena", []string{
		"board", "engine", "game", "game/clock", "internal/errtext", "internal/linelog", "game/record", "game/record/sgf",
	}, "engines against engines"},
	{"game/*", []string{"board", "game"}, "the suites know no game"},
	{"catalog", []string{
		"board", "board/boardfile", "engine", "engine/*", "game", "internal/errtext", "game/record", "game/record/sgf", "game/rules/*",
	}, "the one list; record/sgf numbers games, and record knows sets of rules by name"},
	{"cmd/moyo/bench", []string{
		"board", "game", "game/rules/gomoku", "game/rules/weiqi", "game/rules/capturefive", "game/rules/capturefive/fast", "engine",
		"engine/weiqi",
		"engine/gomoku",
		"engine/baseline/alphabeta2015", "engine/baseline/fullwidth", "engine/baseline/negascout2023", "engine/baseline/robogo2022",
		"solve/life", "solve/life/format", "solve/life/tsumego", "solve/capturefive", "study/generate", "catalog", "client/terminal/words",
	}, "what is measured, beside the founding documents' own methods"},
	{"client/terminal/words", []string{"board", "game", "internal/errtext"}, "numbers, sides and points in words"},
	{"client/terminal/progress", nil, "how far a long command is"},
	{"client/terminal/picture", []string{
		"board", "engine/protocol/gtp", "game", "client/terminal/words",
	}, "boards in characters; the columns and rows are GTP's"},
	{"client/terminal/answers", []string{
		"board", "game", "game/rules/capturefive", "solve/life", "solve/life/format", "solve/life/tsumego", "solve/life/proof", "solve/gomoku",
		"solve/gomoku/proof", "solve/capturefive", "solve/capturefive/proof", "solve/connect4",
		"client/terminal/words", "client/terminal/picture",
	}, "what solvers found, in words"},
	{"client/terminal/recap", []string{
		"board", "game", "game/draw", "game/record/diagram", "study/review", "client/terminal/picture", "client/terminal/words",
	}, "what a review has found, in characters, as JSON, as a page and as a PDF"},
	{"client/terminal/files", []string{
		"board", "game", "game/rules/gomoku", "game/rules/weiqi", "game/record", "game/record/sgf", "contest/arena", "catalog",
		"solve/life/format",
		"solve/life/tsumego", "solve/gomoku", "study/bank", "study/courses", "client/terminal/words", "internal/errtext",
	}, "what a command names, in whichever form; arena knows moves as text"},
	{"client/terminal/sheet", []string{
		"board", "game", "game/draw", "game/record/diagram", "solve/life/tsumego", "client/terminal/files", "client/terminal/words",
	}, "problems side by side, on boards as diagrams cut them open"},
	{"client/terminal", []string{
		"board", "catalog", "engine", "engine/protocol/gtp", "game", "game/clock", "game/match", "internal/errtext", "game/record",
		"game/record/sgf", "solve/life", "solve/life/format", "solve/life/tsumego", "study/bank", "study/hints", "study/trainer",
	}, "the game in a terminal knows no rules and no method; the catalog has what is said of games"},
	{"server/store", []string{"game", "game/match"}, "a store holds what matches say"},
	{"server/store/storetest", []string{
		"game", "game/clock", "game/match", "internal/testenv", "server/store",
	}, "the suite of stores knows no store"},
	{"server/store/group", []string{"server/store"}, "gathers what is to be written, whatever that is"},
	{"server/store/tables", []string{
		"game", "game/match", "server/store", "server/store/group",
	}, "what SQL databases have in common; which one it is, is given to it"},
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
	}, "the generator reads the messages' source, and asks those who own ids that the page has words for"},
	{"server/base/wire", nil, "messages are plain data"},
	{"server/machines/messages", nil, "a connection knows nothing of what is sent on it"},
	{"server/base/guard", nil, "contains panics, whoever's they are"},
	{"server/base/proxy", nil, "whom to believe of those in front of the server; counts nothing"},
	{"server/base/certificate", nil, "certificates, whatever is served with them"},
	{"server/base/identity", []string{
		"server/base/apierror", "server/base/proxy", "server/store",
	}, "who asks, from a cookie; sessions are given to it"},
	{"server/base/access", []string{
		"internal/sentence", "server/base/apierror", "server/base/identity", "server/store",
	}, "who may do what; knows neither routes' handlers nor matches"},
	{"server/people/session", []string{"server/base/*", "server/store"}, "who is signed in where"},
	{"server/base/apierror", []string{
		"game", "game/match", "internal/sentence", "solve/life/tsumego", "server/base/wire", "server/store",
	}, "the one table of errors knows those of the packages below"},
	{"server/base/limit", []string{"server/base/apierror", "server/base/proxy"}, "counts and refuses, whatever it is that is asked for"},
	{"server/base/storage", []string{
		"server/base/apierror", "server/base/guard", "server/base/identity", "server/base/limit", "server/store",
	}, "counts what is kept, whatever it is"},
	{"server/play/sweep", []string{
		"game/match", "server/base/guard", "server/play/room", "server/store",
	}, "forgets what nobody needs; rooms say what somebody has open"},
	{"server/base/access/accesstest", []string{"server/base/access", "server/base/identity", "server/store"},
		"checks the rules of any feature"},
	{"server/base/endpoint", []string{
		"server/base/access", "server/base/apierror", "server/base/limit", "server/base/wire", "server/store",
	}, "how a route is registered, whichever it is"},
	{"server/base/convert", []string{
		"board", "catalog", "engine", "game", "game/clock", "game/match", "internal/sentence", "contest/rating",
		"study/coach", "study/review", "server/base/wire", "server/store",
	}, "between the program's types and those of the wire; knows no rules"},
	{"server/base/queue", []string{
		"server/base/apierror", "server/base/limit", "server/base/wire",
	}, "shares out the processor, whatever it is for"},
	{"server/machines/engines", []string{"engine", "server/base/*"}, "lends engines, whoever asks"},
	{"server/machines/work", []string{
		"board", "board/boardfile", "catalog", "engine", "game", "game/clock", "solve/life", "solve/life/tsumego", "server/base/*",
		"server/machines/engines", "server/machines/solvers",
	}, "gives searches to other machines, whoever asks; the connection is given to it"},
	{"server/machines/solvers", []string{
		"game", "solve/life", "solve/life/tsumego", "server/base/*", "server/machines/engines",
	}, "lends solvers, whoever asks"},
	{"server/base/socket", []string{
		"server/base/apierror", "server/base/guard", "server/base/identity", "server/base/limit", "server/base/queue", "server/base/wire",
		"server/store",
	}, "the loop of a connection knows no game"},
	{"server/share/boards", []string{
		"board", "board/boardfile", "catalog", "internal/sentence", "server/base/*", "server/store",
	}, "boards know no games and nobody who uses them"},
	{"server/base/cluster", []string{
		"internal/sentence", "server/base/apierror", "server/base/guard", "server/base/identity", "server/base/limit",
		"server/base/socket", "server/store",
	}, "nodes carry sessions and tell each other things; they know no game but by its id"},
	{"server/play/room", []string{
		"board", "catalog", "engine", "game", "game/clock", "game/match", "game/record", "game/record/sgf", "server/base/*",
		"server/machines/engines", "server/store",
	}, "a room owns a match; boards, rules and engines are given to it, and the catalog has their number in records"},
	{"server/base/document", []string{
		"server/base/apierror", "server/base/endpoint", "server/store",
	}, "documents that people follow, whatever is in them"},
	{"server/base/event", nil, "a listener and who tells, whatever it is"},
	{"server/base/outbox", []string{"server/base/guard", "server/store"}, "hears notices; what follows from one its subscribers know"},
	{"server/play/ratings", []string{
		"board", "catalog", "game", "game/clock", "game/match", "internal/sentence", "contest/rating", "server/base/*", "server/store",
	}, "rates games by their logs; rooms only tell it that one has ended"},
	{"server/people/mail", nil, "sends letters, whoever writes them"},
	{"server/people/account", []string{
		"game/match", "internal/sentence", "server/base/*", "server/people/session", "server/store",
	}, "lets people in; games and mail are given to it, and seats in games are people's"},
	{"server/people/account/passkey", []string{"server/people/account/pending"}, "a ceremony has two steps, and knows no accounts"},
	{"server/people/account/openid", []string{
		"server/people/account/pending",
	}, "a visit to another site has two steps, and knows no accounts"},
	{"server/people/account/name", []string{"internal/sentence"}, "says for people what a name cannot have"},
	{"server/people/account/password", []string{"internal/sentence"}, "says for people why a password is not to be taken"},
	{"server/people/account/*", nil, "each proof of who somebody is knows nothing of the others"},
	{"server/play/pairing", []string{
		"board", "game", "game/clock", "game/match", "internal/sentence", "contest/rating", "server/base/*", "server/store",
	}, "who plays whom; boards, rules and games are given to it, and what is known of people"},
	{"server/play/lobby", []string{
		"game/clock", "game/match", "server/base/*", "server/share/boards", "server/store",
	}, "lists games and has them made; rooms are given to it"},
	{"server/people/mail/*", nil, "a server of e-mails for tests"},
	{"server/people/notify/push", []string{"server/base/*", "server/store"}, "pushes messages to browsers, whatever they say"},
	{"server/people/notify", []string{
		"catalog", "game", "game/clock", "game/match", "internal/sentence", "server/base/*", "server/people/mail", "server/store",
	}, "lets people hear of games and whatever others tell it; rooms are given to it"},
	{"server/learn/reviews", []string{
		"board", "game", "game/clock", "game/match", "internal/sentence", "internal/splitmix", "server/base/*", "server/share/boards",
		"server/store",
	}, "finished games, what was found out about them, and which running games are guarded; knows no engine"},
	{"server/learn/mistakes", []string{
		"catalog", "engine", "game", "internal/sentence", "solve/gomoku", "solve/life", "solve/life/tsumego", "study/mistakes",
		"study/review", "study/trainer", "server/base/*", "server/learn/reviews", "server/machines/engines", "server/machines/solvers",
		"server/store",
	}, "training with one's own mistakes; an engine says what is better"},
	{"server/share/libraries", []string{
		"board", "catalog", "game", "game/match", "game/record/charset", "game/record/files", "game/record/piskvork", "game/record/renlib",
		"game/record/sgf",
		"study/gameindex", "server/base/*", "server/share/boards", "server/store",
	}, "people's games, found by who played them and by positions; the texts of games played here are given to it"},
	{"server/learn/analysis", []string{
		"board", "engine", "game", "game/draw", "internal/sentence", "solve/life", "solve/life/format", "solve/life/tsumego",
		"study/coach", "study/review", "server/base/*", "server/learn/reviews", "server/machines/engines", "server/machines/solvers",
		"server/share/boards",
	}, "answers questions; what is kept is given to it, so no store"},
	{"server/share/viewer", []string{
		"board", "board/boardfile", "catalog", "game", "game/record", "game/record/diagram", "game/record/files", "game/record/sgf",
		"server/base/*",
		"server/share/boards",
	}, "reads and draws records, and keeps none"},
	{"server/learn/training", []string{
		"board", "catalog", "game", "internal/sentence", "contest/rating", "solve/gomoku", "solve/life", "solve/life/format",
		"solve/life/tsumego", "study/bank", "study/courses", "study/hints", "study/lessons", "study/puzzles", "study/trainer",
		"server/base/*", "server/learn/classes", "server/machines/solvers", "server/share/boards", "server/store",
	}, "learning by doing, also what a class has to do; knows no rooms and no desks"},
	{"server/share/preview", []string{
		"board", "catalog", "game", "game/draw", "game/match", "solve/life/tsumego", "server/base/*", "server/store",
	}, "what other sites show of this one; knows nobody who asks, and games are given to it"},
	{"contest/tournament", []string{"internal/sentence"}, "who meets whom and who has won; knows no game, no board and no clock"},
	{"contest/tournament/tournamenttest", []string{"contest/tournament"}, "the slow way shares nothing with what it checks but events"},
	{"server/learn/classes", []string{
		"game", "game/match", "internal/sentence", "study/lessons", "server/base/*", "server/store",
	}, "classes and what they have to do; games, sessions and problems are given to it, and it knows no room"},
	{"server/base/schedule/scheduletest", []string{"game", "game/match", "server/store"}, "games without rooms, for tests"},
	{"server/base/schedule", []string{
		"game", "game/clock", "game/match", "server/base/apierror", "server/base/guard", "server/store",
	}, "who has not come to a game and what came of it; knows nobody who makes them"},
	{"server/club/teams", []string{
		"catalog", "game", "game/match", "contest/rating", "server/base/*", "server/people/account",
		"server/people/notify", "server/store",
	}, "teams and their matches; games are given to it, and it knows no room"},
	{"server/club/simuls", []string{
		"catalog", "game", "game/clock", "game/match", "contest/rating", "server/base/*", "server/people/account", "server/store",
	}, "one host who plays many games; these are given to it, and it knows no room"},
	{"server/base/names", []string{"game/match", "server/store"}, "what people are called now, for whoever lists them or seats them"},
	{"server/club/ladders/rungs", []string{
		"internal/sentence",
	}, "who stands where and who may challenge whom; knows no game, no clock and no store"},
	{"server/club/ladders", []string{
		"game", "game/clock", "game/match", "server/base/*", "server/people/account", "server/store",
	}, "club ladders; games are given to it, and it knows no room"},
	{"server/club/tournaments", []string{
		"catalog", "game/match", "contest/rating", "contest/tournament", "server/base/*", "server/store",
	}, "tournaments by themselves; games are given to it, and it knows no room"},
	{"server/share/studies", []string{
		"board", "catalog", "game", "game/match", "game/record", "game/record/files", "game/record/sgf", "server/base/*", "server/share/boards",
		"server/share/viewer", "server/store",
	}, "trees that several people change; knows the rules of no game, and games are given to it"},
	{"server/play/chat", []string{
		"game", "game/match", "internal/sentence", "server/base/*", "server/store",
	}, "what people say in games; knows no room, so that no move waits for it"},
	{"server/play/correspondence", []string{
		"game", "game/clock", "game/match", "server/base/*", "server/store",
	}, "what people have beside games that take days; games are given to it, and it knows no room"},
	{"server/people/profile", []string{
		"catalog", "game", "game/clock", "game/match", "server/base/*", "server/store",
	}, "who somebody is, from what is kept; who is here is given to it"},
	{"server/people/relation", []string{"server/base/*", "server/store"}, "whom people follow and block; those who go by it are told"},
	{"server/people/moderation", []string{
		"game", "game/match", "server/base/*", "server/store",
	}, "reports and what comes of them; what is said is given to it"},
	{"server/people/invitation", []string{"server/base/*", "server/store"}, "codes to sign in with; sessions are given to it"},
	{"server/people/admin", []string{
		"server/base/*", "server/people/account/name", "server/people/invitation", "server/store",
	}, "what operators do with people, with or without a server"},
	{"client/bot/client", []string{"server/base/wire"}, "the public protocol; it knows no program that speaks it"},
	{"client/bot", []string{
		"board", "engine", "game", "game/clock", "contest/rating", "server/base/wire",
	}, "plays by the public protocol, and knows nothing of the server's inside, no engine and no game: these are given to it"},
	{"client/bot/league", []string{
		"contest/arena", "contest/arena/chart", "board", "client/bot/client", "game", "game/clock", "internal/errtext", "internal/linelog",
		"server/base/wire",
	}, "a standing tournament by the public protocol knows nothing of the server's inside; rules and boards are given to it"},
	{"docs/examples/*", nil, "what others would write, with nothing of this program"},
	{"client/bot/loadtest/model", nil, "arithmetic with what was measured"},
	{"client/bot/loadtest/machine", nil, "what a machine can do knows no server"},
	{"client/bot/loadtest", []string{
		"game", "client/terminal/words", "server/base/wire",
	}, "a load by the public protocol knows nothing of the server's inside; positions and the reading of records are given to it"},
	{"server", []string{"catalog", "engine", "solve/life", "solve/life/tsumego"}, "routes, headers and wiring, over the packages below it"},
	{"internal/errtext", nil, "how errors quote what was typed, for every package"},
	{"internal/linelog", nil, "files that lines are only ever added to, whatever they say"},
	{"internal/splitmix", nil, "numbers that look random, for every package"},
	{"internal/*", nil, "tools of the tests"},
	{"web", nil, "the built page"},
	{"cmd/moyo", []string{"*"}, "wiring"},
}

// listed is what `go list` says of a package.
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

// readSources opens every source file. `go test` takes a result from its cache where the files that the test itself has opened
// are what they were, and those that `go list` opens are not among them.
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
	used := make([]map[string]bool, len(mayImport)) // by row: the dependencies that let an import in; nil where it covers no package
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

// checkNeeded fails for rows of the table that cover no package, and for
// dependencies that let in no import which the ones before them do not.
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

// siblings reports whether a wildcard let in a package of the same folder.
func siblings(pkg, dep, pattern string) bool {
	return strings.HasSuffix(pattern, "/*") && path.Dir(pkg) == path.Dir(dep) && path.Dir(pkg) != "."
}

// serverGroups are the folders of packages below the server, each of which may import those before it.
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
