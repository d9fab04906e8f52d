package memory

import (
	"moyo/server/store"
)

// callSeats gives a player's seats in the headers of all their games the name of
// their account. Logs stay as they were written. The lock is held.
func (s *Store) callSeats(player, name string) {
	for _, k := range s.games {
		k.game.Black = store.Called(k.game.Black, player, name)
		k.game.White = store.Called(k.game.White, player, name)
	}
}
