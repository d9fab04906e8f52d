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
	{"game", []string{"internal/sentence", "board"}, "the contract knows no game"},
	{"game/draw", []string{"game", "board"}, "pictures know no rules"},
	{"game/clock", nil, "time knows no game and no board"},
	{"game/match", []string{"game", "game/clock", "board", "internal/sentence"}, "one game as a log of events, pure"},
	{"game/*", []string{"game", "board"}, "the suites know no game"},
	{"rules/internal/placing", []string{"game", "board", "rules/internal/zobrist", "rules/internal/row"}, "what games share in which stones are placed"},
	{"rules/internal/*", []string{"game", "board", "internal/splitmix"}, "shared by games"},
	{"rules/weiqi/census", []string{"board", "board/boardfile"}, "counts on all small graphs, which no spec makes"},
	{"rules/gomoku", []string{"game", "board", "rules/internal/*", "internal/sentence"}, "rules know no search; openings say what there is to do"},
	{"rules/*", []string{"game", "board", "rules/internal/*"}, "rules know no search"},
	{"record/charset", nil, "how bytes become characters, whatever they say"},
	{"record/sgf", []string{"record/charset", "internal/errtext"}, "records know no engine and no server"},
	{"record/renlib", []string{"record/charset", "record/sgf"}, "trees of moves as RenLib keeps them"},
	{"record/piskvork", []string{"record/charset", "record/sgf"}, "games as Piskvork keeps them"},
	{"record/files", []string{"record/renlib", "record/piskvork", "record/sgf"}, "which format a file is in; records know no rules"},
	{"record/diagram", []string{"game", "game/draw", "board", "engine/protocol/gtp", "record", "record/sgf"}, "lines of moves as books show them; what moves do is given to it; columns and rows are GTP's"},
	{"record", []string{"game", "game/clock", "board", "board/boardfile"}, "games as records know no rules; a board that somebody drew comes along in them"},
	{"engine", []string{"game", "game/clock"}, "the contract knows no method"},
	{"engine/baseline/alphabeta2015", []string{"game", "board", "solve/life", "solve/life/tsumego"}, "an old way to solve problems of life and death"},
	{"engine/baseline/fullwidth", []string{"game", "board", "rules/capturefive/fast"}, "an old way to solve small boards"},
	{"engine/baseline/internal/*", []string{"engine", "engine/baseline/internal/rows", "game", "board"}, "shared by baselines"},
	{"engine/baseline/*", []string{"engine", "engine/baseline/internal/*", "game", "board"}, "historical and textbook methods, which know no game"},
	{"engine/internal/*", []string{"engine", "game", "board"}, "shared by engines"},
	{"engine/player", []string{"engine", "engine/alphabeta", "engine/internal/*", "game", "board"}, "what engines of one game on alphabeta share"},
	{"engine/protocol/internal/*", []string{"internal/errtext"}, "shared by protocols"},
	{"engine/protocol/*", []string{"game", "game/clock", "board", "engine", "record", "record/sgf", "engine/protocol/internal/*", "internal/errtext"}, "protocols know no rules and no method"},
	{"engine/alphabeta", []string{"engine", "game"}, "search methods know no game"},
	{"engine/mcts", []string{"engine", "game", "game/clock", "internal/splitmix"}, "search methods know no game; how many moves may be ahead is a number of the clock"},
	{"engine/enginetest", []string{"engine", "game", "game/clock", "board"}, "the suite knows no method"},
	{"engine/anygame", []string{"engine/mcts", "game", "board"}, "plays by the rules alone"},
	{"engine/neural", []string{"engine/internal/kernel"}, "networks know graphs and no game"},
	{"engine/weiqi", []string{"engine", "engine/mcts", "engine/neural", "game", "board", "rules/weiqi", "internal/splitmix"}, "what an engine knows of Go"},
	{"engine/weiqi/teacher", []string{"internal/linelog", "engine", "engine/neural", "engine/protocol/analysis", "engine/weiqi", "game", "board", "rules/weiqi"},
		"another engine evaluates positions for training; a protocol is how it is asked"},
	{"engine/gomoku/network", []string{"engine/internal/kernel", "board", "rules/gomoku/pattern"}, "what becomes of lines of stones; knows no search"},
	{"engine/gomoku", []string{"engine", "engine/alphabeta", "engine/player", "engine/internal/*", "game", "board", "rules/gomoku", "rules/gomoku/pattern"}, "what an engine knows of n in a row"},
	{"engine/capturefive", []string{"engine", "engine/alphabeta", "engine/player", "engine/mcts", "engine/internal/*", "game", "board", "rules/capturefive", "rules/capturefive/fast"}, "what an engine knows of Capture Five"},
	{"engine/connect4", []string{"engine", "engine/alphabeta", "engine/player", "engine/internal/*", "solve/connect4", "game", "rules/connect4"}, "what an engine knows of Connect Four"},
	{"solve/dfpn", nil, "proof-number search knows no game and no board"},
	{"solve/life/proof", []string{"board", "game", "board/boardfile"}, "the checker shares nothing with the search"},
	{"solve/life/internal/slow", []string{"board", "game", "board/boardfile"}, "the oracle shares nothing with what it judges"},
	{"solve/life/tsumego", []string{"internal/sentence", "board", "game"}, "what a problem is knows no solver and no files"},
	{"solve/life/format", []string{"solve/life/tsumego", "board", "game", "rules/weiqi", "record", "record/sgf"}, "files of problems know no solver; record knows how points are written"},
	{"solve/life", []string{"solve/dfpn", "board", "game", "internal/splitmix"}, "finds and proves what becomes of a group, and knows no files"},
	{"solve/gomoku/proof", []string{"board", "game", "rules/gomoku", "internal/errtext"}, "the checker shares nothing with the search but the rules"},
	{"solve/gomoku", []string{"solve/dfpn", "board", "game", "rules/gomoku/pattern"}, "wins by threats"},
	{"solve/capturefive/proof", []string{"board", "game"}, "the checker shares nothing with the search"},
	{"solve/capturefive/internal/slow", []string{"board", "game"}, "the oracle shares nothing with what it judges"},
	{"solve/capturefive", []string{"solve/dfpn", "board", "game", "rules/capturefive", "rules/atarigo"}, "exact values of small boards"},
	{"solve/connect4", nil, "exact scores on two words of bits"},
	{"rating", []string{"internal/sentence", "board", "game/clock"}, "how strong somebody is; boards and clocks have classes, and no game is known but by its id"},
	{"study/library", []string{"board", "game", "record", "record/sgf", "internal/splitmix"}, "finds positions in games, whichever they are; knows no rules, and pages are given to it"},
	{"study/coach", []string{"engine", "game", "board"}, "what is said of a game, whichever it is"},
	{"study/mistakes", []string{"board", "game", "solve/gomoku", "solve/life", "solve/life/tsumego"}, "what solvers can prove of a bad move; knows no engine"},
	{"study/review", []string{"study/coach", "engine", "game"}, "values come from an engine, words from the coach"},
	{"study/lessons", []string{"study/coach", "solve/gomoku", "solve/life", "solve/life/tsumego", "game", "board"}, "lessons know no rules but those they are opened with; solvers say what comes of a move"},
	{"study/puzzles", []string{"solve/gomoku"}, "data and its type"},
	{"study/bank", []string{"internal/sentence", "solve/life", "solve/life/tsumego", "board", "game"}, "the problems that ship"},
	{"study/generate", []string{"solve/life", "solve/life/tsumego", "solve/life/proof", "study/bank", "board", "game", "engine", "engine/weiqi", "rules/weiqi"}, "makes what the bank holds out of games of the levels and of shapes, rates it by how often they fail, and has it checked"},
	{"study/courses", []string{"study/bank", "solve/life", "solve/life/tsumego"}, "sorts what the bank holds"},
	{"study/hints", []string{"internal/sentence", "study/bank", "study/trainer", "solve/life", "solve/life/tsumego", "board", "game"}, "plays the lines of the bank by the trainer's rules"},
	{"study/trainer", []string{"rating", "solve/life", "solve/life/tsumego", "board", "game", "rules/weiqi"}, "a group that lives for certain needs no more moves"},
	{"study/trainer/*", []string{"study/trainer", "solve/life", "solve/life/tsumego", "board", "game"}, "the suite of trainers"},
	{"arena/tune", []string{"internal/linelog"}, "numbers are what a game makes of them"},
	{"arena/chart", nil, "drawings of ratings and results know no match"},
	{"arena", []string{"game", "game/clock", "board", "engine", "record", "record/sgf", "internal/errtext", "internal/linelog"}, "engines against engines"},
	{"catalog", []string{"board", "game", "rules/*", "engine", "engine/*", "record", "record/sgf", "internal/errtext", "board/boardfile"}, "the one list; record/sgf numbers games, and record knows sets of rules by name"},
	{"bench", []string{
		"board", "game", "rules/gomoku", "rules/weiqi", "rules/capturefive", "rules/capturefive/fast", "engine", "engine/weiqi", "engine/gomoku",
		"engine/baseline/alphabeta2015", "engine/baseline/fullwidth", "engine/baseline/negascout2023", "engine/baseline/robogo2022",
		"solve/life", "solve/life/format", "solve/life/tsumego", "solve/capturefive", "study/generate", "catalog", "terminal/words",
	}, "what is measured, beside the founding documents' own methods"},
	{"terminal/words", []string{"board", "game", "internal/errtext"}, "numbers, sides and points in words"},
	{"terminal/progress", nil, "how far a long command is"},
	{"terminal/picture", []string{"board", "game", "engine/protocol/gtp", "terminal/words"}, "boards in characters; the columns and rows are GTP's"},
	{"terminal/answers", []string{
		"board", "game", "rules/capturefive", "solve/life", "solve/life/format", "solve/life/tsumego", "solve/life/proof", "solve/gomoku", "solve/gomoku/proof", "solve/capturefive", "solve/capturefive/proof", "solve/connect4",
		"terminal/words", "terminal/picture",
	}, "what solvers found, in words"},
	{"terminal/recap", []string{"board", "game", "game/draw", "record/diagram", "study/review", "terminal/picture", "terminal/words"}, "what a review has found, in characters, as JSON, as a page and as a PDF"},
	{"terminal/files", []string{
		"board", "game", "rules/gomoku", "rules/weiqi", "record", "record/sgf", "arena", "catalog", "solve/life/format", "solve/life/tsumego", "solve/gomoku", "study/bank", "study/courses", "terminal/words", "internal/errtext",
	}, "what a command names, in whichever form; arena knows moves as text"},
	{"terminal/sheet", []string{"board", "game", "game/draw", "record/diagram", "solve/life/tsumego", "terminal/files", "terminal/words"}, "problems side by side, on boards as diagrams cut them open"},
	{"terminal", []string{"catalog", "board", "game", "game/clock", "game/match", "engine", "engine/protocol/gtp", "record", "record/sgf", "solve/life", "solve/life/format", "solve/life/tsumego", "study/bank", "study/hints", "study/trainer", "internal/errtext"}, "the game in a terminal knows no rules and no method; the catalog has what is said of games"},
	{"server/store", []string{"game", "game/match"}, "a store holds what matches say"},
	{"server/store/storetest", []string{"server/store", "game/match", "game", "game/clock", "internal/testenv"}, "the suite of stores knows no store"},
	{"server/store/group", []string{"server/store"}, "gathers what is to be written, whatever that is"},
	{"server/store/tables", []string{"server/store", "server/store/group", "game", "game/match"}, "what SQL databases have in common; which one it is, is given to it"},
	{"server/store/postgres/pgtest", nil, "a PostgreSQL for tests"},
	{"server/store/sqlite", []string{"server/store", "server/store/tables"}, "a file, its locks and copies"},
	{"server/store/postgres", []string{"server/store", "server/store/group", "server/store/tables", "game/match"}, "a database that several nodes share"},
	{"server/store/memory", []string{"server/store", "game/match"}, "a store holds what matches say"},
	{"server/wire/*", []string{"board", "internal/sentence", "study/courses", "catalog", "game", "study/coach", "study/lessons"}, "the generator reads the messages' source, and asks those who own ids that the page has words for"},
	{"server/wire", nil, "messages are plain data"},
	{"server/messages", nil, "a connection knows nothing of what is sent on it"},
	{"server/guard", nil, "contains panics, whoever's they are"},
	{"server/proxy", nil, "whom to believe of those in front of the server; counts nothing"},
	{"server/certificate", nil, "certificates, whatever is served with them"},
	{"server/identity", []string{"server/apierror", "server/proxy", "server/store"}, "who asks, from a cookie; sessions are given to it"},
	{"server/access", []string{"internal/sentence", "server/apierror", "server/identity", "server/store"}, "who may do what; knows neither routes' handlers nor matches"},
	{"server/session", []string{"server/endpoint", "server/identity", "server/limit", "server/store", "server/wire"}, "who is signed in where"},
	{"server/apierror", []string{"internal/sentence", "server/store", "server/wire", "game", "game/match", "solve/life/tsumego"}, "the one table of errors knows those of the packages below"},
	{"server/limit", []string{"server/apierror", "server/proxy"}, "counts and refuses, whatever it is that is asked for"},
	{"server/storage", []string{"server/apierror", "server/guard", "server/identity", "server/limit", "server/store"}, "counts what is kept, whatever it is"},
	{"server/sweep", []string{"server/guard", "server/room", "server/store", "game/match"}, "forgets what nobody needs; rooms say what somebody has open"},
	{"server/endpoint", []string{"server/wire", "server/limit", "server/apierror", "server/store"}, "how a route is registered, whichever it is"},
	{"server/convert", []string{"internal/sentence", "catalog", "rating", "study/coach", "study/review", "server/store", "server/wire", "game", "game/clock", "game/match", "board", "engine", "solve/life/format"}, "between the program's types and those of the wire; knows no rules"},
	{"server/queue", []string{"server/apierror", "server/limit", "server/wire"}, "shares out the processor, whatever it is for"},
	{"server/engines", []string{"server/guard", "server/queue", "engine"}, "lends engines, whoever asks"},
	{"server/work", []string{"board", "board/boardfile", "catalog", "engine", "game", "game/clock", "server/engines", "server/guard", "server/limit", "server/queue", "server/solvers", "solve/life", "solve/life/tsumego"}, "gives searches to other machines, whoever asks; the connection is given to it"},
	{"server/solvers", []string{"server/convert", "server/engines", "server/guard", "server/limit", "server/queue", "server/wire", "solve/life", "game", "solve/life/tsumego"}, "lends solvers, whoever asks"},
	{"server/socket", []string{"server/store", "server/guard", "server/identity", "server/limit", "server/queue", "server/apierror", "server/wire"}, "the loop of a connection knows no game"},
	{"server/boards", []string{"server/storage", "server/convert", "server/endpoint", "server/guard", "server/identity", "server/limit", "server/queue", "server/apierror", "server/store", "server/wire", "board", "catalog", "board/boardfile", "internal/sentence"}, "boards know no games and nobody who uses them"},
	{"server/cluster", []string{"internal/sentence", "server/apierror", "server/guard", "server/identity", "server/limit", "server/socket", "server/store"}, "nodes carry sessions and tell each other things; they know no game but by its id"},
	{"server/room", []string{"server/cluster", "server/storage", "catalog", "server/access", "server/convert", "server/endpoint", "server/engines", "server/guard", "server/identity", "server/limit", "server/queue", "server/apierror", "server/socket", "server/store", "server/wire", "game", "game/clock", "game/match", "board", "engine", "record", "record/sgf"}, "a room owns a match; boards, rules and engines are given to it, and the catalog has their number in records"},
	{"server/outbox", []string{"server/guard", "server/store"}, "hears notices; what follows from one its subscribers know"},
	{"server/ratings", []string{"internal/sentence", "catalog", "rating", "server/apierror", "server/convert", "server/endpoint", "server/limit", "server/outbox", "server/store", "server/wire", "game", "game/match", "game/clock", "board"}, "rates games by their logs; rooms only tell it that one has ended"},
	{"server/mail", nil, "sends letters, whoever writes them"},
	{"server/account", []string{"internal/sentence", "game/match", "server/apierror", "server/endpoint", "server/guard", "server/identity", "server/limit", "server/session", "server/store", "server/wire"}, "lets people in; games and mail are given to it, and seats in games are people's"},
	{"server/account/passkey", []string{"server/account/pending"}, "a ceremony has two steps, and knows no accounts"},
	{"server/account/openid", []string{"server/account/pending"}, "a visit to another site has two steps, and knows no accounts"},
	{"server/account/name", []string{"internal/sentence"}, "says for people what a name cannot have"},
	{"server/account/password", []string{"internal/sentence"}, "says for people why a password is not to be taken"},
	{"server/account/*", nil, "each proof of who somebody is knows nothing of the others"},
	{"server/pairing", []string{"internal/sentence", "rating", "server/identity", "server/limit", "server/apierror", "server/socket", "server/store", "server/wire", "game", "game/clock", "game/match", "board"}, "who plays whom; boards, rules and games are given to it, and what is known of people"},
	{"server/lobby", []string{"server/boards", "server/convert", "server/endpoint", "server/identity", "server/limit", "server/apierror", "server/socket", "server/store", "server/wire", "game/clock", "game/match"}, "lists games and has them made; rooms are given to it"},
	{"server/mail/*", nil, "a server of e-mails for tests"},
	{"server/notify/push", []string{"server/apierror", "server/guard", "server/store"}, "pushes messages to browsers, whatever they say"},
	{"server/notify", []string{"internal/sentence", "server/cluster", "catalog", "server/apierror", "server/convert", "server/endpoint", "server/guard", "server/identity", "server/limit", "server/mail", "server/outbox", "server/store", "server/wire", "game", "game/clock", "game/match"}, "lets people hear of games and whatever others tell it; rooms are given to it"},
	{"server/reviews", []string{"internal/sentence", "internal/splitmix", "server/boards", "server/queue", "server/store", "server/wire", "board", "game", "game/clock", "game/match"}, "finished games, what was found out about them, and which running games are guarded; knows no engine"},
	{"server/mistakes", []string{"internal/sentence", "catalog", "engine", "game", "server/apierror", "server/convert", "server/endpoint", "server/engines", "server/identity", "server/limit", "server/queue", "server/reviews", "server/solvers", "server/storage", "server/store", "server/wire", "solve/gomoku", "solve/life", "solve/life/tsumego", "study/mistakes", "study/review", "study/trainer"}, "training with one's own mistakes; an engine says what is better"},
	{"server/libraries", []string{"board", "catalog", "game", "game/match", "record/charset", "record/files", "record/piskvork", "record/renlib", "record/sgf", "server/apierror", "server/boards", "server/convert", "server/endpoint", "server/guard", "server/identity", "server/limit", "server/queue", "server/storage", "server/store", "server/wire", "study/library"}, "people's games, found by who played them and by positions; the texts of games played here are given to it"},
	{"server/desk", []string{"internal/sentence", "server/boards", "server/convert", "server/endpoint", "server/engines", "server/guard", "server/identity", "server/limit", "server/queue", "server/apierror", "server/socket", "server/reviews", "server/solvers", "server/wire", "game", "game/draw", "board", "engine", "solve/life", "study/coach", "study/review", "solve/life/format", "solve/life/tsumego"}, "answers questions; what is kept is given to it, so no store"},
	{"server/records", []string{"board", "board/boardfile", "catalog", "game", "record", "record/diagram", "record/files", "record/sgf", "server/apierror", "server/boards", "server/convert", "server/endpoint", "server/identity", "server/queue", "server/wire"}, "reads and draws records, and keeps none"},
	{"server/training", []string{"internal/sentence", "server/storage", "catalog", "rating", "server/boards", "server/classes", "server/convert", "server/endpoint", "server/identity", "server/limit", "server/queue", "server/apierror", "server/solvers", "server/store", "server/wire", "game", "board", "solve/gomoku", "solve/life", "study/bank", "study/courses", "study/hints", "study/lessons", "study/puzzles", "study/trainer", "solve/life/format", "solve/life/tsumego"}, "learning by doing, also what a class has to do; knows no rooms and no desks"},
	{"server/preview", []string{"board", "catalog", "game", "game/draw", "game/match", "server/apierror", "server/convert", "server/limit", "server/proxy", "server/queue", "server/store", "server/wire", "solve/life/tsumego"}, "what other sites show of this one; knows nobody who asks, and games are given to it"},
	{"tournament", []string{"internal/sentence"}, "who meets whom and who has won; knows no game, no board and no clock"},
	{"tournament/tournamenttest", []string{"tournament"}, "the slow way shares nothing with what it checks but events"},
	{"server/classes", []string{"board", "catalog", "game", "game/clock", "game/match", "internal/sentence", "server/apierror", "server/cluster", "server/convert", "server/endpoint", "server/identity", "server/limit", "server/storage", "server/store", "server/wire", "study/lessons"}, "classes and what they have to do; games, sessions and problems are given to it, and it knows no room"},
	{"server/fixture/fixturetest", []string{"game", "game/match", "server/store"}, "games without rooms, for tests"},
	{"server/fixture", []string{"game", "game/clock", "game/match", "server/apierror", "server/guard", "server/store"}, "who has not come to a game and what came of it; knows nobody who makes them"},
	{"server/teams", []string{"board", "catalog", "game", "game/clock", "game/match", "rating", "server/access", "server/apierror", "server/called", "server/cluster", "server/convert", "server/endpoint", "server/fixture", "server/guard", "server/identity", "server/limit", "server/notify", "server/storage", "server/store", "server/wire"}, "teams and their matches; games are given to it, and it knows no room"},
	{"server/simuls", []string{"board", "catalog", "game", "game/clock", "game/match", "rating", "server/access", "server/apierror", "server/cluster", "server/convert", "server/endpoint", "server/fixture", "server/guard", "server/identity", "server/limit", "server/storage", "server/store", "server/wire"}, "one host who plays many games; these are given to it, and it knows no room"},
	{"server/called", []string{"game/match", "server/store"}, "what people are called now, for whoever lists them or seats them"},
	{"server/ladders/rungs", []string{"internal/sentence"}, "who stands where and who may challenge whom; knows no game, no clock and no store"},
	{"server/ladders", []string{"board", "catalog", "game", "game/clock", "game/match", "server/access", "server/apierror", "server/called", "server/cluster", "server/convert", "server/endpoint", "server/fixture", "server/guard", "server/identity", "server/limit", "server/outbox", "server/storage", "server/store", "server/wire"}, "club ladders; games are given to it, and it knows no room"},
	{"server/tournaments", []string{"board", "catalog", "game", "game/clock", "game/match", "rating", "server/access", "server/apierror", "server/called", "server/cluster", "server/convert", "server/endpoint", "server/fixture", "server/guard", "server/identity", "server/limit", "server/outbox", "server/storage", "server/store", "server/wire", "tournament"}, "tournaments by themselves; games are given to it, and it knows no room"},
	{"server/studies", []string{"board", "catalog", "game", "game/match", "record", "record/files", "record/sgf", "server/access", "server/apierror", "server/boards", "server/cluster", "server/convert", "server/endpoint", "server/guard", "server/identity", "server/limit", "server/queue", "server/records", "server/socket", "server/storage", "server/store", "server/wire"}, "trees that several people change; knows the rules of no game, and games are given to it"},
	{"server/chat", []string{"internal/sentence", "server/cluster", "server/storage", "server/access", "server/apierror", "server/endpoint", "server/identity", "server/limit", "server/socket", "server/store", "server/wire", "game", "game/match"}, "what people say in games; knows no room, so that no move waits for it"},
	{"server/correspondence", []string{"game", "game/clock", "game/match", "server/apierror", "server/cluster", "server/convert", "server/endpoint", "server/guard", "server/identity", "server/limit", "server/storage", "server/store", "server/wire"}, "what people have beside games that take days; games are given to it, and it knows no room"},
	{"server/people", []string{"catalog", "server/apierror", "server/convert", "server/endpoint", "server/identity", "server/limit", "server/store", "server/wire", "game", "game/clock", "game/match"}, "who somebody is, from what is kept; who is here is given to it"},
	{"server/relation", []string{"server/apierror", "server/endpoint", "server/identity", "server/limit", "server/store", "server/wire"}, "whom people follow and block; those who go by it are told"},
	{"server/moderation", []string{"server/access", "server/apierror", "server/convert", "server/endpoint", "server/identity", "server/limit", "server/store", "server/wire", "game", "game/match"}, "reports and what comes of them; what is said is given to it"},
	{"server/invitation", []string{"server/apierror", "server/endpoint", "server/identity", "server/limit", "server/store", "server/wire"}, "codes to sign in with; sessions are given to it"},
	{"server/admin", []string{"server/access", "server/account/name", "server/identity", "server/invitation", "server/store"}, "what operators do with people, with or without a server"},
	{"bot/client", []string{"server/wire"}, "the public protocol, whoever speaks it"},
	{"bot", []string{"board", "engine", "game", "game/clock", "rating", "server/wire"}, "plays by the public protocol, and knows nothing of the server's inside, no engine and no game: these are given to it"},
	{"ladder", []string{"arena", "arena/chart", "board", "bot/client", "game", "game/clock", "internal/errtext", "internal/linelog", "server/wire"}, "a standing tournament by the public protocol knows nothing of the server's inside; rules and boards are given to it"},
	{"examples/*", nil, "what others would write, with nothing of this program"},
	{"server/loadtest/model", nil, "arithmetic with what was measured"},
	{"server/loadtest/machine", nil, "what a machine can do knows no server"},
	{"server/loadtest", []string{"game", "server/wire", "terminal/words"}, "a load by the public protocol knows nothing of the server's inside; positions and the reading of records are given to it"},
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

// covers says whether pattern, which may end in "/*" or be "*", covers pkg.
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

// siblings says whether a wildcard let in a package of the same folder.
func siblings(pkg, dep, pattern string) bool {
	return strings.HasSuffix(pattern, "/*") && path.Dir(pkg) == path.Dir(dep) && path.Dir(pkg) != "."
}

func TestPackagesHaveDocs(t *testing.T) {
	for _, p := range packages(t) {
		if strings.TrimSpace(p.Doc) == "" && !strings.HasSuffix(p.Name, "_test") && p.ImportPath != module {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}
