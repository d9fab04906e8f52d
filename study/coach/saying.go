package coach

import (
	"moyo/board"
	"moyo/game"
)

// Code is the kind of a sentence. The page has the texts.
type Code string

// Facts about a position.
const (
	Line   Code = "line"   // Color's line needs one more stone, at At; Stones are its stones
	Won    Code = "won"    // Color can win at At
	Last   Code = "last"   // the chain Stones of Color has one liberty left, At
	Danger Code = "danger" // Color can capture the Stones of the other side at At
	Taken  Code = "taken"  // Color can capture Count stones at At
)

// What the next stone of the other side, Color, certainly does not do.
const (
	NoTaking Code = "noTaking" // capture stones
	NoRow    Code = "noRow"    // finish a row
	NoWin    Code = "noWin"    // win
)

// Why a move is illegal.
const (
	Full          Code = "full"          // there is a stone on At already
	SuicideAlone  Code = "suicideAlone"  // a stone on At would have no liberty, and capture nothing
	SuicideChain  Code = "suicideChain"  // with one on At the Stones of Color would have no liberty, and nothing is captured
	SuicideOthers Code = "suicideOthers" // the Stones of Color next to it still have Count other liberties, Points
	KoTaken       Code = "koTaken"       // Color captured a stone on At just now, with Move
	KoFirst       Code = "koFirst"       // a stone on At would recreate the first position
	KoMove        Code = "koMove"        // a stone on At would recreate the position after Count moves, the last one Move
	Falls         Code = "falls"         // a stone on At falls to To
	NoPass        Code = "noPass"        // passing is not allowed in this game
	Rule          Code = "rule"          // the rules' Reason
)

// Effects of a move.
const (
	WinsRow    Code = "winsRow"    // it wins immediately, with Count in a row
	WinsTaking Code = "winsTaking" // it wins immediately, by capturing Count stones
	WinsAtOnce Code = "winsAtOnce" // it wins immediately
	Takes      Code = "takes"      // it captures the Stones of Color
	Stops      Code = "stops"      // it stops Color's win at Points
	Threatens  Code = "threatens"  // it threatens to win at the one point in Points
	Threats    Code = "threats"    // it makes Count threats at the same time, at Points
	TooMany    Code = "tooMany"    // as Threats, but too many to stop
	Saves      Code = "saves"      // it saves the Stones of Color
	Ataris     Code = "ataris"     // it puts the Stones of Color in atari
	Hunts      Code = "hunts"      // it threatens to capture the Stones of Color
	Row        Code = "row"        // it makes Count in a row
)

// Certain results.
const (
	WinIn    Code = "winIn"    // Color certainly wins, in Count moves
	LossIn   Code = "lossIn"   // Color loses against the best answers, in at most Count moves
	WinSure  Code = "winSure"  // Color certainly wins
	LossSure Code = "lossSure" // Color loses against the best answers
	DrawSure Code = "drawSure" // with best play of both sides it is a draw
)

// Findings of a review.
const (
	WinToLoss  Code = "winToLoss"  // the move turned a proven win into a proven loss
	WinLost    Code = "winLost"    // it threw away a proven win
	DrawToLoss Code = "drawToLoss" // it turned a certain draw into a certain loss
	LossMade   Code = "lossMade"   // it made the loss certain
	Fell       Code = "fell"       // it lowered Color's win probability from From to Value
	Cost       Code = "cost"       // it cost Color about Count points
	Better     Code = "better"     // better was Move
	Drawn      Code = "drawn"      // the game is a draw
	HasWon     Code = "hasWon"     // Color has won
	Partial    Code = "partial"    // only the last part of the game was evaluated
	Rough      Code = "rough"      // the engine has a network that does not support the board or the rules
	Shifted    Code = "shifted"    // no single move decided it
	Turning    Code = "turning"    // the turning point was move number Count, Color's Move
)

// Codes returns every code.
func Codes() []Code {
	return []Code{
		Line, Won, Last, Danger, Taken,
		NoTaking, NoRow, NoWin,
		Full, SuicideAlone, SuicideChain, SuicideOthers, KoTaken, KoFirst, KoMove, Falls, NoPass, Rule,
		WinsRow, WinsTaking, WinsAtOnce, Takes, Stops, Threatens, Threats, TooMany, Saves, Ataris, Hunts, Row,
		WinIn, LossIn, WinSure, LossSure, DrawSure,
		WinToLoss, WinLost, DrawToLoss, LossMade, Fell, Cost, Better, Drawn, HasWon, Partial, Rough, Shifted, Turning,
	}
}

// Saying is a sentence: a code with its arguments. The code determines which fields are used.
type Saying struct {
	Code        Code
	Color       game.Color   // of the stones, the move or the win
	Stones      []game.Point // ascending, except for chains
	Points      []game.Point // empty ones
	At, To      game.Point
	Move        game.Move
	Count       int
	From, Value float64 // win probabilities, 0 to 1
	Reason      game.Reason
}

// at returns a saying about an empty point.
func at(code Code, c game.Color, p game.Point) Saying {
	return Saying{Code: code, Color: c, At: p, To: board.None, Move: game.NoMove}
}

// about returns a saying about stones.
func about(code Code, c game.Color, stones []game.Point) Saying {
	return Saying{Code: code, Color: c, Stones: stones, At: board.None, To: board.None, Move: game.NoMove}
}

// counted returns a saying about a number.
func counted(code Code, c game.Color, n int) Saying {
	return Saying{Code: code, Color: c, Count: n, At: board.None, To: board.None, Move: game.NoMove}
}

// plain returns a saying without arguments.
func plain(code Code) Saying { return counted(code, game.Empty, 0) }

// of returns a saying about a move.
func of(code Code, m game.Move) Saying {
	s := plain(code)
	s.Move = m
	return s
}
