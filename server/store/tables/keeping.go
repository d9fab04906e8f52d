package tables

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"time"

	"moyo/server/store"
)

// isBrought is the condition of the index games_by_brought.
const isBrought = `substr(board, 1, 3) = 'id:'`

// unfinished is the condition of the index games_unfinished.
const unfinished = `(phase <> 'finished' OR result = '` + store.Void + `')`

// stale is [store.Game.Stale] for unfinished games.
const stale = `(phase <> 'finished' AND deadline = 0 OR phase = 'finished' AND NOT rated)`

// guestTables are the tables of data that is only a guest's, with the column of its time; ""
// if the time is unknown. Data that others also use stays.
var guestTables = []struct{ table, owner, at string }{
	{"trainees", "owner", "updated"}, {"attempts", "owner", ""}, {"cards", "owner", ""}, {"collections", "owner", "created"},
	{"mistakes", "owner", "created"}, {"board_owners", "owner", "created"},
	{"notifications", "player", "created"}, {"wishes", "player", "updated"}, {"subscriptions", "player", "seen"},
	{"digests", "player", "sent"},
	{"library_pages", "owner", ""}, {"library_segments", "owner", ""}, {"library_gone", "owner", ""}, {"library_records", "owner", ""},
	{"library_games", "owner", ""}, {"library_kinds", "owner", ""}, {"library_files", "owner", ""}, {"libraries", "owner", "updated"},
	{"plans", "player", "changed"}, {"notes", "player", "changed"},
	{"relations", "player", "created"}, {"silences", "player", "until"}, {"warnings", "player", ""},
	{"players", "id", "GREATEST(created, coalesce(suspended, 0))"},
}

// gameTables are the tables with rows of a game, ending with the game itself.
var gameTables = []struct{ table, column string }{
	{"events", "game"}, {"chat", "game"}, {"reviews", "game"}, {"plans", "game"}, {"notes", "game"}, {"game_partners", "game_id"},
	{"games", "id"},
}

// traces returns a query that finds for a player whether they have an account, the time of
// their last data, and whether some of it is worth keeping.
func traces(d Dialect) string {
	var last []string
	for _, t := range guestTables {
		if t.at != "" {
			last = append(last, `coalesce((SELECT max(`+strings.ReplaceAll(t.at, "GREATEST", d.Greatest)+`) FROM `+t.table+`
				WHERE `+t.owner+` = ?1), 0)`)
		}
	}
	var seats []string
	for _, seat := range []string{"black_player", "white_player"} {
		for _, phase := range []string{`phase <> 'finished'`, `phase = 'finished'`} {
			condition := `FROM games WHERE ` + phase + ` AND ` + seat + ` <> '' AND ` + seat + ` = ?1`
			seats = append(seats, `EXISTS (SELECT 1 `+condition+`)`)
			last = append(last, `coalesce((SELECT updated `+condition+` ORDER BY updated DESC LIMIT 1), 0)`)
		}
	}
	for _, ended := range []string{`0`, `1`} {
		condition := `FROM game_partners WHERE ended = ` + ended + ` AND person = ?1`
		seats = append(seats, `EXISTS (SELECT 1 `+condition+`)`)
		last = append(last, `coalesce((SELECT changed `+condition+` ORDER BY changed DESC LIMIT 1), 0)`)
	}
	return `SELECT EXISTS (SELECT 1 FROM players WHERE id = ?1 AND role <> '` + string(store.Guest) + `'),
		` + d.Greatest + `(` + strings.Join(last, ", ") + `),
		` + strings.Join(seats, " OR ") + ` OR EXISTS (SELECT 1 FROM trainees WHERE owner = ?1 AND version >= ` + strconv.Itoa(store.Worth) + `)`
}

