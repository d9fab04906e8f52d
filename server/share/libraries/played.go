package libraries

import (
	"context"
	"errors"
	"slices"
	"time"

	"moyo/game/match"
	"moyo/server/store"
	"moyo/study/gameindex"
)

// The limits for adding played games.
const (
	playedPage  = 200    // headers read at a time
	mostPlayed  = 10_000 // new games; older ones are left out
	playedPart  = 32     // games added per turn
	roomForGame = 64 << 10
)

// played is a finished game of a player on this server.
type played struct {
	id      string
	updated time.Time
}

// addPlayed adds the games that a player has finished on this server since the last call.
func (s *Service) addPlayed(ctx context.Context, a asker) error {
	have, err := s.kept.one(ctx, a.owner)
	if err != nil {
		return err
	}
	games, last, err := s.playedSince(ctx, a.owner, have.Played)
	if err != nil || last.IsZero() {
		return err
	}
	if len(games) == 0 { // except games that hardly began
		_, err := s.add(ctx, a, newGames{File: gameFile{File: playedFile, Added: s.Now()}, Played: last}, nil)
		return err
	}
	for some := range slices.Chunk(games, playedPart) {
		err := s.inTurn(ctx, a, func() error { return s.addSome(ctx, a, some) })
		if errors.Is(err, errFull) {
			return nil // they are added when there is room
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// since returns the query for a player's games that ended after a time.
func since(owner string, at time.Time, limit int) store.Query {
	return store.Query{Player: owner, Phases: []match.Phase{match.Finished}, Private: true, Since: at.Add(time.Millisecond), Limit: limit}
}

// hasPlayed reports whether a player has finished games on this server that are not added yet and for which there is room.
func (s *Service) hasPlayed(ctx context.Context, a asker, have library) (bool, error) {
	if have.Games >= a.most.Games || have.Bytes+roomForGame > a.most.Bytes {
		return false, nil
	}
	games, err := s.Store.List(ctx, since(a.owner, have.Played, 1))
	return len(games) > 0, err
}

// playedSince returns a player's games that ended after a time, first one first, and the end of the last one, even if that is
// left out.
func (s *Service) playedSince(ctx context.Context, owner string, at time.Time) (games []played, last time.Time, err error) {
	q := since(owner, at, playedPage)
	for len(games) < mostPlayed {
		page, err := s.Store.List(ctx, q)
		if err != nil {
			return nil, last, err
		}
		for _, g := range page {
			q.After = store.CursorOf(g)
			if last.IsZero() {
				last = g.Updated
			}
			if g.Ply >= store.Begun && g.Result != store.Void {
				games = append(games, played{g.ID, g.Updated})
			}
		}
		if len(page) < playedPage {
			break
		}
	}
	slices.Reverse(games)
	return games, last, nil
}

// addSome adds some of these games and saves the time up to which all are added.
func (s *Service) addSome(ctx context.Context, a asker, some []played) error {
	reader := gameindex.NewReader(s.opener(ctx))
	var games []importedGame
	for _, p := range some {
		text, err := s.Records.Text(ctx, p.id)
		if damaged, ok := errors.AsType[*store.Damaged](err); ok || errors.Is(err, store.ErrNotFound) {
			s.Log.Warn("cannot add a game to its player's library", "game", p.id, "damaged", damaged)
			continue
		}
		if err != nil {
			return err
		}
		g, err := s.read(gameindex.Record{Text: text}, reader)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			s.Log.Error("cannot add a game to its player's library", "game", p.id, "err", err)
			continue
		}
		g.kept.Played = p.id
		games = append(games, g)
	}
	games, err := s.fresh(ctx, a.owner, games)
	if err != nil {
		return err
	}
	last := some[len(some)-1].updated
	_, err = s.add(ctx, a, newGames{File: gameFile{File: playedFile, Added: s.Now()}, Played: last}, games)
	return err
}
