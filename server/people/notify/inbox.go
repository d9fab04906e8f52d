package notify

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"moyo/catalog"
	"moyo/game"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// The bounds of one player's streams and lists.
const (
	maxStreams = 12 // of one player; a browser shares one among its pages
	maxPassing = 20 // notifications of a guest
	maxWaiting = 50 // games in a list
)

// inboxes are those of all players with an open page. Its lock is held briefly; an inbox's own lock is held while the store is
// read.
type inboxes struct {
	mu       sync.Mutex
	byPlayer map[string]*inbox
	lastID   int64 // of guests' notifications
}

func newInboxes() inboxes { return inboxes{byPlayer: map[string]*inbox{}} }

// inbox is the inbox of one player. All their pages share it.
type inbox struct {
	streams int
	change  chan struct{} // closed at the next change, then replaced
	passing []News        // a guest's, newest first

	reading sync.Mutex // held while data is read
	games   games      // that its notifications are about
	data    []byte     // the message; nil after a change
	until   chan struct{}
}

// games caches the games of a player's notifications by id. nil marks a game that does not exist: it cannot appear later, since a
// game is stored before anyone is notified.
type games map[string]*NotificationGame

// enter counts one more stream of a player, and returns a function that ends it.
func (b *inboxes) enter(player string) (in *inbox, leave func(), err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	in = b.byPlayer[player]
	if in == nil {
		in = &inbox{change: make(chan struct{}), games: games{}}
	}
	if in.streams >= maxStreams {
		return nil, nil, apierror.Say(apierror.TooMany, "notify.windows",
			"You have this open in too many windows. Please close some of them and reload the page.")
	}
	b.byPlayer[player] = in
	in.streams++
	return in, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if in.streams--; in.streams == 0 && b.byPlayer[player] == in {
			delete(b.byPlayer, player)
		}
	}, nil
}

// looking reports whether a player has a page open on this node.
func (b *inboxes) looking(player string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.byPlayer[player] != nil
}

// wake wakes a player's pages on this node.
func (b *inboxes) wake(player string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if in := b.byPlayer[player]; in != nil {
		in.wake()
	}
}

func (in *inbox) wake() {
	close(in.change)
	in.change = make(chan struct{})
}

// show shows a notification to a guest's pages on this node, and reports whether it is new to them. It is lost when the last page
// closes.
func (b *inboxes) show(n News) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	in := b.byPlayer[n.Player]
	if in == nil {
		return true
	}
	if slices.ContainsFunc(in.passing, func(old News) bool { return old.Key == n.Key }) {
		return false
	}
	b.lastID++
	n.ID = b.lastID
	in.passing = slices.Insert(in.passing, 0, n)
	in.passing = in.passing[:min(len(in.passing), maxPassing)]
	return true
}

// passing returns the notifications that a guest has been shown.
func (b *inboxes) passing(player string) []News {
	b.mu.Lock()
	defer b.mu.Unlock()
	if in := b.byPlayer[player]; in != nil {
		return slices.Clone(in.passing)
	}
	return nil
}

// read removes the notifications that a guest has read.
func (b *inboxes) read(player string, upTo int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if in := b.byPlayer[player]; in != nil {
		for i := range in.passing {
			in.passing[i].Read = in.passing[i].Read || in.passing[i].ID <= upTo
		}
	}
}

// message returns the encoded inbox, and a channel that is closed when it is out of date. After each change it is read once, for
// all pages.
func (s *Service) message(ctx context.Context, in *inbox, player string) (data []byte, until <-chan struct{}, err error) {
	in.reading.Lock()
	defer in.reading.Unlock()
	s.mu.Lock()
	change := in.change
	s.mu.Unlock()
	if in.until == change {
		return in.data, change, nil
	}
	list, err := s.inbox(ctx, player, in.games)
	if err != nil {
		return nil, nil, err
	}
	if in.data, err = json.Marshal(list); err != nil {
		return nil, nil, err
	}
	in.until = change
	return in.data, change, nil
}

// inbox returns a player's inbox. known caches games from earlier calls; afterwards it holds the games of this inbox.
func (s *Service) inbox(ctx context.Context, player string, known games) (*Inbox, error) {
	out := &Inbox{Waiting: []wire.GameInfo{}, Notifications: []Notification{}}
	wishes, err := s.wishes(ctx, player)
	if err != nil {
		return nil, err
	}
	if wishes.wants(string(YourTurn)) {
		games, err := s.Store.List(ctx, store.Query{Awaits: player, Limit: maxWaiting})
		if err != nil {
			return nil, err
		}
		for _, g := range games {
			out.Waiting = append(out.Waiting, convert.Info(g, s.Games.Watchers(g.ID)))
		}
	}
	rows, err := s.rows().of(ctx, player)
	if err != nil {
		return nil, err
	}
	rows = append(rows, s.passing(player)...) // a guest has no rows, other players have none that pass
	if err := s.readGames(ctx, player, rows, known); err != nil {
		return nil, err
	}
	for _, n := range rows {
		out.Notifications = append(out.Notifications, Notification{
			ID: int(n.ID), Kind: string(n.Kind), Text: n.Text, Game: known[gameID(n)],
			Path: n.Path, Created: n.Created.UTC().Format(time.RFC3339), Read: n.Read,
		})
	}
	return out, nil
}

// readGames updates known to exactly the games of a player's notifications, which bounds its size. It reads unknown games and games
// that have ended since, in one query.
func (s *Service) readGames(ctx context.Context, player string, list []News, known games) error {
	needed, unread := map[string]bool{}, []string{}
	for _, n := range list {
		id := gameID(n)
		if id == "" {
			continue
		}
		needed[id] = true
		about, ok := known[id]
		if isOld := about != nil && about.Result == "" && n.Kind == GameOver; !ok || isOld {
			unread = append(unread, id)
		}
	}
	maps.DeleteFunc(known, func(id string, _ *NotificationGame) bool { return !needed[id] })
	if len(unread) == 0 {
		return nil
	}
	found, err := s.Store.Games(ctx, unread)
	if err != nil {
		return err
	}
	for _, id := range unread {
		known[id] = nil
	}
	for _, g := range found {
		known[g.ID] = gameOf(g, player)
	}
	return nil
}

// gameID returns the id of the game that a notification is about, or "".
func gameID(n News) string {
	id, ok := strings.CutPrefix(n.Path, gamePath)
	if !ok {
		return ""
	}
	return id
}

// gameOf returns a game as its player sees it. For anyone else, White is the opponent.
func gameOf(g store.Game, player string) *NotificationGame {
	side := game.Black
	if g.White.Has(player) {
		side = game.White
	}
	words := catalog.Describe(g.Rules)
	return &NotificationGame{
		Name: words.NameID, GameTitle: words.Name, Board: g.Board, BoardTitle: g.BoardTitle,
		Opponent: convert.Seat(g, side.Other()), Result: g.Result,
	}
}
