package teams

import (
	"slices"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/document"
)

// This file has the rules of a match: who may be in a line-up, who plays whom, and who wins. It uses no
// clock and no store.

// The phases of a match.
const (
	proposed = "proposed" // the challenge is not yet accepted
	lining   = "lineup"   // teams give their line-ups
	playing  = "playing"
	over     = "over"
	off      = "off"
)

// unfinished are the phases before the end.
var unfinished = []string{proposed, lining, playing}

// The sides of a match, as indexes.
const (
	home = iota
	guest
)

// sideNames are the sides on the wire.
var sideNames = [2]string{"home", "guest"}

// result is the result of a board.
type result string

// The results; "" for an unfinished game.
const (
	homeWins     result = "home"
	guestWins    result = "guest"
	drawn        result = "draw"
	homeForfeit  result = "home-forfeit"  // the home team wins by forfeit
	guestForfeit result = "guest-forfeit" // the guests win by forfeit
	nothing      result = "none"          // no points for either side
)

// wins returns the result for a winning side.
func wins(side int, forfeit bool) result {
	switch {
	case side == home && forfeit:
		return homeForfeit
	case side == home:
		return homeWins
	case forfeit:
		return guestForfeit
	}
	return guestWins
}

// halves returns the half points of a result for each side.
func (r result) halves() [2]int {
	switch r {
	case homeWins, homeForfeit:
		return [2]int{2, 0}
	case guestWins, guestForfeit:
		return [2]int{0, 2}
	case drawn:
		return [2]int{1, 1}
	}
	return [2]int{}
}

// body is a match without its teams. The store keeps it as JSON, with ids and without names.
type body struct {
	Setup  TeamMatchSetup `json:"setup"`
	By     string         `json:"by"`              // the challenger
	Until  time.Time      `json:"until"`           // deadline for accepting the challenge, or for line-ups
	Begins time.Time      `json:"begins,omitzero"` // when it is known
	Sides  [2]lineUp      `json:"sides"`
	Shown  [2]lineUp      `json:"shown,omitzero"`   // the line-ups when both were given
	Apart  [][2]string    `json:"apart,omitempty"`  // pairs of players that may not meet
	Boards []table        `json:"boards,omitempty"` // when the games have begun
	Won    *int           `json:"won,omitempty"`    // the side that won without games
	WonBy  string         `json:"wonBy,omitempty"`  // the reason
	Why    string         `json:"why,omitempty"`    // reason for not playing
}

// lineUp has the ids of a team's players: one at each board, and reserves for absent players.
type lineUp struct {
	Line     []string `json:"line,omitempty"`
	Reserves []string `json:"reserves,omitempty"`
}

func (l lineUp) ready() bool { return len(l.Line) > 0 }

// table is a board of a match: its players, "" for an empty seat, and the result.
type table struct {
	Players   [2]string `json:"players"`
	HomeBlack bool      `json:"homeBlack,omitempty"`
	Game      bool      `json:"game,omitempty"` // whether a game is played
	Result    result    `json:"result,omitempty"`
}

func bodyOf(m contest) (body, error) { return document.Decode[body]("match", m.ID, m.Body) }

// bothReady reports whether both line-ups are given, so that everyone may see them.
func (b *body) bothReady() bool { return b.Sides[home].ready() && b.Sides[guest].ready() }

// The bounds of a match.
const (
	maxBoards   = 50
	maxReserves = 20
)

var (
	errLine = apierror.Say(apierror.BadRequest, "team.line",
		"Choose a different team member for each board, and up to %d reserves.", maxReserves)
	errReserve = apierror.Say(apierror.BadRequest, "team.reserve",
		"Both teams have given their line-ups. Now you can only replace a player by a reserve, at the same board.")
)

// lineUp sets the line-up of a side, whose players are all in its team.
func (b *body) lineUp(side int, next lineUp) error {
	seen := map[string]bool{}
	for _, id := range next.all() {
		if id == "" || seen[id] {
			return errLine
		}
		seen[id] = true
	}
	if len(next.Line) != b.Setup.Boards || len(next.Reserves) > maxReserves {
		return errLine
	}
	if b.bothReady() && !b.Shown[side].allows(next) {
		return errReserve
	}
	b.Sides[side] = next
	return nil
}

// show stores the line-ups as everyone may see them now, and the pairs to be kept apart. Later
// changes are checked against these line-ups, and not against each other: otherwise several
// allowed changes together could change the order.
func (b *body) show(apart func(a, b string) (bool, error)) error {
	b.Shown, b.Apart = b.Sides, nil
	for i, h := range b.Shown[home].all() {
		for j, g := range b.Shown[guest].all() {
			if i != j && max(i, j) < b.Setup.Boards {
				continue // each has a fixed board
			}
			is, err := apart(h, g)
			if err != nil {
				return err
			}
			if is {
				b.Apart = append(b.Apart, [2]string{h, g})
			}
		}
	}
	return nil
}

