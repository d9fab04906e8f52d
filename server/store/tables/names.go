package tables

import (
	"context"
	"strings"

	"moyo/server/store"
)

// mostCalled is how many games one transaction renames: moves wait for no more, some 20 ms. If a player has more games,
// the newest are renamed with the account and the rest in transactions after it.
const mostCalled = 250

// calls are the statements that give the seats of the player ?3 the name ?1, ?2 in small letters, in ?4 games at most: one
// for each seat, in games that go on and in others, so that each has an index.
func (d Dialect) calls() (texts []string) {
	for _, seat := range []string{"black", "white"} {
		newline := d.Find + "(names, '\n')"
		searched := `?2 || substr(names, ` + newline + `)`
		if seat == "white" {
			searched = `substr(names, 1, ` + newline + `) || ?2`
		}
		for _, phase := range []string{`phase <> 'finished'`, `phase = 'finished'`} {
			// as store.Called has it
			words := strings.NewReplacer("SEAT", seat, "SEARCHED", searched, "PHASE", phase, "RANK", store.Newcomer, "GONE", store.Gone)
			texts = append(texts, words.Replace(
				`UPDATE games SET names = SEARCHED, SEAT = CASE
					WHEN SEAT ->> 'kind' = 'human' AND coalesce(SEAT ->> 'rank', '') = '' THEN `+d.WithRank+` ELSE `+d.WithName+` END
				WHERE id IN (SELECT id FROM games
					WHERE PHASE AND partners = 0 AND SEAT_player <> '' AND SEAT_player = ?3 AND SEAT ->> 'name' IS DISTINCT FROM 'GONE'
					AND (SEAT ->> 'name' IS DISTINCT FROM ?1 OR SEAT ->> 'kind' = 'human' AND coalesce(SEAT ->> 'rank', '') = '')
					ORDER BY updated DESC LIMIT ?4) RETURNING `+header))
		}
	}
	return texts
}

// Calls returns the statements that give the seats of the player ?3 the name ?1, ?2 in
// small letters, in ?4 games at most.
func (d Dialect) Calls() (texts []string) {
	for _, text := range d.calls() {
		texts = append(texts, d.Place(text))
	}
	return texts
}

// callSeats gives a player's seats in the headers of their games the name of their
// account, in as many as one transaction may. Logs stay as they were written.
func (w *writer) callSeats(ctx context.Context, player, name string) (more bool, err error) {
	if err := w.holdSeated(ctx, player); err != nil {
		return false, err
	}
	left := int64(mostCalled)
	for _, text := range w.dialect.calls() {
		rows, err := w.rows(ctx, text, name, strings.ToLower(name), player, left)
		if err != nil {
			return false, err
		}
		games, err := collect(rows, scanHeader)
		if err != nil {
			return false, err
		}
		for _, g := range games {
			if err := w.sumHeader(ctx, g); err != nil {
				return false, err
			}
		}
		left -= int64(len(games))
	}
	if left > 0 {
		n, err := w.callPartners(ctx, player, name, left)
		if err != nil {
			return false, err
		}
		left -= n
	}
	return left <= 0, nil
}

// holdSeated locks the games that a player has not finished in the order of appends, see [Order], but for appends that
// end a game. The database refuses one of two that wait for each other, and it is tried again.
func (w *writer) holdSeated(ctx context.Context, player string) error {
	if w.dialect.Lock == "" { // only one writes at a time
		return nil
	}
	_, err := w.run(ctx, `SELECT id FROM games WHERE phase <> 'finished' AND (black_player = ?1 OR white_player = ?1)
		ORDER BY id COLLATE "C"`+w.dialect.Lock, player)
	return err
}

// callRest is callSeats for the games that were too many for the transaction in which the
// player got that name. It does nothing if the player was renamed again: that
// renames the games.
func (w *writer) callRest(ctx context.Context, player, name string) (more bool, err error) {
	var still int
	if err := w.Row(ctx, `SELECT count(*) FROM players WHERE id = ? AND name = ?`, player, name).Scan(&still); err != nil || still == 0 {
		return false, err
	}
	return w.callSeats(ctx, player, name)
}

// calling does a job that gives a player another name, and then calls their seats so in the
// games that were too many for its transaction.
func (s *Store) calling(ctx context.Context, player, name string, job func(context.Context, *writer) (more bool, err error)) error {
	for {
		more := false
		err := s.submit(ctx, 1, func(ctx context.Context, w *writer) (err error) {
			more, err = job(ctx, w)
			return err
		})
		if err != nil || !more {
			return err
		}
		ctx = context.WithoutCancel(ctx)
		job = func(ctx context.Context, w *writer) (bool, error) { return w.callRest(ctx, player, name) }
	}
}
