package notify

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"moyo/server/people/notify/push"
	"moyo/server/store"
)

// The most that is stored for one player: the oldest are deleted.
const (
	maxNotifications = 100
	maxSubscriptions = 5
)

// Kind is the kind of a notification. The list is closed.
type Kind string

// The kinds of notifications.
const (
	YourTurn          Kind = "your-turn"          // a game waits for them; stored only in the game
	GameStarted       Kind = "game-started"       // an opponent has joined
	GameOver          Kind = "game-over"          //
	ChallengeMade     Kind = "challenge"          // another player has challenged them
	ChallengeAnswered Kind = "challenge-answered" //
	OfTeam            Kind = "team"               // a team of theirs plays, or got a request
	LowTime           Kind = "low-time"           // their time for a move in a correspondence game runs out
	OnLadder          Kind = "ladder"             // their place on a club ladder has changed
	OfModerators      Kind = "moderation"         // a message from a moderator
)

// News is a notification for a player.
type News struct {
	ID      int64  // ascending, given by the database
	Player  string // id of the recipient
	Sender  string // id of the player who caused it, "" for none
	Kind    Kind
	Key     string // what it is about: a player gets one notification for each key
	Text    string // a sentence for people
	Path    string // of the page to which it links
	Created time.Time
	Read    bool
}

// rows are the notifications of players in a database, and how they are delivered.
type rows struct{ db store.DB }

func (cfg Config) rows() rows { return rows{cfg.Store} }

// save stores an unread notification and returns its id. The error is store.ErrExists if the player has one with the same key.
func (r rows) save(ctx context.Context, n News) (id int64, err error) {
	err = r.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		id, err = saveNews(ctx, tx, n)
		return err
	})
	return id, err
}

// saveNews stores one notification, or returns store.ErrExists.
func saveNews(ctx context.Context, tx store.Tx, v News) (id int64, err error) {
	err = tx.Row(ctx, `
		INSERT INTO notifications (player, sender, kind, key, text, path, created, read) VALUES (?, ?, ?, ?, ?, ?, ?, FALSE)
		ON CONFLICT (player, key) DO NOTHING RETURNING id`,
		v.Player, v.Sender, string(v.Kind), v.Key, v.Text, v.Path, v.Created.UnixMilli()).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, store.ErrExists
	}
	if err != nil {
		return 0, err
	}
	_, err = tx.Run(ctx, `DELETE FROM notifications WHERE id IN
			(SELECT id FROM notifications WHERE player = ? ORDER BY id DESC LIMIT `+store.NoLimit+` OFFSET ?)`, v.Player, maxNotifications)
	return id, err
}

// notifyOf stores the unread notifications that result from a notice in the outbox, and that SubscriberNotify has handled everything
// up to its number; all or nothing. It returns the stored notifications with their ids. A player has one for each key, as with save.
func (r rows) notifyOf(ctx context.Context, number int64, list []News) (kept []News, err error) {
	err = r.db.Write(ctx, len(list), func(ctx context.Context, tx store.Tx) error {
		kept = nil // this function may run again
		for _, n := range list {
			id, err := saveNews(ctx, tx, n)
			if errors.Is(err, store.ErrExists) {
				continue
			}
			if err != nil {
				return err
			}
			n.ID, n.Created, n.Read = id, store.Milli(n.Created), false
			kept = append(kept, n)
		}
		return tx.Heard(ctx, store.SubscriberNotify, number)
	})
	if err != nil {
		return nil, err
	}
	return kept, nil
}

// of returns a player's notifications, newest first.
func (r rows) of(ctx context.Context, player string) ([]News, error) {
	return store.List(ctx, r.db, scanNews, `SELECT id, player, sender, kind, key, text, path, created, read
		FROM notifications WHERE player = ? ORDER BY id DESC`, player)
}

func scanNews(row store.Row) (n News, err error) {
	var created int64
	err = row.Scan(&n.ID, &n.Player, &n.Sender, &n.Kind, &n.Key, &n.Text, &n.Path, &created, &n.Read)
	n.Created = time.UnixMilli(created).UTC()
	return n, err
}

// read marks a player's notifications up to an id as read.
func (r rows) read(ctx context.Context, player string, upTo int64) error {
	return r.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Run(ctx, `UPDATE notifications SET read = TRUE WHERE player = ? AND id <= ? AND NOT read`, player, upTo)
		return err
	})
}

// saveWishes stores which notifications a player wants, as JSON, and when they chose.
func (r rows) saveWishes(ctx context.Context, player string, wishes []byte, at time.Time) error {
	return r.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Run(ctx, store.Upsert("wishes", "player", "body, updated"), player, store.Blob(wishes), at.UnixMilli())
		return err
	})
}

