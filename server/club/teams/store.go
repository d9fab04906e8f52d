package teams

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"time"

	"moyo/server/store"
)

// team is a team as stored.
type team struct {
	ID       string
	Name     string
	Skeleton string // of the name; unique
	About    string
	Rules    string // of the game by which members are ranked
	Entry    string // how to join
	Code     string // of the link for joining; unique
	Version  int    // changes so far, also of its members and its matches
	Created  time.Time
	Used     time.Time // time of its members' last act
	Barred   time.Time // until when captains cannot change a name given by moderators
}

// role is a player's role in a team.
type role string

// The roles in a team.
const (
	roleAsked   role = "asked" // has asked to join
	roleMate    role = "member"
	roleCaptain role = "captain"
)

// member is a member of a team, or a player who has asked to join.
type member struct {
	Team   string
	Player string // id
	Role   role
	Since  time.Time // when they joined or asked; a new role keeps it
}

// contest is a match between two teams as stored.
type contest struct {
	ID      string
	Home    string // id of a team
	Guest   string // of another team, "" until a team accepts
	Phase   string
	Version int
	Created time.Time
	Changed time.Time
	Body    []byte // JSON
}

// bounds bound the members of a team.
type bounds struct {
	members int // of one team
	asked   int // players who wait for admission
	each    int // teams of one person, including teams that they have asked to join
}

// teams are the teams in the database, with their members and matches. Every change of a team, its members
// or its matches increments the team's version.
type teams struct{ db store.DB }

const (
	bump      = `UPDATE teams SET version = version + 1 WHERE id = ?`
	memberSet = `INSERT INTO team_members (team, player, role, since) VALUES (?, ?, ?, ?)
		ON CONFLICT (team, player) DO UPDATE SET role = excluded.role`
)

// create stores a new team with its first captain; t.Version is 1. The error is store.ErrExists if the id, skeleton or
// code exists; store.ErrFull if there are more than most teams, or more than each of the captain; or store.ErrNotFound
// if the captain's account was deleted.
func (a teams) create(ctx context.Context, t team, captain string, each, most int) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := tx.Present(ctx, captain); err != nil {
			return err
		}
		if err := store.RunOrElse(ctx, tx, store.ErrExists, `
			INSERT INTO teams (id, name, skeleton, about, rules, entry, code, version, created, used) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`,
			t.ID, t.Name, t.Skeleton, t.About, t.Rules, t.Entry, t.Code, t.Version, t.Created.UnixMilli(), t.Used.UnixMilli()); err != nil {
			return err
		}
		if _, err := tx.Run(ctx, memberSet, t.ID, captain, string(roleCaptain), t.Created.UnixMilli()); err != nil {
			return err
		}
		return store.CheckBounds(ctx, tx, `
			SELECT (SELECT count(*) FROM teams), (SELECT count(*) FROM team_members WHERE player = ? AND role = '`+string(roleCaptain)+`')`,
			captain, each, most)
	})
}

// save replaces a team, except Created and Barred. The error is store.ErrNotFound, a *store.Conflict if the stored version
// is not t.Version-1, or store.ErrExists if another team has the skeleton or code.
func (a teams) save(ctx context.Context, t team) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := store.CheckVersion(ctx, tx, `SELECT version FROM teams WHERE id = ?`+tx.Lock(), t.ID, t.Version-1); err != nil {
			return err
		}
		_, err := tx.Run(ctx, `
			UPDATE teams SET name = ?, skeleton = ?, about = ?, rules = ?, entry = ?, code = ?, version = ?, used = ? WHERE id = ?`,
			t.Name, t.Skeleton, t.About, t.Rules, t.Entry, t.Code, t.Version, t.Used.UnixMilli(), t.ID)
		return tx.OrExists(err)
	})
}

// remove deletes a team and its members; its matches stay. The error is store.ErrNotFound.
func (a teams) remove(ctx context.Context, id string) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := store.RunOrElse(ctx, tx, store.ErrNotFound, `DELETE FROM teams WHERE id = ?`, id); err != nil {
			return err
		}
		_, err := tx.Run(ctx, `DELETE FROM team_members WHERE team = ?`, id)
		return err
	})
}

