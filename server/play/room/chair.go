package room

import (
	"sync/atomic"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/access"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
)

// chair is where somebody sits: a side, and among several people on it a place, from 0. Everybody
// who watches has the zero chair.
type chair struct {
	side  game.Color
	place int
}

// bit returns the chair's bit in [audience.here].
func (c chair) bit() uint32 { return 1 << (int(c.side)*match.MaxPartners + c.place) }

// seats are the match of a game and who plays it. They belong to the room's goroutine.
type seats struct {
	m      *match.Match
	seated atomic.Pointer[[]string] // any goroutine: ids of the players on the seats
}

// chairOf returns where a member sits.
func (s *seats) chairOf(m *socket.Conn) chair {
	for _, side := range []game.Color{game.Black, game.White} {
		seat := s.m.Seat(side)
		if place, has := seat.PlaceOf(m.Player); has && seat.Kind == match.Human {
			return chair{side, place}
		}
	}
	return chair{}
}

// sideOf returns the side that a member plays, Empty for one who watches.
func (s *seats) sideOf(m *socket.Conn) game.Color { return s.chairOf(m).side }

// playsAt returns where a member plays: the zero chair for a program that only watches because its person has
// the seat. Such a program does not make the person present.
func (s *seats) playsAt(m *socket.Conn) chair {
	if c := s.chairOf(m); c.side != game.Empty && access.Sits(m.Who, s.isProgram(c)) {
		return c
	}
	return chair{}
}

// isProgram says whether the player on a chair is marked as a program.
func (s *seats) isProgram(c chair) bool {
	seat := s.m.Seat(c.side)
	if s.m.Partners() > 0 {
		return seat.Team[c.place].Bot // the seat itself describes the one who is next
	}
	return seat.Bot
}

// placeOf returns a place as messages have it: from 1, and 0 in games without places.
func (s *seats) placeOf(c chair) int {
	if s.m.Partners() == 0 || c.side == game.Empty {
		return 0
	}
	return c.place + 1
}

// next returns the chair of the player who plays the next turn of a side.
func (s *seats) next(side game.Color) chair { return chair{side, s.m.Next(side)} }

// toPlay returns the seat whose turn it is, or the zero Seat.
func (s *seats) toPlay() match.Seat {
	if side := s.m.Turn(); side != game.Empty {
		return s.m.Seat(side)
	}
	return match.Seat{}
}

// chairs returns where people sit on a side.
func (s *seats) chairs(side game.Color) (all []chair) {
	seat := s.m.Seat(side)
	if seat.Kind != match.Human {
		return nil
	}
	for place := range max(s.m.Partners(), 1) {
		if s.m.Partners() == 0 || seat.Team[place] != (match.Partner{}) {
			all = append(all, chair{side, place})
		}
	}
	return all
}

// places asks f about each place of a game of teams. It returns nil for other games.
func (s *seats) places(f func(chair) bool) *wire.Places {
	if s.m.Partners() == 0 {
		return nil
	}
	p := &wire.Places{}
	for place := range s.m.Partners() {
		p.Black, p.White = append(p.Black, f(chair{game.Black, place})), append(p.White, f(chair{game.White, place}))
	}
	return p
}

// keptFor returns the side whose open seat is kept for a member, Empty for none.
func (s *seats) keptFor(m *socket.Conn) game.Color {
	for _, side := range []game.Color{game.Black, game.White} {
		if seat := s.m.Seat(side); seat.Kind == match.Open && seat.Player == m.Player {
			return side
		}
	}
	return game.Empty
}
