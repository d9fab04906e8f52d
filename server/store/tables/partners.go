package tables

import (
	"context"
	"encoding/json"
	"slices"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

// Team games are found by player in game_partners, which has a row for each taken
// place: games.black_player and white_player are the players of each side's next turn.
const (
	touchPartners  = `UPDATE game_partners SET ended = ?, changed = ? WHERE game_id = ?`
	dropPartners   = `DELETE FROM game_partners WHERE game_id = ?`
	insertPartner  = `INSERT INTO game_partners (game_id, side, place, person, name, ranked, ended, changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
	tellNoPartners = `DELETE FROM notifications WHERE player IN (SELECT person FROM game_partners WHERE game_id = ?1) AND FIND(path, ?1) > 0`
)

// seating are the events that take or free places of a team.
var seating = []match.Kind{match.Created, match.Joined, match.Freed}

// PartnerWrites returns the statements that store the players of a team game, when these entries change
// its header to g, or without entries for a change of the header alone.
func PartnerWrites(g store.Game, entries []store.Entry) (all []Selection) {
	if g.Partners == 0 {
		return nil
	}
	ended := toNumber(g.Phase == match.Finished)
	if len(entries) > 0 && !slices.ContainsFunc(entries, func(e store.Entry) bool { return slices.Contains(seating, e.Event.Kind) }) {
		return []Selection{{touchPartners, []any{ended, g.Updated.UnixMilli(), g.ID}}}
	}
	all = append(all, Selection{dropPartners, []any{g.ID}})
	for _, side := range []game.Color{game.Black, game.White} {
		for place, p := range g.SeatOf(side).Team {
			if p != (match.Partner{}) {
				all = append(all, Selection{insertPartner, []any{
					g.ID, int(side), place, p.Player, p.Name, toNumber(p.Rank != ""), ended, g.Updated.UnixMilli(),
				}})
			}
		}
	}
	return all
}

func toNumber(b bool) int {
	if b {
		return 1
	}
	return 0
}

// savePartners stores the players of a team game.
func (w *writer) savePartners(ctx context.Context, g store.Game, entries []store.Entry) error {
	for _, s := range PartnerWrites(g, entries) {
		if _, err := w.conn.ExecContext(ctx, w.dialect.Place(s.Text), s.Args...); err != nil {
			return err
		}
	}
	return nil
}

// seatedGame is the part of a game's header that contains names.
type seatedGame struct{ id, black, white string }

// callPartners gives a player's places in the headers of team games the name of their account,
// as store.Called does, in at most most games. It returns the number of changed games.
func (w *writer) callPartners(ctx context.Context, player, name string, most int64) (int64, error) {
	games, err := w.gamesToCall(ctx, player, name, most)
	for _, g := range games {
		if err == nil {
			err = w.rewriteSeats(ctx, g, func(s match.Seat) match.Seat { return store.Called(s, player, name) })
		}
		if err == nil {
			_, err = w.run(ctx, `UPDATE game_partners SET name = ?, ranked = 1 WHERE game_id = ? AND person = ?`, name, g.id, player)
		}
	}
	return int64(len(games)), err
}

func (w *writer) gamesToCall(ctx context.Context, player, name string, most int64) (games []seatedGame, err error) {
	rows, err := w.rows(ctx, `SELECT id, black, white FROM games JOIN game_partners ON game_id = id
		WHERE person = ?1 AND name <> ?3 AND (name <> ?2 OR ranked = 0) ORDER BY changed DESC, game_id LIMIT ?4`+w.dialect.Lock,
		player, name, store.Gone, most)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var g seatedGame
		if err := rows.Scan(&g.id, &g.black, &g.white); err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, rows.Err()
}

// rewriteSeats replaces the seats of a game by f of them.
func (w *writer) rewriteSeats(ctx context.Context, g seatedGame, f func(match.Seat) match.Seat) error {
	seats, bodies, err := calledSeats([2]string{g.black, g.white}, f)
	if err != nil {
		return err
	}
	_, err = w.run(ctx, rename, bodies[0], bodies[1], store.NamesOf(store.Game{Black: seats[0], White: seats[1]}), g.id)
	if err != nil {
		return err
	}
	whole, err := scanHeader(w.Row(ctx, `SELECT `+header+` FROM games WHERE id = ?`, g.id))
	if err != nil {
		return err
	}
	return w.sumHeader(ctx, whole)
}

// calledSeats returns stored seats, changed by f.
func calledSeats(texts [2]string, f func(match.Seat) match.Seat) (seats [2]match.Seat, bodies [2]string, err error) {
	for i, text := range texts {
		if err := json.Unmarshal([]byte(text), &seats[i]); err != nil {
			return seats, bodies, err
		}
		seats[i] = f(seats[i])
		body, err := json.Marshal(seats[i])
		if err != nil {
			return seats, bodies, err
		}
		bodies[i] = string(body)
	}
	return seats, bodies, nil
}
