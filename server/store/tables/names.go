package tables

import (
	"context"
	"strings"

	"moyo/server/store"
)

// mostCalled is how many games one transaction renames, about 20 ms, for which moves wait. If a player has more games,
// the newest are renamed with the account and the rest in later transactions.
const mostCalled = 250

// calls returns the statements that give the seats of the player ?3 the name ?1 (?2 in lower case) in at most ?4 games.
// Each seat has a statement for unfinished games and one for others, so that each can use an index.
func (d Dialect) calls() (texts []string) {
	for _, seat := range []string{"black", "white"} {
		newline := d.Find + "(names, '\n')"
		searched := `?2 || substr(names, ` + newline + `)`
		if seat == "white" {
			searched = `substr(names, 1, ` + newline + `) || ?2`
		}
		for _, phase := range []string{`phase <> 'finished'`, `phase = 'finished'`} {
			// as in store.Called
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

// Calls returns the statements that give the seats of the player ?3 the name ?1 (?2 in
// lower case) in at most ?4 games.
func (d Dialect) Calls() (texts []string) {
	for _, text := range d.calls() {
		texts = append(texts, d.Place(text))
	}
	return texts
}

// callSeats gives a player's seats in the headers of their games the name of their
// account, in at most mostCalled games. Logs stay unchanged.
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

// holdSeated locks a player's unfinished games in the order of appends, see [Order], except for appends that
// end a game. In a deadlock the database refuses one transaction, which is then retried.
func (w *writer) holdSeated(ctx context.Context, player string) error {
	if w.dialect.Lock == "" { // the store has a single writer
		return nil
	}
	_, err := w.run(ctx, `SELECT id FROM games WHERE phase <> 'finished' AND (black_player = ?1 OR white_player = ?1)
		ORDER BY id COLLATE "C"`+w.dialect.Lock, player)
	return err
}

// callRest continues callSeats for the games that exceeded the transaction in which the
// player got the name. It does nothing if the player was renamed again, which
// renames the games too.
func (w *writer) callRest(ctx context.Context, player, name string) (more bool, err error) {
	var still int
	if err := w.Row(ctx, `SELECT count(*) FROM players WHERE id = ? AND name = ?`, player, name).Scan(&still); err != nil || still == 0 {
		return false, err
	}
	return w.callSeats(ctx, player, name)
}

// calling submits a job that renames a player, and then renames their seats in the
// games that exceeded the job's transaction.
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
