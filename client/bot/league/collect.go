package league

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"moyo/client/bot/client"
	"moyo/server/base/wire"
)

// collect records the games of a tournament that have ended since. It returns how many are still
// missing, because they run or others came first, and how many it has recorded.
func (d *Director) collect(ctx context.Context, s *archive, view *wire.Tournament) (open, taken int, err error) {
	listed := map[int]wire.TournamentGame{} // the last ones, and running ones
	most := 0
	for _, r := range view.Rounds {
		for _, g := range r.Games {
			listed[g.Number] = g
			most = max(most, g.Number)
		}
	}
	asked := 0
	for n := 1; n <= most; n++ {
		if s.table.has(view.Head.ID, n) {
			continue
		}
		if g, is := listed[n]; is && g.Result == "" && view.Head.Phase != "over" {
			open++
			continue
		}
		if asked++; asked > mostAtOnce {
			return open + most - n + 1, taken, nil
		}
		over, err := d.take(ctx, s, view.Head.ID, n)
		switch {
		case err == nil:
		case ctx.Err() != nil || client.IsFinal(err) || errors.As(err, new(diskError)):
			return open, taken, fmt.Errorf("game %d: %w", n, err)
		default: // a game that the server cannot show does not delay the others
			d.cfg.Notify(fmt.Sprintf("game %d of %s cannot be fetched: %v", n, view.Head.Title, err))
		}
		if over {
			taken++
		} else {
			open++
		}
	}
	return open, taken, nil
}

// take records a game if it is over.
func (d *Director) take(ctx context.Context, s *archive, tournament string, n int) (over bool, err error) {
	id := gameID(tournament, n)
	g := Game{ID: id, Tournament: tournament, Number: n, Result: "Void", Ended: d.cfg.Now().UTC()}
	snapshot, err := d.snapshot(ctx, id)
	switch {
	case err != nil:
		return false, err
	case snapshot == nil: // it was not meant to be played: one of the two had left
		return true, onDisk(s.add(g, nil))
	case snapshot.Game.Phase != "finished":
		return false, nil
	}
	g.fill(snapshot)
	if err := g.check(); err != nil {
		d.cfg.Notify(fmt.Sprintf("%s does not count: %v", id, err))
		g = Game{ID: id, Tournament: tournament, Number: n, Result: "Void", Ended: g.Ended}
		if err := g.check(); err != nil {
			return false, err
		}
	}
	var sgf []byte
	if g.outcome() != void {
		if sgf, err = d.sgf(ctx, id); err != nil {
			return false, err
		}
	}
	return true, onDisk(s.add(g, sgf))
}

// gameID returns the id of a tournament's game.
func gameID(tournament string, n int) string { return tournament + "-" + strconv.Itoa(n) }

// snapshot returns the current state of a game, nil if it does not exist.
func (d *Director) snapshot(ctx context.Context, id string) (found *wire.Snapshot, err error) {
	err = client.Insist(ctx, func() error {
		return client.Lines(ctx, d.cfg.Client, "/api/games/"+url.PathEscape(id)+"/stream", func(m wire.ServerMessage) bool {
			found = m.Snapshot
			return found != nil
		})
	})
	if client.IsGone(err) {
		return nil, nil
	}
	return found, err
}

// mostRecord is the largest record to keep, in bytes.
const mostRecord = 256 << 10

// sgf returns the record of a game, nil if it is too large to keep.
func (d *Director) sgf(ctx context.Context, id string) (text []byte, err error) {
	err = client.Insist(ctx, func() error {
		text, err = d.cfg.Client.Text(ctx, "/api/games/"+url.PathEscape(id)+"/sgf", mostRecord)
		if errors.Is(err, client.ErrTooLarge) {
			return nil // a retry would fail too
		}
		return err
	})
	return text, err
}

// fill enters the result of a game. The game counts only between two accounts.
func (g *Game) fill(s *wire.Snapshot) {
	if at, err := time.Parse(time.RFC3339, s.Game.Updated); err == nil {
		g.Ended = at.UTC()
	}
	black, white := s.Game.Black, s.Game.White
	if s.State.Holder == "white" { // an opening has swapped the stones
		black, white = white, black
	}
	if !black.Registered || !white.Registered {
		return
	}
	g.Black, g.White, g.Result, g.How = black.Name, white.Name, s.State.Result, s.State.ResultHow
	g.Plies = len(s.Moves)
	g.Moves = s.Moves[:min(len(s.Moves), maxMoves)]
}
