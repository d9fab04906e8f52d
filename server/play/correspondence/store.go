package correspondence

import (
	"context"
	"slices"
	"strings"
	"time"

	"moyo/server/store"
)

// vacationYear is the period in which a player may take a number of days of vacation. It may start at any time.
const vacationYear = 365 * 24 * time.Hour

// Plan is what a game answers for a player while they are away.
type Plan struct {
	Game    string
	Player  string
	Version int    // version of the game for which the plan was made
	Body    []byte // only package room reads it
	Changed time.Time
}

// keptNote is a player's private note in a game.
type keptNote struct {
	Game    string
	Player  string
	Text    string
	Changed time.Time
}

// KeptVacation is a period in which the clocks of a player's correspondence games stand still.
type KeptVacation struct {
	Player string
	Began  time.Time
	Until  time.Time
	Days   int // of the player's yearly vacation that it uses
}

// Kept is what players of correspondence games have in addition to the games, in a database: planned answers, private notes and
// vacations. Only the player may see their plans and notes.
type Kept struct{ DB store.DB }

func (cfg Config) kept() Kept { return Kept{cfg.Store} }

// playersAtOnce bounds the players of one statement: databases limit placeholders.
const playersAtOnce = 500

// SavePlan stores a plan and replaces the player's plan for the game. An empty Body deletes it. The error is store.ErrNotFound if
// the account was deleted, and a *store.Fenced if the owner in ctx ([store.WithOwner]) does not own the game any more.
func (k Kept) SavePlan(ctx context.Context, p Plan) error {
	owner, owned := store.Writer(ctx)
	return k.DB.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if owned {
			if err := tx.CheckOwner(ctx, p.Game, owner); err != nil {
				return err
			}
		}
		if err := tx.Present(ctx, p.Player); err != nil {
			return err
		}
		if len(p.Body) == 0 {
			_, err := tx.Run(ctx, `DELETE FROM plans WHERE game = ? AND player = ?`, p.Game, p.Player)
			return err
		}
		_, err := tx.Run(ctx, store.Upsert("plans", "game, player", "version, body, changed"),
			p.Game, p.Player, p.Version, p.Body, p.Changed.UnixMilli())
		return err
	})
}

const planColumns = `game, player, version, body, changed`

func scanPlan(row store.Row) (p Plan, err error) {
	var at int64
	err = row.Scan(&p.Game, &p.Player, &p.Version, &p.Body, &at)
	p.Changed = time.UnixMilli(at).UTC()
	return p, err
}

// Plans returns the plans for a game, by player.
func (k Kept) Plans(ctx context.Context, game string) ([]Plan, error) {
	return store.List(ctx, k.DB, scanPlan, `SELECT `+planColumns+` FROM plans WHERE game = ? ORDER BY player`, game)
}

// plansOf returns the plans of a player, by game.
func (k Kept) plansOf(ctx context.Context, player string) ([]Plan, error) {
	return store.List(ctx, k.DB, scanPlan, `SELECT `+planColumns+` FROM plans WHERE player = ? ORDER BY game`, player)
}

// PlansDue returns the games that wait for a player who has a plan, by id: at most limit games after the given id.
func (k Kept) PlansDue(ctx context.Context, after string, limit int) ([]string, error) {
	return store.List(ctx, k.DB, store.Value[string],
		`SELECT p.game FROM plans p JOIN games g ON g.id = p.game WHERE p.game > ? AND g.turn_player <> '' AND g.turn_player = p.player
		ORDER BY p.game LIMIT ?`,
		after, limit)
}

// saveNote stores a note and replaces the player's note in the game. An empty text deletes it. The error is store.ErrNotFound if
// the account was deleted.
func (k Kept) saveNote(ctx context.Context, n keptNote) error {
	return k.DB.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := tx.Present(ctx, n.Player); err != nil {
			return err
		}
		if n.Text == "" {
			_, err := tx.Run(ctx, `DELETE FROM notes WHERE game = ? AND player = ?`, n.Game, n.Player)
			return err
		}
		_, err := tx.Run(ctx, store.Upsert("notes", "game, player", "body, changed"), n.Game, n.Player, []byte(n.Text), n.Changed.UnixMilli())
		return err
	})
}

const noteColumns = `game, player, body, changed`

func scanNote(row store.Row) (n keptNote, err error) {
	var at int64
	var body []byte
	err = row.Scan(&n.Game, &n.Player, &body, &at)
	n.Text, n.Changed = string(body), time.UnixMilli(at).UTC()
	return n, err
}

// note returns a player's note in a game, or store.ErrNotFound.
func (k Kept) note(ctx context.Context, player, game string) (keptNote, error) {
	return store.One(ctx, k.DB, scanNote, `SELECT `+noteColumns+` FROM notes WHERE game = ? AND player = ?`, game, player)
}