// wishes returns what saveWishes has stored, or store.ErrNotFound.
func (r rows) wishes(ctx context.Context, player string) ([]byte, error) {
	return store.One(ctx, r.db, store.Value[[]byte], `SELECT body FROM wishes WHERE player = ?`, player)
}

// subscribe stores a subscription and replaces any with the same endpoint, also another player's.
func (r rows) subscribe(ctx context.Context, v push.Subscription) error {
	return r.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if _, err := tx.Run(ctx, store.Upsert("subscriptions", "endpoint", "player, session, key, auth, seen"),
			v.Endpoint, v.Player, v.Session, v.Key, v.Auth, v.Seen.UnixMilli()); err != nil {
			return err
		}
		_, err := tx.Run(ctx, `DELETE FROM subscriptions WHERE endpoint IN
			(SELECT endpoint FROM subscriptions WHERE player = ? ORDER BY seen DESC, endpoint LIMIT `+store.NoLimit+` OFFSET ?)`,
			v.Player, maxSubscriptions)
		return err
	})
}

// subscriptions returns a player's subscriptions, last seen first.
func (r rows) subscriptions(ctx context.Context, player string) ([]push.Subscription, error) {
	return store.List(ctx, r.db, scanSubscription, `SELECT endpoint, player, session, key, auth, seen
		FROM subscriptions WHERE player = ? ORDER BY seen DESC, endpoint`, player)
}

func scanSubscription(row store.Row) (v push.Subscription, err error) {
	var seen int64
	err = row.Scan(&v.Endpoint, &v.Player, &v.Session, &v.Key, &v.Auth, &seen)
	v.Seen = time.UnixMilli(seen).UTC()
	return v, err
}

// unsubscribe deletes a subscription of a player, or returns store.ErrNotFound.
func (r rows) unsubscribe(ctx context.Context, player, endpoint string) error {
	return r.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		return store.RunOrElse(ctx, tx, store.ErrNotFound, `DELETE FROM subscriptions WHERE player = ? AND endpoint = ?`, player, endpoint)
	})
}

// endSubscriptions deletes those of a session, and those last seen before a time.
func (r rows) endSubscriptions(ctx context.Context, session string, before time.Time) error {
	return r.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Run(ctx, `DELETE FROM subscriptions WHERE session = ? OR seen < ?`, session, before.UnixMilli())
		return err
	})
}

// wantDigest records that a player's next e-mail has content since a time; an earlier time stays.
func (r rows) wantDigest(ctx context.Context, player string, since time.Time) error {
	return r.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Run(ctx, `
			INSERT INTO digests (player, since, sent) VALUES (?, ?, 0)
			ON CONFLICT (player) DO UPDATE SET since = coalesce(digests.since, excluded.since)`,
			player, since.UnixMilli())
		return err
	})
}

// digests returns the players whose next e-mail has waited since the time since or longer, and whose last e-mail was at the time
// sent or before; longest waiting first.
func (r rows) digests(ctx context.Context, since, sent time.Time, limit int) ([]string, error) {
	return store.List(ctx, r.db, store.Value[string],
		`SELECT player FROM digests WHERE since IS NOT NULL AND since <= ? AND sent <= ? ORDER BY since, player LIMIT ?`,
		since.UnixMilli(), sent.UnixMilli(), limit)
}

// takeDigest records that a player gets an e-mail with all waiting messages, unless nothing waits or their last e-mail was after
// last. Of several concurrent callers one succeeds.
func (r rows) takeDigest(ctx context.Context, player string, last, at time.Time) (mine bool, err error) {
	err = r.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		n, err := tx.Run(ctx, `UPDATE digests SET since = NULL, sent = ? WHERE player = ? AND since IS NOT NULL AND sent <= ?`,
			at.UnixMilli(), player, last.UnixMilli())
		mine = n > 0
		return err
	})
	return mine && err == nil, err
}

// Erasure deletes the notifications of a player and those about them, and how they are delivered. Opponents' notifications about
// team games contain all names: they have no single sender.
var Erasure = []string{
	`DELETE FROM notifications WHERE (player, path) IN (SELECT o.person, '/game/' || o.game_id
		FROM game_partners p JOIN game_partners o ON o.game_id = p.game_id AND o.side <> p.side WHERE p.person = ?)`,
	`DELETE FROM notifications WHERE player = ?`,
	`DELETE FROM notifications WHERE sender = ?`,
	`DELETE FROM wishes WHERE player = ?`,
	`DELETE FROM subscriptions WHERE player = ?`,
	`DELETE FROM digests WHERE player = ?`,
}
