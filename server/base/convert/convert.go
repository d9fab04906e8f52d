// Package convert converts positions, matches, boards and engine results into messages of package wire, and messages
// into positions.
package convert

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/contest/rating"
	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// Side is a colour on the wire; "" for neither side.
func Side(c game.Color) string {
	if c == game.Empty {
		return ""
	}
	return c.String()
}

// ParseSide is the inverse of Side.
func ParseSide(name string) (game.Color, bool) {
	switch name {
	case "":
		return game.Empty, true
	case "black":
		return game.Black, true
	case "white":
		return game.White, true
	}
	return game.Empty, false
}

// stoneChars are the characters of stones by colour.
const stoneChars = ".xo"

// Stones returns the stones of a position, one character a point.
func Stones(pos game.Position) string {
	text := make([]byte, pos.Board().Len())
	for p := range text {
		text[p] = stoneChars[pos.At(game.Point(p))]
	}
	return string(text)
}

// Colors is Stones for colours by point.
func Colors(colors []game.Color) string {
	text := make([]byte, len(colors))
	for p, c := range colors {
		text[p] = stoneChars[c]
	}
	return string(text)
}

// Moves returns the names of the moves of a position, from the first.
func Moves(pos game.Position) []string {
	moves := pos.Moves()
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = game.Format(pos, m)
	}
	return texts
}

// Taken returns, for each move of pos, the stones that it removed from the board.
func Taken(pos game.Position) [][]wire.Stone {
	turns := pos.Turns()
	taken := make([][]wire.Stone, len(turns))
	for i, t := range turns {
		taken[i] = []wire.Stone{}
		for _, p := range slices.Sorted(slices.Values(t.Taken)) {
			taken[i] = append(taken[i], wire.Stone{Point: int(p), Color: Side(t.Loser())})
		}
	}
	return taken
}

// Points returns ps for the wire, never nil.
func Points(ps []game.Point) []int {
	ints := make([]int, len(ps))
	for i, p := range ps {
		ints[i] = int(p)
	}
	return ints
}

func score(s game.Score) *wire.Score {
	return &wire.Score{
		Method: s.Method, Komi: s.Komi, Owner: Colors(s.Owner),
		BlackStones: s.Stones[game.Black], WhiteStones: s.Stones[game.White],
		BlackTerritory: s.Territory[game.Black], WhiteTerritory: s.Territory[game.White],
		BlackPrisoners: s.Prisoners[game.Black], WhitePrisoners: s.Prisoners[game.White],
		Black: s.Black, White: s.White, Result: s.Outcome().String(),
	}
}

// Event returns an event of a match that has just been applied, with its effects.
func Event(m *match.Match, e match.Event, fx match.Effects) *wire.Event {
	ev := &wire.Event{
		Version: m.Version(), Kind: string(e.Kind), By: Side(e.By),
		Set: make([]wire.Stone, len(fx.Set)), Clear: Points(fx.Clear), Plies: m.Ply(), State: State(m),
	}
	if m.Partners() > 0 && !automatic[e.Kind] {
		ev.Place = e.Place + 1
	}
	if e.Kind == match.Credited || e.Kind == match.Gave || e.Kind == match.Vacation {
		ev.Time = int(e.Time)
	}
	if e.Kind == match.Moved {
		title := choiceTitle(m.Position(), e.Move)
		ev.Move, ev.Title, ev.Words = game.Format(m.Position(), e.Move), title.Text, Sentence(title)
	}
	for i, s := range fx.Set {
		ev.Set[i] = wire.Stone{Point: int(s.Point), Color: Side(s.Color)}
	}
	return ev
}

// automatic has the events that the server causes.
var automatic = map[match.Kind]bool{match.Created: true, match.Scoring: true, match.Flagged: true, match.Credited: true}

// Header returns the header under which the store keeps a match.
func Header(id string, m *match.Match) store.Game {
	setup := m.Setup()
	return store.Game{
		ID: id, Board: setup.Board, BoardTitle: m.Position().Board().Title(), Rules: setup.Rules,
		Black: setup.Black, White: setup.White, Clock: setup.Clock, Rated: setup.Rated, Private: setup.Private,
		Estimates: setup.Estimates, Colors: setup.Colors, Partners: setup.Partners, Speed: speed(setup.Clock),
		Phase: m.Phase(), Ply: m.Ply(), Turn: turn(m), Result: m.Result(), Winner: m.Winner(),
		Version: m.Version(), Created: m.Created(), Updated: m.Updated(), Deadline: deadline(m),
	}
}

// turn returns the player that a match waits for: the player to move, or one who has not yet agreed with the count.
// If both have agreed, it is the player who would move next.
func turn(m *match.Match) game.Color {
	if m.Phase() != match.Counting {
		return m.Turn()
	}
	for _, player := range []game.Color{game.Black, game.White} {
		if m.HasAccepted(player) {
			return player.Other()
		}
	}
	again := m.Position().Clone()
	if !game.Resume(again) {
		return game.Black
	}
	return game.Player(again)
}

