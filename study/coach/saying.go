package coach

import (
	"moyo/board"
	"moyo/game"
)

// Code is what is said. The page has a sentence for each.
type Code string

// What there is to see.
const (
	Line   Code = "line"   // Color's line needs one stone more, at At; Stones are those it has
	Won    Code = "won"    // Color can win at At
	Last   Code = "last"   // the chain Stones of Color has one liberty left, At
	Danger Code = "danger" // Color can take the Stones of the other side at At
	Taken  Code = "taken"  // Color can take so many stones (Count) at At
)

// What the next stone of the other side, Color, surely does not do.
const (
	NoTaking Code = "noTaking" // take stones
	NoRow    Code = "noRow"    // finish a row
	NoWin    Code = "noWin"    // win
)

// Why a move is illegal.
const (
	Full          Code = "full"          // there is a stone on At already
	SuicideAlone  Code = "suicideAlone"  // a stone on At would have no liberty, and take nothing
	SuicideChain  Code = "suicideChain"  // with one on At the Stones of Color would have no liberty, and nothing is taken
	SuicideOthers Code = "suicideOthers" // the Stones of Color beside it still have so many other liberties (Count), Points
	KoTaken       Code = "koTaken"       // Color took a stone on At just now, with Move
	KoFirst       Code = "koFirst"       // a stone on At would bring back the first position
	KoMove        Code = "koMove"        // a stone on At would bring back the position after so many moves (Count), the last one Move
	Falls         Code = "falls"         // a stone on At falls to To
	NoPass        Code = "noPass"        // nobody may pass in this game
	Rule          Code = "rule"          // the rules' Reason
)

// What a move does.
const (
	WinsRow    Code = "winsRow"    // it wins at once, with so many in a row (Count)
	WinsTaking Code = "winsTaking" // it wins at once, by taking so many stones (Count)
	WinsAtOnce Code = "winsAtOnce" // it wins at once
	Takes      Code = "takes"      // it takes the Stones of Color
	Stops      Code = "stops"      // it stops Color's win at Points
	Threatens  Code = "threatens"  // it threatens to win at Points, of which there is one
	Threats    Code = "threats"    // it makes so many threats at once (Count), at Points
	TooMany    Code = "tooMany"    // as Threats, and they are too many to stop
	Saves      Code = "saves"      // it saves the Stones of Color
	Ataris     Code = "ataris"     // it puts the Stones of Color in atari
	Hunts      Code = "hunts"      // it threatens to take the Stones of Color
	Row        Code = "row"        // it makes so many in a row (Count)
)

// What is known of the end.
const (
	WinIn    Code = "winIn"    // Color wins for certain, in so many moves (Count)
	LossIn   Code = "lossIn"   // Color loses against the best answers, in so many moves (Count) at the latest
	WinSure  Code = "winSure"  // Color wins for certain
	LossSure Code = "lossSure" // Color loses against the best answers
	DrawSure Code = "drawSure" // with best play of both sides it is a draw
)

// What a review finds.
const (
	WinToLoss  Code = "winToLoss"  // the move turned a proven win into a proven loss
	WinLost    Code = "winLost"    // it threw away a proven win
	DrawToLoss Code = "drawToLoss" // it turned a certain draw into a certain loss
	LossMade   Code = "lossMade"   // it made the loss certain
	Fell       Code = "fell"       // it let Color's win chance fall from From to Value
	Cost       Code = "cost"       // it cost Color about so many points (Count)
	Better     Code = "better"     // better was Move
	Drawn      Code = "drawn"      // the game is a draw
	HasWon     Code = "hasWon"     // Color has won
	Partial    Code = "partial"    // only the last part of the game was looked at
	Rough      Code = "rough"      // the engine has a network that does not judge the board or the rules
	Shifted    Code = "shifted"    // no single move decided it
	Turning    Code = "turning"    // the turning point was the move of number Count, Color's Move
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

// Saying is a sentence: a code with what it speaks of. Which fields count, the code says.
type Saying struct {
	Code        Code
	Color       game.Color   // who does something, or whose it is
	Stones      []game.Point // ascending, but for chains
	Points      []game.Point // empty ones
	At, To      game.Point
	Move        game.Move
	Count       int
	From, Value float64 // win chances, 0 to 1
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

// plain returns a saying that speaks of nothing in particular.
func plain(code Code) Saying { return counted(code, game.Empty, 0) }

// of returns a saying about a move.
func of(code Code, m game.Move) Saying {
	s := plain(code)
	s.Move = m
	return s
}