// all returns the players of a line-up, from the first board on.
func (l lineUp) all() []string { return slices.Concat(l.Line, l.Reserves) }

// sits reports whether a player may sit at a board: a player with a board in the published line-up
// may not play at another.
func (l lineUp) sits(id string, board int) bool {
	at := slices.Index(l.Line, id)
	return at < 0 || at == board
}

// allows reports whether next may replace the line-up that the other side has seen: each player stays at their board, and each
// new player was a reserve.
func (l lineUp) allows(next lineUp) bool {
	for i, id := range next.Line {
		if l.Line[i] != id && !slices.Contains(l.Reserves, id) {
			return false
		}
	}
	for _, id := range next.Reserves {
		if !slices.Contains(l.Reserves, id) && !slices.Contains(l.Line, id) {
			return false
		}
	}
	return true
}

// seat seats the players. The first fitting reserve replaces a player who may not play; an empty
// seat loses by forfeit, and two players to be kept apart play no game. If homeWhite, the home
// team has White at the first board, the third and so on; otherwise at the second and so on.
func (b *body) seat(homeWhite bool, fits func(side int, player string) bool) {
	var lines [2][]string
	for side, l := range b.Sides {
		reserves := slices.DeleteFunc(slices.Clone(l.Reserves), func(id string) bool { return !fits(side, id) })
		for board, id := range l.Line {
			if !fits(side, id) {
				id = ""
				if at := slices.IndexFunc(reserves, func(r string) bool { return b.Shown[side].sits(r, board) }); at >= 0 {
					id = reserves[at]
					reserves = slices.Delete(reserves, at, at+1)
				}
			}
			lines[side] = append(lines[side], id)
		}
	}
	for i := range b.Setup.Boards {
		t := table{Players: [2]string{lines[home][i], lines[guest][i]}, HomeBlack: (i%2 == 0) != homeWhite}
		switch {
		case t.Players[home] == "" && t.Players[guest] == "":
			t.Result = nothing
		case t.Players[guest] == "":
			t.Result = homeForfeit
		case t.Players[home] == "":
			t.Result = guestForfeit
		case slices.Contains(b.Apart, t.Players):
			t.Result = nothing
		default:
			t.Game = true
		}
		b.Boards = append(b.Boards, t)
	}
}

// black returns the teams with Black and White at a board, unless ranks decide that.
func (t table) black() (black, white string) {
	if t.HomeBlack {
		return t.Players[home], t.Players[guest]
	}
	return t.Players[guest], t.Players[home]
}

// left returns the number of unfinished games.
func (b *body) left() (n int) {
	for _, t := range b.Boards {
		if t.Result == "" {
			n++
		}
	}
	return n
}

// halves returns the board points of both teams, doubled.
func (b *body) halves() (points [2]int) {
	for _, t := range b.Boards {
		for side, n := range t.Result.halves() {
			points[side] += n
		}
	}
	if b.Won != nil {
		points[*b.Won] = 2 * b.Setup.Boards
	}
	return points
}

// What decided a match.
const (
	byPoints = "points"
	byBerlin = "berlin"    // a board counts as the number of boards from it to the last
	byFirst  = "first"     // the first board without a draw
	byLineUp = "lineup"    // the other team gave none
	byCancel = "cancelled" // the other team cancelled after the winner gave its line-up
)

// verdict returns the winner of a match whose games have ended: "home", "guest" or "draw", and what decided it.
func (b *body) verdict() (winner, by string) {
	if b.Won != nil {
		return sideNames[*b.Won], b.WonBy
	}
	ahead := func(points [2]int) string {
		switch {
		case points[home] > points[guest]:
			return sideNames[home]
		case points[home] < points[guest]:
			return sideNames[guest]
		}
		return ""
	}
	if winner := ahead(b.halves()); winner != "" || !b.Setup.Berlin {
		if winner == "" {
			winner = string(drawn)
		}
		return winner, byPoints
	}
	var weighed [2]int
	for i, t := range b.Boards {
		for side, n := range t.Result.halves() {
			weighed[side] += n * (len(b.Boards) - i)
		}
	}
	if winner := ahead(weighed); winner != "" {
		return winner, byBerlin
	}
	for _, t := range b.Boards {
		if winner := ahead(t.Result.halves()); winner != "" {
			return winner, byFirst
		}
	}
	return string(drawn), byPoints
}