// notesOf returns the notes of a player, by game.
func (k Kept) notesOf(ctx context.Context, player string) ([]keptNote, error) {
	return store.List(ctx, k.DB, scanNote, `SELECT `+noteColumns+` FROM notes WHERE player = ? ORDER BY game`, player)
}

// BeginVacation stores a new vacation and deletes the player's vacations that ended more than a vacationYear ago. The error is
// store.ErrExists during another vacation; store.ErrFull if the vacations of the last vacationYear, with this one, exceed most
// days; or store.ErrNotFound if the account was deleted.
func (k Kept) BeginVacation(ctx context.Context, v KeptVacation, most int) error {
	began := v.Began.UnixMilli()
	year := v.Began.Add(-vacationYear).UnixMilli()
	return k.DB.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := tx.Present(ctx, v.Player); err != nil {
			return err
		}
		if _, err := tx.Run(ctx, `DELETE FROM vacations WHERE player = ? AND until <= ?`, v.Player, year); err != nil {
			return err
		}
		var days int
		var until int64
		if err := tx.Row(ctx, `
			SELECT coalesce(sum(CASE WHEN began > ? THEN days ELSE 0 END), 0), coalesce(max(until), 0) FROM vacations WHERE player = ?`,
			year, v.Player).Scan(&days, &until); err != nil {
			return err
		}
		switch {
		case until > began:
			return store.ErrExists
		case days+v.Days > most:
			return store.ErrFull
		}
		_, err := tx.Run(ctx, `INSERT INTO vacations (player, began, until, days, told) VALUES (?, ?, ?, ?, FALSE)`,
			v.Player, began, v.Until.UnixMilli(), v.Days)
		return err
	})
}

// EndVacation ends a player's current vacation at a time and counts it as the given number of days. The error is
// store.ErrNotFound without a current vacation.
func (k Kept) EndVacation(ctx context.Context, player string, at time.Time, days int) error {
	return k.DB.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		return store.RunOrElse(ctx, tx, store.ErrNotFound,
			`UPDATE vacations SET until = ?, days = ?, told = FALSE WHERE player = ? AND until > ?`, at.UnixMilli(), days, player, at.UnixMilli())
	})
}

const vacationColumns = `player, began, until, days`

func scanVacation(row store.Row) (v KeptVacation, err error) {
	var began, until int64
	err = row.Scan(&v.Player, &began, &until, &v.Days)
	v.Began, v.Until = time.UnixMilli(began).UTC(), time.UnixMilli(until).UTC()
	return v, err
}

// Vacations returns a player's vacations, ordered by start.
func (k Kept) Vacations(ctx context.Context, player string) ([]KeptVacation, error) {
	return store.List(ctx, k.DB, scanVacation, `SELECT `+vacationColumns+` FROM vacations WHERE player = ? ORDER BY began`, player)
}

// VacationsAt returns the vacations of the players at a time, by player.
func (k Kept) VacationsAt(ctx context.Context, players []string, at time.Time) ([]KeptVacation, error) {
	found := []KeptVacation{}
	for some := range slices.Chunk(slices.Compact(slices.Sorted(slices.Values(players))), playersAtOnce) {
		var args []any
		for _, player := range some {
			args = append(args, player)
		}
		part, err := store.List(ctx, k.DB, scanVacation, `
			SELECT `+vacationColumns+` FROM vacations WHERE player IN (?`+strings.Repeat(`, ?`, len(some)-1)+`) AND until > ? ORDER BY player`,
			append(args, at.UnixMilli())...)
		if err != nil {
			return nil, err
		}
		found = append(found, part...)
	}
	return found, nil
}

// VacationsUntold returns the vacations not yet applied to all games, ordered by start and player, after the given one; the zero
// vacation starts at the beginning.
func (k Kept) VacationsUntold(ctx context.Context, after KeptVacation, limit int) ([]KeptVacation, error) {
	return store.List(ctx, k.DB, scanVacation, `
		SELECT `+vacationColumns+` FROM vacations WHERE NOT told AND (began, player) > (?, ?) ORDER BY began, player LIMIT ?`,
		store.MilliOrZero(after.Began), after.Player, limit)
}

// vacationTold records that a vacation was applied to all games, unless it has changed since.
func (k Kept) vacationTold(ctx context.Context, v KeptVacation) error {
	return k.DB.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Run(ctx, `UPDATE vacations SET told = TRUE WHERE player = ? AND began = ? AND until = ?`,
			v.Player, v.Began.UnixMilli(), v.Until.UnixMilli())
		return err
	})
}

// Erasure deletes the plans, notes and vacations of a player.
var Erasure = []string{
	`DELETE FROM plans WHERE player = ?`,
	`DELETE FROM notes WHERE player = ?`,
	`DELETE FROM vacations WHERE player = ?`,
}
