package preview

import (
	"fmt"
	"strconv"
	"strings"

	"moyo/catalog"
	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/convert"
	"moyo/server/store"
	"moyo/solve/life/tsumego"
)

// Texts for links on other sites. They are in English, since the reader's language is unknown.
const (
	siteTitle    = "moyo"
	siteHead     = "Stone games"
	siteLine     = "on a square grid, a torus,"
	siteLine2    = "a sphere, or any board"
	siteText     = "Play Go on a square grid, a torus, a sphere, or a board of your own."
	boardTitle   = "A board to play on"
	boardLine    = "Play on it"
	problemTitle = "A Go problem"
	placeTitle   = "A position"
)

// playerText names a player briefly.
func playerText(s match.Seat, side game.Color) string {
	switch {
	case s.Team != match.Team{}:
		return convert.TeamName(s)
	case s.Name != "":
		return s.Name
	case s.Kind == match.Engine:
		return engineText(s.Engine)
	case s.Kind == match.Open:
		return "anyone"
	}
	return sideText(side)
}

func engineText(id string) string {
	for _, e := range catalog.Engines() {
		if e.ID == id {
			return e.Title
		}
	}
	return "Computer"
}

func sideText(side game.Color) string {
	if side == game.White {
		return "White"
	}
	return "Black"
}

func toPlayText(side game.Color) string { return sideText(side) + " to play" }

// stateText describes the progress of a game.
func stateText(g store.Game) string {
	switch {
	case g.Phase == match.Finished:
		return resultText(g.Result)
	case g.Phase == match.Waiting:
		return "Waiting for a player"
	}
	return fmt.Sprintf("Move %d", g.Ply+1)
}

// resultText describes a result that is in the form of records.
func resultText(result string) string {
	side, how, won := strings.Cut(result, "+")
	switch {
	case result == "0":
		return "A draw"
	case !won:
		return "The game is over"
	case side == "W":
		side = "White"
	default:
		side = "Black"
	}
	switch points, err := strconv.ParseFloat(how, 64); {
	case how == "R":
		return side + " won by resignation"
	case how == "T":
		return side + " won on time"
	case err == nil && points == 1:
		return side + " won by 1 point"
	case err == nil:
		return side + " won by " + how + " points"
	}
	return side + " won"
}

// gameTitle names both players.
func gameTitle(g store.Game) string {
	return playerText(g.Black, game.Black) + " – " + playerText(g.White, game.White)
}

// gameText describes the game.
func gameText(g store.Game) string {
	return fmt.Sprintf("%s on %s. %s.", catalog.Describe(g.Rules).Name, g.BoardTitle, stateText(g))
}

func pointsText(n int) string {
	if n == 1 {
		return "one point"
	}
	return fmt.Sprintf("%d points", n)
}

func rankText(rank string) string { return "about " + rank }

// taskText returns the task of a problem.
func taskText(p tsumego.Problem) string {
	switch p.Question {
	case tsumego.Live:
		return toPlayText(p.ToPlay) + " and live"
	case tsumego.Kill:
		return toPlayText(p.ToPlay) + " and kill"
	}
	return toPlayText(p.ToPlay)
}

// puzzleTitle returns the title of a puzzle with those rules.
func puzzleTitle(rules string) string { return "A puzzle of " + catalog.Describe(rules).Name }

// winText returns the task of a puzzle that is won in depth moves.
func winText(depth int) string {
	if depth == 1 {
		return "and win with one move"
	}
	return fmt.Sprintf("and win by fours in %d moves", depth)
}

// puzzleText returns the task of a puzzle with the side to move.
func puzzleText(side game.Color, depth int) string {
	return toPlayText(side) + " " + winText(depth) + "."
}

// positionText describes a position and its side to move.
func positionText(pos game.Position) string {
	text := fmt.Sprintf("%s on %s.", catalog.Describe(pos.Rules().ID()).Name, pos.Board().Title())
	if out := pos.Outcome(); out.Over {
		return text + " " + resultText(out.String()) + "."
	}
	return text + " " + toPlayText(pos.ToPlay()) + "."
}

func problemText(p tsumego.Problem, rank string) string {
	return fmt.Sprintf("%s, %s.", taskText(p), rankText(rank))
}