// Info returns the entry for a game in a list. watchers is the number of its spectators.
func Info(g store.Game, watchers int) wire.GameInfo {
	words := catalog.Describe(g.Rules)
	info := wire.GameInfo{
		ID: g.ID, Board: g.Board, BoardTitle: g.BoardTitle, Rules: g.Rules, GameTitle: words.Name, RulesText: words.Text, Words: Rules(words),
		Black: Seat(g, game.Black), White: Seat(g, game.White), Partners: g.Partners, Phase: string(g.Phase), Ply: g.Ply, Turn: Side(g.Turn),
		Created: g.Created.Format(time.RFC3339), Updated: g.Updated.Format(time.RFC3339),
		Watchers: watchers, Result: g.Result, Speed: g.Speed, Rated: g.Rated, Private: g.Private, Estimates: g.Estimates, Colors: colors(g),
	}
	if spec, err := clock.Parse(g.Clock); err == nil && spec.Counts() {
		info.Clock, info.ClockText = g.Clock, spec.Text()
	}
	return info
}

// Rules returns the names of rules for the page.
func Rules(words catalog.Words) wire.Rules {
	rules := wire.Rules{Name: words.NameID, Phrases: []wire.RulePhrase{}}
	for _, p := range words.Rules {
		rules.Phrases = append(rules.Phrases, wire.RulePhrase{ID: p.ID, Values: append([]string{}, p.Values...)})
	}
	return rules
}

// speed returns the class of a clock, "" for none.
func speed(text string) string {
	spec, err := clock.Parse(text)
	if err != nil {
		return ""
	}
	return string(spec.Speed())
}

// colors returns how colours will be assigned, "" if they are known.
func colors(g store.Game) string {
	if g.Phase != match.Waiting {
		return ""
	}
	return string(g.Colors)
}

// Seat returns a seat of a game, which may be a team's.
func Seat(g store.Game, side game.Color) wire.Player {
	s := g.SeatOf(side)
	if g.Partners == 0 {
		return Player(s)
	}
	p := wire.Player{Kind: string(s.Kind), Name: TeamName(s), Next: nextPlace(g, side)}
	for _, one := range s.Team[:g.Partners] {
		of := match.Seat{Kind: match.Human, Name: one.Name, Player: one.Player, Rank: one.Rank}
		if one == (match.Partner{}) {
			of.Kind = match.Open
		}
		p.Team = append(p.Team, wire.Partner{Kind: string(of.Kind), Name: one.Name, Registered: registered(of), Bot: one.Bot, Rank: one.Rank})
	}
	return p
}

// nextPlace returns the place in the team, from 1, of the player who makes the side's next move in a team game.
func nextPlace(g store.Game, side game.Color) int {
	s := g.SeatOf(side)
	place, has := s.PlaceOf(s.Player)
	if !has {
		return 1 // the game has not started
	}
	return place + 1
}

// TeamName returns the joint name of the players on a seat, "" for an empty seat.
func TeamName(s match.Seat) string {
	if s.Team == (match.Team{}) {
		return ""
	}
	var names []string
	for _, name := range s.Names() {
		names = append(names, cmp.Or(name, "Guest"))
	}
	return strings.Join(names, " & ")
}

// Player returns a seat for one person.
func Player(s match.Seat) wire.Player {
	return wire.Player{Kind: string(s.Kind), Name: s.Name, Engine: s.Engine, Rank: s.Rank, Registered: registered(s), Bot: s.Bot}
}

// registered reports whether the name on a seat is that of an account. Only accounts have a rank, and seats are
// reserved only for accounts.
func registered(s match.Seat) bool {
	if s.Player == "" || s.Name == "" || s.Name == store.Gone {
		return false
	}
	return s.Kind == match.Open || s.Kind == match.Human && s.Rank != ""
}

// Board returns a board with everything that a view needs.
func Board(b *board.Board) *wire.Board {
	n := b.Len()
	w := &wire.Board{
		Spec: b.Spec(), Title: b.Title(), Flat: b.Flat(),
		Coords: make([][3]float64, n), Names: make([]string, n),
		Class: string(rating.ClassOf(b)), Edges: make([][2]int, 0, b.EdgeCount()), Faces: make([][]int, len(b.Faces())), Stars: Points(b.Stars()),
	}
	w.Width, w.Height, _ = b.Grid()
	w.Lines = b.Lines() != nil
	for p := range n {
		w.Coords[p] = b.Coord(board.Point(p))
		w.Names[p] = b.Name(board.Point(p))
	}
	for _, e := range b.Edges() {
		w.Edges = append(w.Edges, [2]int{int(e[0]), int(e[1])})
	}
	for i, face := range b.Faces() {
		w.Faces[i] = Points(face)
	}
	return w
}
