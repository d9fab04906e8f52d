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

// The bounds of games played here that are added at once.
const (
	playedPage  = 200    // headers read at once
	mostPlayed  = 10_000 // games of which nothing was added yet; older ones are left out
	playedPart  = 32     // games added in a turn
	roomForGame = 64 << 10
)

// played is a game that its player has finished here.
type played struct {
	id      string
	updated time.Time
}

// addPlayed adds the games that somebody has finished here since it was looked last.
func (s *Service) addPlayed(ctx context.Context, a asker) error {
	have, err := s.kept.one(ctx, a.owner)
	if err != nil {
		return err
	}
	games, last, err := s.playedSince(ctx, a.owner, have.Played)
	if err != nil || last.IsZero() {
		return err
	}
	if len(games) == 0 { // but some that were hardly begun
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

// since returns the query for somebody's games that have ended after a time.
func since(owner string, at time.Time, limit int) store.Query {
	return store.Query{Player: owner, Phases: []match.Phase{match.Finished}, Private: true, Since: at.Add(time.Millisecond), Limit: limit}
}

// hasPlayed says whether somebody has finished games here that they have room for and that were not looked at.
func (s *Service) hasPlayed(ctx context.Context, a asker, have library) (bool, error) {
	if have.Games >= a.most.Games || have.Bytes+roomForGame > a.most.Bytes {
		return false, nil
	}
	games, err := s.Store.List(ctx, since(a.owner, have.Played, 1))
	return len(games) > 0, err
}

// playedSince returns somebody's games that have ended after a time, the first one first, and when the
// last one has, also one that is not among them.
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

// addSome adds some of these games, and notes up to when they are there.
func (s *Service) addSome(ctx context.Context, a asker, some []played) error {
	reader := gameindex.NewReader(s.opener(ctx))
	var games []brought
	for _, p := range some {
		text, err := s.Records.Text(ctx, p.id)
		if damaged, ok := errors.AsType[*store.Damaged](err); ok || errors.Is(err, store.ErrNotFound) {
			s.Log.Warn("a game is not added to its player's library", "game", p.id, "damaged", damaged)
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
			s.Log.Error("a game is not added to its player's library", "game", p.id, "err", err)
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
