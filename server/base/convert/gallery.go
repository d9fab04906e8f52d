package convert

import (
	"time"

	"moyo/server/base/wire"
	"moyo/server/store"
)

// SharedBoard returns a shared board as player sees it.
func SharedBoard(b store.Shared, player string) wire.SharedBoard {
	return wire.SharedBoard{
		Spec: "id:" + b.Hash, Title: b.Title, Author: b.Author, Yours: b.Owner == player, Points: b.Points, Lines: b.Edges,
		Least: b.Least, Most: b.Most, Played: b.Played, Shared: b.At.UTC().Format(time.RFC3339), Hidden: b.Hidden,
	}
}
