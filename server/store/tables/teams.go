package tables

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"moyo/server/store"
)

const (
	teamBump  = `UPDATE teams SET version = version + 1 WHERE id = ?`
	memberSet = `INSERT INTO team_members (team, player, role, since) VALUES (?, ?, ?, ?)
		ON CONFLICT (team, player) DO UPDATE SET role = excluded.role`
)

// CreateTeam implements store.Teams.
func (s *Store) CreateTeam(ctx context.Context, t store.Team, captain string, b store.TeamBounds) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.isThere(ctx, captain); err != nil {
			return err
		}
		res, err := w.run(ctx, `
			INSERT INTO teams (id, name, skeleton, about, rules, entry, code, version, created, used) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`,
			t.ID, t.Name, t.Skeleton, t.About, t.Rules, t.Entry, t.Code, t.Version, t.Created.UnixMilli(), t.Used.UnixMilli())
		if err := changed(res, err)(store.ErrExists); err != nil {
			return err
		}
		if _, err := w.run(ctx, memberSet, t.ID, captain, string(store.TeamCaptain), t.Created.UnixMilli()); err != nil {
			return err
		}
		var all, own int
		if err := w.row(ctx, `
			SELECT (SELECT count(*) FROM teams), (SELECT count(*) FROM team_members WHERE player = ? AND role = '`+string(store.TeamCaptain)+`')`,
			captain).Scan(&all, &own); err != nil {
			return err
		}
		if all > b.All || own > b.Each {
			return store.ErrFull
		}
		return nil
	})
}

// SaveTeam implements store.Teams.
func (s *Store) SaveTeam(ctx context.Context, t store.Team) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := store.CheckVersion(ctx, w, `SELECT version FROM teams WHERE id = ?`+w.dialect.Lock, t.ID, t.Version-1); err != nil {
			return err
		}
		_, err := w.run(ctx, `
			UPDATE teams SET name = ?, skeleton = ?, about = ?, rules = ?, entry = ?, code = ?, version = ?, used = ? WHERE id = ?`,
			t.Name, t.Skeleton, t.About, t.Rules, t.Entry, t.Code, t.Version, t.Used.UnixMilli(), t.ID)
		return w.orExists(err)
	})
}

// DeleteTeam implements store.Teams.
func (s *Store) DeleteTeam(ctx context.Context, id string) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error { return w.deleteTeam(ctx, id) })
}

func (w *writer) deleteTeam(ctx context.Context, id string) error {
	if err := changed(w.run(ctx, `DELETE FROM teams WHERE id = ?`, id))(store.ErrNotFound); err != nil {
		return err
	}
	_, err := w.run(ctx, `DELETE FROM team_members WHERE team = ?`, id)
	return err
}

// changeTeam does to a team what a deed of a moderator says.
func (w *writer) changeTeam(ctx context.Context, c store.TeamChange) error {
	if c.Name == "" {
		return w.deleteTeam(ctx, c.ID)
	}
	err := changed(w.run(ctx, `UPDATE teams SET name = ?, skeleton = ?, about = '', barred = ?, version = version + 1 WHERE id = ?`,
		c.Name, c.Skeleton, milliOrNull(c.Barred), c.ID))(store.ErrNotFound)
	return w.orExists(err)
}

// teamColumns are what scanTeam reads.
const teamColumns = `id, name, skeleton, about, rules, entry, code, version, created, used, barred`

func scanTeam(row scanner) (t store.Team, err error) {
	var created, used int64
	var barred sql.NullInt64
	err = row.Scan(&t.ID, &t.Name, &t.Skeleton, &t.About, &t.Rules, &t.Entry, &t.Code, &t.Version, &created, &used, &barred)
	t.Created, t.Used, t.Barred = time.UnixMilli(created).UTC(), time.UnixMilli(used).UTC(), timeOrZero(barred)
	return t, err
}

// Team implements store.Teams.
func (s *Store) Team(ctx context.Context, id string) (store.Team, error) {
	return one(ctx, s, scanTeam, `SELECT `+teamColumns+` FROM teams WHERE id = ?`, id)
}

// TeamByCode implements store.Teams.
func (s *Store) TeamByCode(ctx context.Context, code string) (store.Team, error) {
	return one(ctx, s, scanTeam, `SELECT `+teamColumns+` FROM teams WHERE code = ?`, code)
}

// Teams implements store.Teams.
func (s *Store) Teams(ctx context.Context, skeleton string, limit int) ([]store.Team, error) {
	return list(ctx, s, scanTeam, `
		SELECT `+teamColumns+` FROM teams WHERE ? = '' OR replace(skeleton, ?, '') <> skeleton ORDER BY used DESC, id LIMIT ?`,
		skeleton, skeleton, limit)
}