// checkBoard returns store.ErrNotFound if a game needs an uploaded board that does not exist,
// perhaps because it was deleted.
func (w *writer) checkBoard(ctx context.Context, spec string) error {
	hash, brought := strings.CutPrefix(spec, "id:")
	if !brought {
		return nil
	}
	var n int
	if err := w.Row(ctx, `SELECT count(*) FROM boards WHERE hash = ?`, hash).Scan(&n); err != nil {
		return err
	}
	if n == 0 {
		return store.ErrNotFound
	}
	return nil
}

// Spent implements store.Keeping.
func (s *Store) Spent(ctx context.Context, day int) (map[string]int64, error) {
	type entry struct {
		key   string
		bytes int64
	}
	entries, err := list(ctx, s, func(row scanner) (e entry, err error) {
		err = row.Scan(&e.key, &e.bytes)
		return e, err
	}, `SELECT key, bytes FROM spent WHERE day = ?`, day)
	spent := make(map[string]int64, len(entries))
	for _, e := range entries {
		spent[e.key] = e.bytes
	}
	return spent, err
}

// AddSpent implements store.Keeping.
func (s *Store) AddSpent(ctx context.Context, day int, more map[string]int64) (all map[string]int64, err error) {
	err = s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		all = make(map[string]int64, len(more)) // this function may run again
		for key, n := range more {
			var sum int64
			if err := w.Row(ctx, `
				INSERT INTO spent (day, key, bytes) VALUES (?, ?, ?)
				ON CONFLICT (day, key) DO UPDATE SET bytes = spent.bytes + excluded.bytes RETURNING bytes`,
				day, key, n).Scan(&sum); err != nil {
				return err
			}
			all[key] = sum
		}
		return nil
	})
	return all, err
}

// Kept implements store.Keeping.
func (s *Store) Kept(ctx context.Context, player string) (k store.Kept, err error) {
	err = s.readers.row(ctx, `
		SELECT count(*), coalesce(sum(length(b.body)), 0) FROM board_owners o JOIN boards b USING (hash) WHERE o.owner = ?`,
		player).Scan(&k.Boards, &k.BoardBytes)
	if err != nil {
		return k, s.orClosed(err)
	}
	err = s.readers.row(ctx, `SELECT count(*), coalesce(sum(length(body)), 0) FROM collections WHERE owner = ?`, player).
		Scan(&k.Collections, &k.CollectionBytes)
	if err != nil {
		return k, s.orClosed(err)
	}
	for _, seats := range []string{
		`games WHERE phase <> 'finished' AND partners = 0 AND black_player <> '' AND black_player = ?`,
		`games WHERE phase <> 'finished' AND partners = 0 AND white_player <> '' AND white_player = ?`,
		`game_partners WHERE ended = 0 AND person = ?`,
	} {
		var n int
		err := s.readers.row(ctx, `SELECT count(*) FROM (SELECT 1 FROM `+seats+` LIMIT ?) x`, player, store.MaxUnfinished).Scan(&n)
		if err != nil {
			return k, s.orClosed(err)
		}
		k.Unfinished += n
	}
	k.Unfinished = min(k.Unfinished, store.MaxUnfinished)
	return k, nil
}

// Size implements store.Keeping.
func (s *Store) Size(ctx context.Context) (bytes int64, err error) {
	err = s.readers.row(ctx, s.dialect.Size).Scan(&bytes)
	return bytes, s.orClosed(err)
}

// Stale implements store.Keeping.
func (s *Store) Stale(ctx context.Context, q store.StaleQuery) ([]store.Game, error) {
	return list(ctx, s, scanGame, staleGames(s.dialect), q.After.At.UnixMilli(), q.After.Game, q.Before.UnixMilli(), q.Limit)
}

// staleGames returns a query that uses the index of unfinished games.
func staleGames(d Dialect) string {
	return `SELECT ` + header + ` FROM games ` + d.Unfinished + `
		WHERE ` + unfinished + ` AND (created, id) > (?, ?) AND updated < ? AND ` + stale + ` ORDER BY created, id LIMIT ?`
}