// columns are what scan reads.
const columns = `id, name, skeleton, about, rules, entry, code, version, created, used, barred`

func scan(row store.Row) (t team, err error) {
	var created, used int64
	var barred sql.NullInt64
	err = row.Scan(&t.ID, &t.Name, &t.Skeleton, &t.About, &t.Rules, &t.Entry, &t.Code, &t.Version, &created, &used, &barred)
	t.Created, t.Used = time.UnixMilli(created).UTC(), time.UnixMilli(used).UTC()
	if barred.Valid {
		t.Barred = time.UnixMilli(barred.Int64).UTC()
	}
	return t, err
}

// one returns a team, or store.ErrNotFound.
func (a teams) one(ctx context.Context, id string) (team, error) {
	return store.One(ctx, a.db, scan, `SELECT `+columns+` FROM teams WHERE id = ?`, id)
}

// like returns teams whose skeletons contain a text, last used first.
func (a teams) like(ctx context.Context, skeleton string, limit int) ([]team, error) {
	return store.List(ctx, a.db, scan, `
		SELECT `+columns+` FROM teams WHERE ? = '' OR replace(skeleton, ?, '') <> skeleton ORDER BY used DESC, id LIMIT ?`,
		skeleton, skeleton, limit)
}

// unused returns at most limit teams that were last used before a time, or have no members.
func (a teams) unused(ctx context.Context, before time.Time, limit int) ([]team, error) {
	return store.List(ctx, a.db, scan, `SELECT `+columns+` FROM teams WHERE used < ? OR NOT EXISTS
		(SELECT 1 FROM team_members m WHERE m.team = teams.id AND m.role <> '`+string(roleAsked)+`') ORDER BY used, id LIMIT ?`,
		before.UnixMilli(), limit)
}

// setMember adds a player to a team, or changes their role. The error is store.ErrNotFound if the team does not exist or
// the account was deleted, or store.ErrFull if b allows no more.
func (a teams) setMember(ctx context.Context, m member, b bounds) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := tx.Present(ctx, m.Player); err != nil {
			return err
		}
		if err := store.RunOrElse(ctx, tx, store.ErrNotFound, bump, m.Team); err != nil { // which also locks the team
			return err
		}
		var before role
		if err := tx.Row(ctx, `SELECT role FROM team_members WHERE team = ? AND player = ?`,
			m.Team, m.Player).Scan(&before); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if _, err := tx.Run(ctx, memberSet, m.Team, m.Player, string(m.Role), m.Since.UnixMilli()); err != nil {
			return err
		}
		var members, asked, each int
		err1 := tx.Row(ctx, `
			SELECT coalesce(sum(CASE WHEN role = '`+string(roleAsked)+`' THEN 0 ELSE 1 END), 0),
				coalesce(sum(CASE WHEN role = '`+string(roleAsked)+`' THEN 1 ELSE 0 END), 0)
			FROM team_members WHERE team = ?`,
			m.Team).Scan(&members, &asked)
		err2 := tx.Row(ctx, `SELECT count(*) FROM team_members WHERE player = ?`, m.Player).Scan(&each)
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
		enters := m.Role != roleAsked && (before == "" || before == roleAsked)
		if enters && members > b.members || m.Role == roleAsked && asked > b.asked || before == "" && each > b.each {
			return store.ErrFull
		}
		return nil
	})
}

// removeMember removes a player from a team. The error is store.ErrNotFound if they are not in it.
func (a teams) removeMember(ctx context.Context, id, player string) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if _, err := tx.Run(ctx, bump, id); err != nil {
			return err
		}
		return store.RunOrElse(ctx, tx, store.ErrNotFound, `DELETE FROM team_members WHERE team = ? AND player = ?`, id, player)
	})
}

const memberColumns = `team, player, role, since`

