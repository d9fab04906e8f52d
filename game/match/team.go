package match

import (
	"slices"

	"moyo/game"
)

// MaxPartners limits the number of people on one side.
const MaxPartners = 4

// Partner is one of several people on a side. The zero Partner is a free place.
type Partner struct {
	Name   string `json:"name,omitempty"`
	Player string `json:"player,omitempty"` // id of the person
	Bot    bool   `json:"bot,omitempty"`
	Rank   string `json:"rank,omitempty"`
}

// Team lists the partners of a side in the order of their turns. It is a value: it can be copied and
// compared.
type Team [MaxPartners]Partner

// Has reports whether a player has a seat, or a seat is reserved for them. Any place of a team
// counts.
func (s Seat) Has(player string) bool {
	_, has := s.PlaceOf(player)
	return has
}

// PlaceOf returns the place of a player on a seat, and whether they have one. It is 0 for a side
// with one player.
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

// Players returns the ids of the players who have a seat, or for whom it is reserved.
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

// Called returns a seat with the names and ranks of its players replaced by the results of f.
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

// NameOf returns the name of a player on a seat, or "" if they are not on it.
func (s Seat) NameOf(player string) string {
	switch place, has := s.PlaceOf(player); {
	case !has:
		return ""
	case s.Team != Team{}:
		return s.Team[place].Name
	}
	return s.Name
}

// Names returns the names of the players who have a seat, or for whom it is reserved; "" for those
// without a name.
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

// Players returns the ids of the players of a game, or for whom a seat is reserved.
func (s Setup) Players() []string { return append(s.Black.Players(), s.White.Players()...) }

// IsFree reports whether any player may take a seat.
func (s Setup) IsFree() bool {
	free := func(seat Seat) bool { return seat.Kind == Open && seat.Player == "" }
	return s.waits() && (s.Partners > 0 || free(s.Black) || free(s.White))
}

// waits reports whether a player is still missing.
func (s *Setup) waits() bool {
	if s.Partners > 0 {
		_, _, free := s.FirstFree(game.Empty)
		return free
	}
	return s.Black.Kind == Open || s.White.Kind == Open
}

// FirstFree returns the first free place in the order in which the sides play, Black's before
// White's; only of the given side unless it is Empty. ok is false if all places are taken.
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

// Rotated returns a team of that many people in which each plays one turn later, and the last one
// first.
func (t Team) Rotated(partners int) (next Team) {
	for i := range partners {
		next[(i+1)%partners] = t[i]
	}
	return next
}

// checkTeams checks the teams of a setup.
func (s *Setup) checkTeams() error {
	if s.Partners == 0 {
		if s.Black.Team != (Team{}) || s.White.Team != (Team{}) {
			return refuse(CodeBadEvent, "", "one person plays on each side, but a seat has a team")
		}
		return nil
	}
	switch {
	case s.Partners < 2 || s.Partners > MaxPartners:
		return refuse(CodeBadEvent, "", "2 to %d people play on a side, not %d", MaxPartners, s.Partners)
	case s.Rated:
		return refuse(CodeBadEvent, "", "a game with several people on a side cannot be rated")
	case s.Colors != Seated:
		return refuse(CodeBadEvent, "", "teams cannot swap sides")
	}
	var known []string
	for _, seat := range []Seat{s.Black, s.White} {
		if seat.Kind == Engine || seat.Host || seat.Extra != 0 {
			return refuse(CodeBadEvent, "", "a team has people, one clock and this game only")
		}
		for place, p := range seat.Team {
			switch {
			case p == (Partner{}):
				continue
			case place >= s.Partners:
				return refuse(CodeBadEvent, "", "place %d of a side of %d has no player", place+1, s.Partners)
			case p.Player == "" || slices.Contains(known, p.Player):
				return refuse(CodeBadEvent, "", "a player cannot have two places in a game")
			}
			known = append(known, p.Player)
		}
	}
	if len(known) == 0 {
		return refuse(CodeBadEvent, "", "a game needs a player on one of its seats")
	}
	return nil
}

// checkTeamsGame returns an error if several people on a side cannot play a game.
func (m *Match) checkTeamsGame() error {
	if o, ok := m.pos.(game.Opened); ok && m.setup.Partners > 0 && o.Phase().Text != "" {
		return refuse(CodeNotAllowed, "rengo.opening",
			"This opening is for two players. Please choose rules without an opening for teams.")
	}
	return nil
}

// findMaker records who made a game of teams: the only player at its start, or the first of them.
func (m *Match) findMaker() {
	for place := range m.setup.Partners {
		for _, side := range []game.Color{game.Black, game.White} {
			if m.maker.side == game.Empty && m.seat(side).Team[place] != (Partner{}) {
				m.maker = chair{side, place}
			}
		}
	}
}

// chair is a place on a side.
type chair struct {
	side  game.Color
	place int
}

// seatNext makes each side's seat describe the player of its next turn, in a game of teams.
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

// Partners returns how many people alternate on each side, or 0 for one.
func (m *Match) Partners() int { return m.setup.Partners }

// Next returns the place of the partner who plays the next turn of a side.
func (m *Match) Next(side game.Color) int { return m.next[side] }

// Maker returns the place of the player who made a game of teams, or Empty for other games.
func (m *Match) Maker() (side game.Color, place int) { return m.maker.side, m.maker.place }

// Freed returns how often a player's place became free again before the game began.
func (m *Match) Freed(player string) int { return m.freed[player] }

// checkPlace checks the place of an event's player.
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
		return refuse(CodeBadEvent, "", "the joining player is missing, or changes more than a place")
	case m.setup.Black.Has(e.Seat.Player) || m.setup.White.Has(e.Seat.Player):
		return refuse(CodeSeatTaken, "rengo.own", "You already have a place in this game.")
	case !slices.Contains(seat.Team[:m.setup.Partners], Partner{}):
		return seatTaken(e.By)
	case seat.Team[e.Place] != Partner{}:
		return refuse(CodeSeatTaken, "rengo.place", "That place is taken.")
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
		return refuse(CodeNotAllowed, "rengo.none", "One person plays on each side of this game, so places cannot be given up.")
	case m.phase != Waiting:
		return refuse(CodeNotNow, "rengo.begun", "The game has begun, so you cannot give up your place. You can resign for your side.")
	case m.seat(e.By).Team[e.Place] == Partner{}:
		return refuse(CodeBadEvent, "", "that place has no player")
	case m.maker == chair{e.By, e.Place}:
		return refuse(CodeNotAllowed, "rengo.maker", "You created this game. You can cancel it instead.")
	}
	p := &m.seat(e.By).Team[e.Place]
	if m.freed == nil {
		m.freed = map[string]int{}
	}
	m.freed[p.Player]++
	*p = Partner{}
	return nil
}

// seatTaken returns the refusal for joining a side that is full.
func seatTaken(side game.Color) error {
	if side == game.White {
		return refuse(CodeSeatTaken, "seat.white", "White is already taken.")
	}
	return refuse(CodeSeatTaken, "seat.black", "Black is already taken.")
}