// DeleteGame implements store.Keeping.
func (s *Store) DeleteGame(ctx context.Context, id string, version int) error {
	by, _ := store.Writer(ctx)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		g := store.Game{ID: id}
		var deadline int64
		err := w.Row(ctx, `
			SELECT phase, ply, rated, result, deadline, version, black_player, white_player FROM games WHERE id = ?`+w.dialect.Lock,
			id).Scan(&g.Phase, &g.Ply, &g.Rated, &g.Result, &deadline, &g.Version, &g.Black.Player, &g.White.Player)
		if errors.Is(err, sql.ErrNoRows) {
			return store.ErrNotFound
		}
		if err != nil {
			return err
		}
		if deadline > 0 {
			g.Deadline = time.UnixMilli(deadline)
		}
		switch {
		case g.Version != version:
			return &store.Conflict{Game: id, Have: g.Version, Want: version}
		case !g.Deletable():
			return store.ErrDone
		}
		return w.deleteGame(ctx, g, by)
	})
}

// deleteGame deletes a game if that is allowed and the game is not evidence.
func (w *writer) deleteGame(ctx context.Context, g store.Game, by store.Owner) error {
	var wanted bool
	if err := w.Row(ctx, `
		SELECT EXISTS (SELECT 1 FROM reports WHERE game = ?1 AND game <> '') OR EXISTS (SELECT 1 FROM chat WHERE game = ?1 AND removed)
			OR EXISTS (SELECT 1 FROM outbox WHERE game = ?1)`,
		g.ID).Scan(&wanted); err != nil {
		return err
	}
	if wanted {
		return store.ErrTaken
	}
	if err := w.disown(ctx, g.ID, by); err != nil {
		return err
	}
	if _, err := w.run(ctx, `DELETE FROM notifications WHERE player IN (?, ?) AND `+w.dialect.Find+`(path, ?) > 0`,
		g.Black.Player, g.White.Player, g.ID); err != nil {
		return err
	}
	if _, err := w.run(ctx, strings.ReplaceAll(tellNoPartners, "FIND", w.dialect.Find), g.ID); err != nil {
		return err
	}
	for _, t := range gameTables {
		if _, err := w.run(ctx, `DELETE FROM `+t.table+` WHERE `+t.column+` = ?`, g.ID); err != nil {
			return err
		}
	}
	return nil
}

// disown deletes the ownership of a game, unless another node than the writer owns it with a valid lease.
func (w *writer) disown(ctx context.Context, game string, by store.Owner) error {
	if w.dialect.Owned == "" {
		return nil
	}
	var others bool
	if err := w.Row(ctx, w.dialect.Owned, game, by.Node, by.Epoch).Scan(&others); err != nil {
		return err
	}
	if others {
		return store.ErrTaken
	}
	_, err := w.run(ctx, w.dialect.Disown, game)
	return err
}

// UnusedBoards implements store.Keeping. It searches the text of collections, one after the
// other, and only for boards without other uses. It also searches mistakes, but only those from deleted
// games: others have the board of their game.
func (s *Store) UnusedBoards(ctx context.Context, before time.Time, limit int) ([]string, error) {
	return list(ctx, s, store.Value[string], unusedBoards(s.dialect), before.UnixMilli(), limit)
}

func unusedBoards(d Dialect) string {
	says := strings.ReplaceAll(d.Within, "TEXT", "'id:' || boards.hash")
	return `SELECT hash FROM boards WHERE created < ? AND NOT EXISTS (SELECT 1 FROM board_owners o WHERE o.hash = boards.hash)
	AND NOT EXISTS (SELECT 1 FROM games WHERE board = 'id:' || boards.hash AND ` + isBrought + `)
	AND NOT EXISTS (SELECT 1 FROM collections WHERE ` + says + `)
	AND NOT EXISTS (SELECT 1 FROM mistakes m
		WHERE NOT EXISTS (SELECT 1 FROM games g WHERE g.id = m.game) AND ` + d.Drawn + ` AND ` + says + `) LIMIT ?`
}