func scanMember(row store.Row) (m member, err error) {
	var since int64
	err = row.Scan(&m.Team, &m.Player, &m.Role, &since)
	m.Since = time.UnixMilli(since).UTC()
	return m, err
}

// members returns a team's members in the order in which they joined.
func (a teams) members(ctx context.Context, id string) ([]member, error) {
	return store.List(ctx, a.db, scanMember, `SELECT `+memberColumns+` FROM team_members WHERE team = ? ORDER BY since, player`, id)
}

// of returns a player's teams and roles.
func (a teams) of(ctx context.Context, player string) ([]member, error) {
	return store.List(ctx, a.db, scanMember, `SELECT `+memberColumns+` FROM team_members WHERE player = ? ORDER BY since, team`, player)
}

// createMatch stores a new match; m.Version is 1. The error is store.ErrExists, or store.ErrFull if the home team has more
// than each unfinished matches, if there are more than most in total, or if more than each wait for the guest's answer. Challenges
// to a team do not count as its own matches.
func (a teams) createMatch(ctx context.Context, m contest, each, most int) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := bumpBoth(ctx, tx, m); err != nil {
			return err
		}
		if err := store.RunOrElse(ctx, tx, store.ErrExists, `
			INSERT INTO team_matches (id, home, guest, phase, version, created, changed, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`,
			m.ID, m.Home, m.Guest, m.Phase, m.Version, m.Created.UnixMilli(), m.Changed.UnixMilli(), store.Blob(m.Body)); err != nil {
			return err
		}
		all, own, waiting, err := countMatches(ctx, tx, m.Home, m.Guest)
		if err != nil {
			return err
		}
		if all > most || max(own, waiting) > each {
			return store.ErrFull
		}
		return nil
	})
}

// bumpBoth increments the versions of a match's teams, always in the same order.
func bumpBoth(ctx context.Context, tx store.Tx, m contest) error {
	for _, id := range []string{min(m.Home, m.Guest), max(m.Home, m.Guest)} {
		if _, err := tx.Run(ctx, bump, id); err != nil {
			return err
		}
	}
	return nil
}

// notOver is the condition for matches that are proposed, agreed or running.
const notOver = ` phase NOT IN ('` + over + `', '` + off + `')`

// countMatches counts unfinished matches: in total, of a team, and the challenges to another team.
func countMatches(ctx context.Context, tx store.Tx, team, other string) (all, own, waiting int, err error) {
	err = tx.Row(ctx, `
		SELECT count(*),
			coalesce(sum(CASE WHEN home = ?1 OR guest = ?1 AND phase <> '`+proposed+`' THEN 1 ELSE 0 END), 0),
			coalesce(sum(CASE WHEN ?2 <> '' AND guest = ?2 AND phase = '`+proposed+`' THEN 1 ELSE 0 END), 0)
		FROM team_matches WHERE`+notOver,
		team, other).Scan(&all, &own, &waiting)
	return all, own, waiting, err
}

// saveMatch replaces a match, except Home and Created. The error is store.ErrNotFound, or a *store.Conflict if the stored
// version is not m.Version-1.
func (a teams) saveMatch(ctx context.Context, m contest) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error { return replaceMatch(ctx, tx, m) })
}

// acceptMatch is saveMatch for an accepted match. The error is also store.ErrFull if its guest would have
// more than each unfinished matches.
func (a teams) acceptMatch(ctx context.Context, m contest, each int) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := replaceMatch(ctx, tx, m); err != nil {
			return err
		}
		_, own, _, err := countMatches(ctx, tx, m.Guest, "")
		if err == nil && own > each {
			err = store.ErrFull
		}
		return err
	})
}

func replaceMatch(ctx context.Context, tx store.Tx, m contest) error {
	if err := store.CheckVersion(ctx, tx, `SELECT version FROM team_matches WHERE id = ?`+tx.Lock(), m.ID, m.Version-1); err != nil {
		return err
	}
	if err := tx.Row(ctx, `UPDATE team_matches SET guest = ?, phase = ?, version = ?, changed = ?, body = ? WHERE id = ? RETURNING home`,
		m.Guest, m.Phase, m.Version, m.Changed.UnixMilli(), store.Blob(m.Body), m.ID).Scan(&m.Home); err != nil {
		return err
	}
	return bumpBoth(ctx, tx, m)
}