// UnusedTeams implements store.Teams.
func (s *Store) UnusedTeams(ctx context.Context, before time.Time, limit int) ([]store.Team, error) {
	return list(ctx, s, scanTeam, `SELECT `+teamColumns+` FROM teams WHERE used < ? OR NOT EXISTS
		(SELECT 1 FROM team_members m WHERE m.team = teams.id AND m.role <> '`+string(store.TeamAsked)+`') ORDER BY used, id LIMIT ?`,
		before.UnixMilli(), limit)
}

// SetMember implements store.Teams.
func (s *Store) SetMember(ctx context.Context, m store.TeamMember, b store.MemberBounds) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.isThere(ctx, m.Player); err != nil {
			return err
		}
		if err := changed(w.run(ctx, teamBump, m.Team))(store.ErrNotFound); err != nil { // and nobody else adds to it until the end
			return err
		}
		var before store.TeamRole
		if err := w.row(ctx, `SELECT role FROM team_members WHERE team = ? AND player = ?`,
			m.Team, m.Player).Scan(&before); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if _, err := w.run(ctx, memberSet, m.Team, m.Player, string(m.Role), m.Since.UnixMilli()); err != nil {
			return err
		}
		var members, asked, each int
		err1 := w.row(ctx, `
			SELECT coalesce(sum(CASE WHEN role = '`+string(store.TeamAsked)+`' THEN 0 ELSE 1 END), 0),
				coalesce(sum(CASE WHEN role = '`+string(store.TeamAsked)+`' THEN 1 ELSE 0 END), 0)
			FROM team_members WHERE team = ?`,
			m.Team).Scan(&members, &asked)
		err2 := w.row(ctx, `SELECT count(*) FROM team_members WHERE player = ?`, m.Player).Scan(&each)
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
		enters := m.Role != store.TeamAsked && (before == "" || before == store.TeamAsked)
		if enters && members > b.Members || m.Role == store.TeamAsked && asked > b.Asked || before == "" && each > b.Each {
			return store.ErrFull
		}
		return nil
	})
}

// RemoveMember implements store.Teams.
func (s *Store) RemoveMember(ctx context.Context, team, player string) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if _, err := w.run(ctx, teamBump, team); err != nil {
			return err
		}
		return changed(w.run(ctx, `DELETE FROM team_members WHERE team = ? AND player = ?`, team, player))(store.ErrNotFound)
	})
}

const memberColumns = `team, player, role, since`

func scanMember(row scanner) (m store.TeamMember, err error) {
	var since int64
	err = row.Scan(&m.Team, &m.Player, &m.Role, &since)
	m.Since = time.UnixMilli(since).UTC()
	return m, err
}

// TeamMembers implements store.Teams.
func (s *Store) TeamMembers(ctx context.Context, team string) ([]store.TeamMember, error) {
	return list(ctx, s, scanMember, `SELECT `+memberColumns+` FROM team_members WHERE team = ? ORDER BY since, player`, team)
}

// TeamsOf implements store.Teams.
func (s *Store) TeamsOf(ctx context.Context, player string) ([]store.TeamMember, error) {
	return list(ctx, s, scanMember, `SELECT `+memberColumns+` FROM team_members WHERE player = ? ORDER BY since, team`, player)
}

// CreateTeamMatch implements store.Teams.
func (s *Store) CreateTeamMatch(ctx context.Context, m store.TeamMatch, b store.TeamBounds) error {
	m.Body = slices.Clone(m.Body)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.bumpTeams(ctx, m); err != nil {
			return err
		}
		res, err := w.run(ctx, `
			INSERT INTO team_matches (id, home, guest, phase, version, created, changed, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`,
			m.ID, m.Home, m.Guest, m.Phase, m.Version, m.Created.UnixMilli(), m.Changed.UnixMilli(), octetsOf(m.Body))
		if err := changed(res, err)(store.ErrExists); err != nil {
			return err
		}
		all, own, waiting, err := w.matchesHave(ctx, m.Home, m.Guest)
		if err != nil {
			return err
		}
		if all > b.All || max(own, waiting) > b.Each {
			return store.ErrFull
		}
		return nil
	})
}

// bumpTeams counts up the versions of the teams of a match, always in the same order.
func (w *writer) bumpTeams(ctx context.Context, m store.TeamMatch) error {
	for _, id := range []string{min(m.Home, m.Guest), max(m.Home, m.Guest)} {
		if _, err := w.run(ctx, teamBump, id); err != nil {
			return err
		}
	}
	return nil
}