// DeleteBoard implements store.Keeping.
func (s *Store) DeleteBoard(ctx context.Context, hash string) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		var used bool
		if err := w.Row(ctx, `
			SELECT EXISTS (SELECT 1 FROM games WHERE board = 'id:' || ?1 AND `+isBrought+`)
				OR EXISTS (SELECT 1 FROM board_owners WHERE hash = ?1)`,
			hash).Scan(&used); err != nil {
			return err
		}
		if used {
			return store.ErrTaken
		}
		return changed(w.run(ctx, `DELETE FROM boards WHERE hash = ?`, hash))(store.ErrNotFound)
	})
}

// Guests implements store.Keeping.
func (s *Store) Guests(ctx context.Context, after string, limit int) ([]string, error) {
	return list(ctx, s, store.Value[string], guests(), after, limit)
}

// guests returns a query that merges the first owners of each table.
func guests() string {
	var parts []string
	for _, t := range guestTables {
		// The owners in the other tables are also trainees or have a library.
		if t.table != "attempts" && t.table != "cards" && !strings.HasPrefix(t.table, "library_") {
			parts = append(parts, strings.NewReplacer("OWNER", t.owner, "TABLE", t.table, "GUEST", string(store.Guest)).Replace(
				`SELECT id FROM (SELECT DISTINCT OWNER AS id FROM TABLE t WHERE OWNER > ?1
					AND NOT EXISTS (SELECT 1 FROM players p WHERE p.id = t.OWNER AND p.role <> 'GUEST') ORDER BY 1 LIMIT ?2) x`))
		}
	}
	return strings.Join(parts, " UNION ") + ` ORDER BY 1 LIMIT ?2`
}

// DeleteGuest implements store.Keeping. It first checks in a reading transaction, which delays no
// writer.
func (s *Store) DeleteGuest(
	ctx context.Context, player string, before, worth time.Time, first func(ctx context.Context, player string) error,
) error {
	stays := func(row scanner) error {
		var account, worthy bool
		var last int64
		if err := row.Scan(&account, &last, &worthy); err != nil {
			return err
		}
		bound := before
		if worthy {
			bound = worth
		}
		if account || last >= bound.UnixMilli() {
			return store.ErrDone
		}
		return nil
	}
	if err := stays(s.readers.row(ctx, traces(s.dialect), player)); err != nil {
		return s.orClosed(err)
	}
	if err := first(ctx, player); err != nil {
		return err
	}
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := stays(w.Row(ctx, traces(w.dialect), player)); err != nil {
			return err
		}
		for _, t := range guestTables {
			if _, err := w.run(ctx, `DELETE FROM `+t.table+` WHERE `+t.owner+` = ?`, player); err != nil {
				return err
			}
		}
		return nil
	})
}

// ForgetOld implements store.Keeping.
func (s *Store) ForgetOld(ctx context.Context, now time.Time, limit int) (forgotten int, err error) {
	err = s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		forgotten = 0 // this function may run again
		for _, f := range []struct {
			text string
			by   int64
		}{
			{`DELETE FROM sessions WHERE hash IN (SELECT hash FROM sessions WHERE expires <= ? LIMIT ?)`, now.UnixMilli()},
			{`DELETE FROM spent WHERE (day, key) IN (SELECT day, key FROM spent WHERE day < ? LIMIT ?)`, int64(store.Day(now))},
		} {
			res, err := w.run(ctx, f.text, f.by, limit)
			if err != nil {
				return err
			}
			n, err := res.RowsAffected()
			if err != nil {
				return err
			}
			forgotten += int(n)
		}
		return nil
	})
	return forgotten, err
}

// CleanupQueries returns the queries that search for unused data, for tests of the database's
// query plans.
func CleanupQueries(d Dialect) []string {
	return []string{staleGames(d), unusedBoards(d), guests(), traces(d)}
}