const matchColumns = `id, home, guest, phase, version, created, changed, body`

func scanMatch(row store.Row) (m contest, err error) {
	var created, last int64
	err = row.Scan(&m.ID, &m.Home, &m.Guest, &m.Phase, &m.Version, &created, &last, &m.Body)
	m.Created, m.Changed = time.UnixMilli(created).UTC(), time.UnixMilli(last).UTC()
	return m, err
}

// match returns a match, or store.ErrNotFound.
func (a teams) match(ctx context.Context, id string) (contest, error) {
	return store.One(ctx, a.db, scanMatch, `SELECT `+matchColumns+` FROM team_matches WHERE id = ?`, id)
}

// matchesOf returns the matches of a team, newest first.
func (a teams) matchesOf(ctx context.Context, team string, limit int) ([]contest, error) {
	return store.List(ctx, a.db, scanMatch, `
		SELECT `+matchColumns+` FROM team_matches WHERE home = ? OR guest = ? ORDER BY created DESC, id LIMIT ?`,
		team, team, limit)
}

// matchesIn returns the matches in a phase, newest change first.
func (a teams) matchesIn(ctx context.Context, phase string, limit int) ([]contest, error) {
	return store.List(ctx, a.db, scanMatch, `SELECT `+matchColumns+` FROM team_matches WHERE phase = ? ORDER BY changed DESC, id LIMIT ?`,
		phase, limit)
}

// forgetMatches deletes at most limit matches that were called off before a time, and returns how many.
func (a teams) forgetMatches(ctx context.Context, before time.Time, limit int) (n int, err error) {
	err = a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		gone, err := tx.Run(ctx, `
			DELETE FROM team_matches WHERE id IN
				(SELECT id FROM team_matches WHERE phase = '`+off+`' AND changed < ? ORDER BY changed LIMIT ?)`,
			before.UnixMilli(), limit)
		n = int(gone)
		return err
	})
	return n, err
}

// ofContest is the prefix of the ids of games in team matches; no other id has it.
const ofContest = "team-"

// gameID returns the id of the game at a board of a match, starting at 1.
func gameID(match string, board int) string {
	return ofContest + match + "-" + strconv.Itoa(board)
}

// matchOf returns the match of a game; ok is false for other games.
func matchOf(game string) (match string, ok bool) {
	rest, ok := strings.CutPrefix(game, ofContest)
	match, _, _ = strings.Cut(rest, "-")
	return match, ok
}

// Erasure deletes the places in teams of a player.
var Erasure = []string{
	`DELETE FROM team_members WHERE player = ?`,
}

// Renaming returns the change of a deed that gives a team another name and clears its description. Until barred it keeps the name.
// The error is store.ErrNotFound if the team does not exist, and store.ErrExists if another team has the skeleton.
func (s *Service) Renaming(id, name, skeleton string, barred time.Time) store.Also {
	return func(ctx context.Context, tx store.Tx) error {
		return tx.OrExists(store.RunOrElse(ctx, tx, store.ErrNotFound,
			`UPDATE teams SET name = ?, skeleton = ?, about = '', barred = ?, version = version + 1 WHERE id = ?`,
			name, skeleton, store.MilliOrNull(barred), id))
	}
}

// Closing returns the change of a deed that closes a team. The error is store.ErrNotFound if the team does not exist.
func (s *Service) Closing(id string) store.Also {
	return func(ctx context.Context, tx store.Tx) error {
		if err := store.RunOrElse(ctx, tx, store.ErrNotFound, `DELETE FROM teams WHERE id = ?`, id); err != nil {
			return err
		}
		_, err := tx.Run(ctx, `DELETE FROM team_members WHERE team = ?`, id)
		return err
	}
}
