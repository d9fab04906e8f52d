package teams

import (
	"slices"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/document"
)

// This file is what a match is: who may be in a line-up, who meets whom, and who has won. It reads no
// clock and no store.

// The phases of a match.
const (
	proposed = "proposed" // the challenge was not taken up yet
	lining   = "lineup"   // line-ups are made, and wait
	playing  = "playing"
	over     = "over"
	off      = "off"
)

// unfinished are those in which something is to come.
var unfinished = []string{proposed, lining, playing}

// The sides of a match, which stand so in lists of two.
const (
	home = iota
	guest
)

// sideNames are the sides as the wire has them.
var sideNames = [2]string{"home", "guest"}

// result is what has come of a board.
type result string

// The results; "" while a game goes on.
const (
	homeWins     result = "home"
	guestWins    result = "guest"
	drawn        result = "draw"
	homeForfeit  result = "home-forfeit"  // the home team has won by that
	guestForfeit result = "guest-forfeit" // the guests have
	nothing      result = "none"          // for either
)

// wins returns the result of a side's winning.
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

// halves returns what a result is worth to either side, in half points.
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

// body is what a match has beside its teams. The store keeps it as JSON, with ids and no names.
type body struct {
	Setup  TeamMatchSetup `json:"setup"`
	By     string         `json:"by"`              // who has challenged
	Until  time.Time      `json:"until"`           // the challenge is to be taken up, or line-ups are to be there
	Begins time.Time      `json:"begins,omitzero"` // once that is known
	Sides  [2]lineUp      `json:"sides"`
	Shown  [2]lineUp      `json:"shown,omitzero"`   // as they were when both were there
	Apart  [][2]string    `json:"apart,omitempty"`  // who of these play no game against each other, of either side
	Boards []table        `json:"boards,omitempty"` // once the games have begun
	Won    *int           `json:"won,omitempty"`    // by this side, without a game
	WonBy  string         `json:"wonBy,omitempty"`  // and by what
	Why    string         `json:"why,omitempty"`    // it came to nothing
}

// lineUp has the ids of the players of a team: one at each board, and reserves for players who cannot come.
type lineUp struct {
	Line     []string `json:"line,omitempty"`
	Reserves []string `json:"reserves,omitempty"`
}

func (l lineUp) ready() bool { return len(l.Line) > 0 }

// table is a board of a match: its players, "" for an empty seat, and the result.
type table struct {
	Players   [2]string `json:"players"`
	HomeBlack bool      `json:"homeBlack,omitempty"`
	Game      bool      `json:"game,omitempty"` // whether there is one
	Result    result    `json:"result,omitempty"`
}

func bodyOf(m contest) (body, error) { return document.Decode[body]("match", m.ID, m.Body) }

// bothReady says whether both line-ups are there, so that everybody may see them.
func (b *body) bothReady() bool { return b.Sides[home].ready() && b.Sides[guest].ready() }

// The bounds of a match.
const (
	maxBoards   = 50
	maxReserves = 20
)

var (
	errLine = apierror.Say(apierror.BadRequest, "team.line",
		"A line-up has a different member of the team at each board, and up to %d reserves.", maxReserves)
	errReserve = apierror.Say(apierror.BadRequest, "team.reserve",
		"Both line-ups are there: only a reserve can come in now, at the board of the one who does not play.")
)

// lineUp takes in the line-up of a side, all of whom are in its team.
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

// show keeps the line-ups as everybody may see them now, and who of them are to be kept apart. What
// is changed afterwards goes by that, and not by what was changed before: else a few changes, each of
// which is allowed, would give another order.
func (b *body) show(apart func(a, b string) (bool, error)) error {
	b.Shown, b.Apart = b.Sides, nil
	for i, h := range b.Shown[home].all() {
		for j, g := range b.Shown[guest].all() {
			if i != j && max(i, j) < b.Setup.Boards {
				continue // each has a board of their own
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

// all returns who is in a line-up, from the first board on.
func (l lineUp) all() []string { return slices.Concat(l.Line, l.Reserves) }

// sits says whether somebody may sit at a board: who was to play at one when the line-up was shown
// plays at no other.
func (l lineUp) sits(id string, board int) bool {
	at := slices.Index(l.Line, id)
	return at < 0 || at == board
}

// allows says whether a line-up may follow the one that the other side has seen: each player stays at their board, and each new
// player was a reserve.
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

// seat has everybody sit down. Who does not fit is replaced by the first reserve who does; a board
// that stays empty is lost by forfeit, and two who are to be kept apart play no game. The home team
// has White at the first board, the third and so on, or else at the second.
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

// black returns who has Black at a board, and who White, unless their ranks say that.
func (t table) black() (black, white string) {
	if t.HomeBlack {
		return t.Players[home], t.Players[guest]
	}
	return t.Players[guest], t.Players[home]
}

// left returns how many games go on.
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

// What has decided a match.
const (
	byPoints = "points"
	byBerlin = "berlin"    // each board counts as much as boards from it to the last
	byFirst  = "first"     // the first board that is no draw
	byLineUp = "lineup"    // the other team had none
	byCancel = "cancelled" // the other team has called the match off when that had one
)

// verdict says who has won a match in which no game goes on: "home", "guest" or "draw", and by what.
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