// notOver is the condition of matches that are proposed, agreed or going on.
const notOver = ` phase NOT IN ('` + store.TeamMatchOver + `', '` + store.TeamMatchOff + `')`

// matchesHave counts the matches that are not over: all, those of a team, and those that are proposed
// to another.
func (w *writer) matchesHave(ctx context.Context, team, other string) (all, own, waiting int, err error) {
	err = w.row(ctx, `
		SELECT count(*),
			coalesce(sum(CASE WHEN home = ?1 OR guest = ?1 AND phase <> '`+store.TeamMatchProposed+`' THEN 1 ELSE 0 END), 0),
			coalesce(sum(CASE WHEN ?2 <> '' AND guest = ?2 AND phase = '`+store.TeamMatchProposed+`' THEN 1 ELSE 0 END), 0)
		FROM team_matches WHERE`+notOver,
		team, other).Scan(&all, &own, &waiting)
	return all, own, waiting, err
}

// SaveTeamMatch implements store.Teams.
func (s *Store) SaveTeamMatch(ctx context.Context, m store.TeamMatch) error {
	m.Body = slices.Clone(m.Body)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error { return w.saveTeamMatch(ctx, m) })
}

// AcceptTeamMatch implements store.Teams.
func (s *Store) AcceptTeamMatch(ctx context.Context, m store.TeamMatch, each int) error {
	m.Body = slices.Clone(m.Body)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.saveTeamMatch(ctx, m); err != nil {
			return err
		}
		_, own, _, err := w.matchesHave(ctx, m.Guest, "")
		if err == nil && own > each {
			err = store.ErrFull
		}
		return err
	})
}

// saveTeamMatch replaces a match.
func (w *writer) saveTeamMatch(ctx context.Context, m store.TeamMatch) error {
	if err := store.CheckVersion(ctx, w, `SELECT version FROM team_matches WHERE id = ?`+w.dialect.Lock, m.ID, m.Version-1); err != nil {
		return err
	}
	if err := w.row(ctx, `UPDATE team_matches SET guest = ?, phase = ?, version = ?, changed = ?, body = ? WHERE id = ? RETURNING home`,
		m.Guest, m.Phase, m.Version, m.Changed.UnixMilli(), octetsOf(m.Body), m.ID).Scan(&m.Home); err != nil {
		return err
	}
	return w.bumpTeams(ctx, m)
}

const teamMatchColumns = `id, home, guest, phase, version, created, changed, body`

func scanTeamMatch(row scanner) (m store.TeamMatch, err error) {
	var created, last int64
	err = row.Scan(&m.ID, &m.Home, &m.Guest, &m.Phase, &m.Version, &created, &last, &m.Body)
	m.Created, m.Changed = time.UnixMilli(created).UTC(), time.UnixMilli(last).UTC()
	return m, err
}

// TeamMatch implements store.Teams.
func (s *Store) TeamMatch(ctx context.Context, id string) (store.TeamMatch, error) {
	return one(ctx, s, scanTeamMatch, `SELECT `+teamMatchColumns+` FROM team_matches WHERE id = ?`, id)
}

// TeamMatchesOf implements store.Teams.
func (s *Store) TeamMatchesOf(ctx context.Context, team string, limit int) ([]store.TeamMatch, error) {
	return list(ctx, s, scanTeamMatch, `
		SELECT `+teamMatchColumns+` FROM team_matches WHERE home = ? OR guest = ? ORDER BY created DESC, id LIMIT ?`,
		team, team, limit)
}

// TeamMatchesIn implements store.Teams.
func (s *Store) TeamMatchesIn(ctx context.Context, phase string, limit int) ([]store.TeamMatch, error) {
	return list(ctx, s, scanTeamMatch, `SELECT `+teamMatchColumns+` FROM team_matches WHERE phase = ? ORDER BY changed DESC, id LIMIT ?`,
		phase, limit)
}

// ForgetTeamMatches implements store.Teams.
func (s *Store) ForgetTeamMatches(ctx context.Context, before time.Time, limit int) (n int, err error) {
	err = s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		res, err := w.run(ctx, `
			DELETE FROM team_matches WHERE id IN
				(SELECT id FROM team_matches WHERE phase = '`+store.TeamMatchOff+`' AND changed < ? ORDER BY changed LIMIT ?)`,
			before.UnixMilli(), limit)
		if err != nil {
			return err
		}
		gone, err := res.RowsAffected()
		n = int(gone)
		return err
	})
	return n, err
}
