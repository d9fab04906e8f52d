package match

import (
	"slices"

	"moyo/game"
)

// MaxPartners bounds how many people play on one side.
const MaxPartners = 4

// Partner is one of several people on a side. The zero Partner is a place that is free.
type Partner struct {
	Name   string `json:"name,omitempty"`
	Player string `json:"player,omitempty"` // id of the person
	Bot    bool   `json:"bot,omitempty"`
	Rank   string `json:"rank,omitempty"`
}

// Team is who plays on a side by turns, by place: a value, that is copied and compared whole.
type Team [MaxPartners]Partner

// Has says whether a person sits on a seat, or it is kept for them: on any of its places
// where it is a team's.
func (s Seat) Has(player string) bool {
	_, has := s.PlaceOf(player)
	return has
}

// PlaceOf returns the place of a person on a seat, and whether they have one. It is 0 where a
// side is played by one.
func (s Seat) PlaceOf(player string) (place int, has bool) {
	if player == "" {
		return 0, false
	}
	if s.Team == (Team{}) {
		return 0, s.Player == player
	}
	place = slices.IndexFunc(s.Team[:], func(p Partner) bool { return p.Player == player })
	return max(place, 0), place >= 0
}

// Players returns the ids of those who sit on a seat, or for whom it is kept.
func (s Seat) Players() (ids []string) {
	if s.Team == (Team{}) {
		if s.Player != "" {
			ids = append(ids, s.Player)
		}
		return ids
	}
	for _, p := range s.Team {
		if p.Player != "" {
			ids = append(ids, p.Player)
		}
	}
	return ids
}

// Called returns a seat with all who sit there called, and said to be as strong, as f says.
func (s Seat) Called(f func(Partner) Partner) Seat {
	for i, p := range s.Team {
		if p != (Partner{}) {
			s.Team[i] = f(p)
		}
	}
	p := f(Partner{s.Name, s.Player, s.Bot, s.Rank})
	s.Name, s.Rank = p.Name, p.Rank
	return s
}

// NameOf returns what a person is called on a seat, "" where they are not there.
func (s Seat) NameOf(player string) string {
	switch place, has := s.PlaceOf(player); {
	case !has:
		return ""
	case s.Team != Team{}:
		return s.Team[place].Name
	}
	return s.Name
}

// Names returns what those who sit on a seat are called, or for whom it is kept; "" of whom
// has no name.
func (s Seat) Names() (names []string) {
	if s.Team == (Team{}) {
		return []string{s.Name}
	}
	for _, p := range s.Team {
		if p != (Partner{}) {
			names = append(names, p.Name)
		}
	}
	return names
}

// Players returns the ids of those who sit at a game, or for whom a seat is kept.
func (s Setup) Players() []string { return append(s.Black.Players(), s.White.Players()...) }

// IsFree says whether anybody may take a seat.
func (s Setup) IsFree() bool {
	free := func(seat Seat) bool { return seat.Kind == Open && seat.Player == "" }
	return s.waits() && (s.Partners > 0 || free(s.Black) || free(s.White))
}

// waits says whether somebody is still to come.
func (s *Setup) waits() bool {
	if s.Partners > 0 {
		_, _, free := s.FirstFree(game.Empty)
		return free
	}
	return s.Black.Kind == Open || s.White.Kind == Open
}

// FirstFree returns the first free place in the order in which the sides play, Black's before
// White's; of one side alone unless it is Empty. ok is false where there is none.
func (s Setup) FirstFree(side game.Color) (by game.Color, place int, ok bool) {
	for place := range s.Partners {
		for _, by := range []game.Color{game.Black, game.White} {
			seat := s.Black
			if by == game.White {
				seat = s.White
			}
			if seat.Team[place] == (Partner{}) && (side == by || side == game.Empty) {
				return by, place, true
			}
		}
	}
	return side, 0, false
}

// Rotated returns a team of so many people in which everybody plays one turn later, and the
// last one first.
func (t Team) Rotated(partners int) (next Team) {
	for i := range partners {
		next[(i+1)%partners] = t[i]
	}
	return next
}

// checkTeams says what is wrong with the teams of a setup.
func (s *Setup) checkTeams() error {
	if s.Partners == 0 {
		if s.Black.Team != (Team{}) || s.White.Team != (Team{}) {
			return refuse(CodeBadEvent, "", "one person plays on each side, and there is a team")
		}
		return nil
	}
	switch {
	case s.Partners < 2 || s.Partners > MaxPartners:
		return refuse(CodeBadEvent, "", "2 to %d people play on a side, not %d", MaxPartners, s.Partners)
	case s.Rated:
		return refuse(CodeBadEvent, "", "a game with several people on a side is not rated")
	case s.Colors != Seated:
		return refuse(CodeBadEvent, "", "several people on a side play as they sit")
	}
	var known []string
	for _, seat := range []Seat{s.Black, s.White} {
		if seat.Kind == Engine || seat.Host || seat.Extra != 0 {
			return refuse(CodeBadEvent, "", "in a team play people, by one clock and for this game alone")
		}
		for place, p := range seat.Team {
			switch {
			case p == (Partner{}):
				continue
			case place >= s.Partners:
				return refuse(CodeBadEvent, "", "there is nobody at place %d of a side of %d", place+1, s.Partners)
			case p.Player == "" || slices.Contains(known, p.Player):
				return refuse(CodeBadEvent, "", "each place of a game is another person's")
			}
			known = append(known, p.Player)
		}
	}
	if len(known) == 0 {
		return refuse(CodeBadEvent, "", "a game needs somebody on one of its seats")
	}
	return nil
}

// checkTeamsGame says why several people on a side cannot play a game.
func (m *Match) checkTeamsGame() error {
	if o, ok := m.pos.(game.Opened); ok && m.setup.Partners > 0 && o.Phase().Text != "" {
		return refuse(CodeNotAllowed, "rengo.opening",
			"This opening has turns of its own, for two players: several people on a side need rules without one.")
	}
	return nil
}

// findMaker notes who made a game of teams: the only one who sits there at its beginning, or
// the first one of those.
func (m *Match) findMaker() {
	for place := range m.setup.Partners {
		for _, side := range []game.Color{game.Black, game.White} {
			if m.maker.side == game.Empty && m.seat(side).Team[place] != (Partner{}) {
				m.maker = chair{side, place}
			}
		}
	}
}

// chair is a place of a side.
type chair struct {
	side  game.Color
	place int
}

// seatNext seats on each side of a game of teams who plays its next turn: what else is asked
// of a seat is asked of them.
func (m *Match) seatNext() {
	if m.setup.Partners == 0 {
		return
	}
	var played [3]int
	for _, t := range m.pos.Turns() {
		played[t.Player]++
	}
	for _, side := range []game.Color{game.Black, game.White} {
		seat := m.seat(side)
		m.next[side] = played[side] % m.setup.Partners
		p := seat.Team[m.next[side]]
		seat.Kind, seat.Name, seat.Player, seat.Bot, seat.Rank = Human, p.Name, p.Player, p.Bot, p.Rank
		if seat.Team == (Team{}) {
			seat.Kind = Open
		}
	}
}

// Partners returns how many people play on each side by turns, 0 where one does.
func (m *Match) Partners() int { return m.setup.Partners }

// Next returns the place of who plays the next turn of a side.
func (m *Match) Next(side game.Color) int { return m.next[side] }

// Maker returns where whoever made a game of teams sits; Empty in others.
func (m *Match) Maker() (side game.Color, place int) { return m.maker.side, m.maker.place }

// Freed returns how often a place of a person became free again before the game began.
func (m *Match) Freed(player string) int { return m.freed[player] }

// checkPlace says what is wrong with the place of who acts.
func (m *Match) checkPlace(e Event) error {
	if e.Place != 0 && (e.Place < 0 || e.Place >= m.setup.Partners) {
		return refuse(CodeBadEvent, "rengo.noPlace", "There is no such place in this game.")
	}
	return nil
}

// joinTeam is join for a game of teams.
func (m *Match) joinTeam(e Event) error {
	seat := m.seat(e.By)
	switch {
	case e.Setup != nil || e.Seat.Player == "":
		return refuse(CodeBadEvent, "", "who joins a team is somebody, and changes nothing else")
	case m.setup.Black.Has(e.Seat.Player) || m.setup.White.Has(e.Seat.Player):
		return refuse(CodeSeatTaken, "rengo.own", "You have a place in this game.")
	case !slices.Contains(seat.Team[:m.setup.Partners], Partner{}):
		return seatTaken(e.By)
	case seat.Team[e.Place] != Partner{}:
		return refuse(CodeSeatTaken, "rengo.place", "Somebody has that place already.")
	}
	seat.Team[e.Place] = Partner{Name: e.Seat.Name, Player: e.Seat.Player, Bot: e.Seat.Bot, Rank: e.Seat.Rank}
	if !m.setup.waits() {
		m.phase = Playing
	}
	return nil
}

// free gives a place back before the game begins.
func (m *Match) free(e Event) error {
	switch {
	case m.setup.Partners == 0:
		return refuse(CodeNotAllowed, "rengo.none", "One person plays on each side here: nobody has a place to give back.")
	case m.phase != Waiting:
		return refuse(CodeNotNow, "rengo.begun", "The game has begun, so places are not given back any more. You can resign for your side.")
	case m.seat(e.By).Team[e.Place] == Partner{}:
		return refuse(CodeBadEvent, "", "nobody sits at that place")
	case m.maker == chair{e.By, e.Place}:
		return refuse(CodeNotAllowed, "rengo.maker", "You have made this game: call it off instead.")
	}
	p := &m.seat(e.By).Team[e.Place]
	if m.freed == nil {
		m.freed = map[string]int{}
	}
	m.freed[p.Player]++
	*p = Partner{}
	return nil
}

// seatTaken says that nobody can join a side any more.
func seatTaken(side game.Color) error {
	if side == game.White {
		return refuse(CodeSeatTaken, "seat.white", "Somebody plays White already.")
	}
	return refuse(CodeSeatTaken, "seat.black", "Somebody plays Black already.")
}
