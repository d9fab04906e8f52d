package memory

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"moyo/server/store"
)

// teams are under the store's lock.
type teams struct {
	teams   map[string]store.Team                  // by id
	members map[string]map[string]store.TeamMember // by team and player
	matches map[string]store.TeamMatch             // by id
}

func newTeams() teams {
	return teams{map[string]store.Team{}, map[string]map[string]store.TeamMember{}, map[string]store.TeamMatch{}}
}

// bump counts up the version of a team, and says whether there is one.
func (t *teams) bump(id string) bool {
	v, there := t.teams[id]
	if there {
		v.Version++
		t.teams[id] = v
	}
	return there
}

// clashes says whether another team has the skeleton or the code of t.
func (t *teams) clashes(v store.Team) bool {
	for _, other := range t.teams {
		if other.ID != v.ID && (other.Skeleton == v.Skeleton || other.Code == v.Code) {
			return true
		}
	}
	return false
}

func roundedTeam(t store.Team) store.Team {
	t.Created, t.Used, t.Barred = store.Milli(t.Created), store.Milli(t.Used), store.Milli(t.Barred)
	return t
}

func roundedMatch(m store.TeamMatch) store.TeamMatch {
	m.Created, m.Changed, m.Body = store.Milli(m.Created), store.Milli(m.Changed), slices.Clone(m.Body)
	return m
}

// CreateTeam implements store.Teams.
func (s *Store) CreateTeam(_ context.Context, t store.Team, captain string, b store.TeamBounds) error {
	return s.change(func() error {
		if s.players[captain].Role == store.Deleted {
			return store.ErrNotFound
		}
		if _, there := s.teams.teams[t.ID]; there || s.teams.clashes(t) {
			return store.ErrExists
		}
		own := 0
		for _, members := range s.teams.members {
			if members[captain].Role == store.TeamCaptain {
				own++
			}
		}
		if own >= b.Each || len(s.teams.teams) >= b.All {
			return store.ErrFull
		}
		t = roundedTeam(t)
		s.teams.teams[t.ID] = t
		s.teams.members[t.ID] = map[string]store.TeamMember{captain: {Team: t.ID, Player: captain, Role: store.TeamCaptain, Since: t.Created}}
		return nil
	})
}

// SaveTeam implements store.Teams.
func (s *Store) SaveTeam(_ context.Context, t store.Team) error {
	return s.change(func() error {
		kept, there := s.teams.teams[t.ID]
		switch {
		case !there:
			return store.ErrNotFound
		case kept.Version != t.Version-1:
			return &store.Conflict{Game: t.ID, Have: kept.Version, Want: t.Version - 1}
		case s.teams.clashes(t):
			return store.ErrExists
		}
		t.Created, t.Barred = kept.Created, kept.Barred
		s.teams.teams[t.ID] = roundedTeam(t)
		return nil
	})
}

// DeleteTeam implements store.Teams.
func (s *Store) DeleteTeam(_ context.Context, id string) error {
	return s.change(func() error {
		if _, there := s.teams.teams[id]; !there {
			return store.ErrNotFound
		}
		s.teams.delete(id)
		return nil
	})
}

func (t *teams) delete(id string) {
	delete(t.teams, id)
	delete(t.members, id)
}

// check says why a deed of a moderator cannot change a team.
func (t *teams) check(c store.TeamChange) error {
	v, there := t.teams[c.ID]
	v.Skeleton = c.Skeleton
	switch {
	case !there:
		return store.ErrNotFound
	case c.Name != "" && t.clashes(v):
		return store.ErrExists
	}
	return nil
}

// do changes a team as a deed of a moderator says.
func (t *teams) do(c store.TeamChange) {
	if c.Name == "" {
		t.delete(c.ID)
		return
	}
	v := t.teams[c.ID]
	v.Name, v.Skeleton, v.About, v.Barred = c.Name, c.Skeleton, "", store.Milli(c.Barred)
	v.Version++
	t.teams[c.ID] = v
}

// Team implements store.Teams.
func (s *Store) Team(_ context.Context, id string) (store.Team, error) {
	return s.oneTeam(func(t store.Team) bool { return t.ID == id })
}

// TeamByCode implements store.Teams.
func (s *Store) TeamByCode(_ context.Context, code string) (store.Team, error) {
	return s.oneTeam(func(t store.Team) bool { return t.Code == code })
}

func (s *Store) oneTeam(is func(store.Team) bool) (store.Team, error) {
	if found := s.teamsWhere(is); len(found) > 0 {
		return found[0], nil
	}
	return store.Team{}, store.ErrNotFound
}

// teamsWhere returns teams, last used first.
func (s *Store) teamsWhere(is func(store.Team) bool) []store.Team {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Team{}
	for _, t := range s.teams.teams {
		if is(t) {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b store.Team) int { return cmp.Or(b.Used.Compare(a.Used), strings.Compare(a.ID, b.ID)) })
	return found
}

// Teams implements store.Teams.
func (s *Store) Teams(_ context.Context, skeleton string, limit int) ([]store.Team, error) {
	found := s.teamsWhere(func(t store.Team) bool { return strings.Contains(t.Skeleton, skeleton) })
	return found[:min(limit, len(found))], nil
}

// UnusedTeams implements store.Teams.
func (s *Store) UnusedTeams(_ context.Context, before time.Time, limit int) ([]store.Team, error) {
	found := s.teamsWhere(func(t store.Team) bool {
		for _, m := range s.teams.members[t.ID] {
			if m.Role != store.TeamAsked {
				return t.Used.Before(store.Milli(before))
			}
		}
		return true
	})
	slices.SortFunc(found, func(a, b store.Team) int { return cmp.Or(a.Used.Compare(b.Used), strings.Compare(a.ID, b.ID)) })
	return found[:min(limit, len(found))], nil
}

// SetMember implements store.Teams.
func (s *Store) SetMember(_ context.Context, m store.TeamMember, b store.MemberBounds) error {
	return s.change(func() error {
		members, there := s.teams.members[m.Team]
		if !there || s.players[m.Player].Role == store.Deleted {
			return store.ErrNotFound
		}
		before, known := members[m.Player]
		in, asked := 0, 0
		for _, other := range members {
			if other.Role == store.TeamAsked {
				asked++
			} else {
				in++
			}
		}
		enters := m.Role != store.TeamAsked && (!known || before.Role == store.TeamAsked)
		if enters && in >= b.Members || m.Role == store.TeamAsked && !known && asked >= b.Asked || !known && len(s.teamsOf(m.Player)) >= b.Each {
			return store.ErrFull
		}
		m.Since = store.Milli(m.Since)
		if known {
			m.Since = before.Since
		}
		members[m.Player] = m
		s.teams.bump(m.Team)
		return nil
	})
}

// RemoveMember implements store.Teams.
func (s *Store) RemoveMember(_ context.Context, team, player string) error {
	return s.change(func() error {
		if _, there := s.teams.members[team][player]; !there {
			return store.ErrNotFound
		}
		delete(s.teams.members[team], player)
		s.teams.bump(team)
		return nil
	})
}

// TeamMembers implements store.Teams.
func (s *Store) TeamMembers(_ context.Context, team string) ([]store.TeamMember, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := slices.Collect(maps.Values(s.teams.members[team]))
	slices.SortFunc(found, func(a, b store.TeamMember) int {
		return cmp.Or(a.Since.Compare(b.Since), strings.Compare(a.Player, b.Player))
	})
	return found, nil
}

// TeamsOf implements store.Teams.
func (s *Store) TeamsOf(_ context.Context, player string) ([]store.TeamMember, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.teamsOf(player), nil
}

// teamsOf returns what somebody is in which teams; the lock is held.
func (s *Store) teamsOf(player string) []store.TeamMember {
	found := []store.TeamMember{}
	for _, members := range s.teams.members {
		if m, in := members[player]; in {
			found = append(found, m)
		}
	}
	slices.SortFunc(found, func(a, b store.TeamMember) int {
		return cmp.Or(a.Since.Compare(b.Since), strings.Compare(a.Team, b.Team))
	})
	return found
}

// leaveTeams takes somebody out of all teams.
func (s *Store) leaveTeams(player string) {
	for _, members := range s.teams.members {
		delete(members, player)
	}
}

// CreateTeamMatch implements store.Teams.
func (s *Store) CreateTeamMatch(_ context.Context, m store.TeamMatch, b store.TeamBounds) error {
	return s.change(func() error {
		if _, there := s.teams.matches[m.ID]; there {
			return store.ErrExists
		}
		all, waiting := 0, 0
		for _, other := range s.teams.matches {
			if other.Phase == store.TeamMatchOver || other.Phase == store.TeamMatchOff {
				continue
			}
			all++
			if m.Guest != "" && other.Guest == m.Guest && other.Phase == store.TeamMatchProposed {
				waiting++
			}
		}
		if all >= b.All || max(waiting, s.ownMatches(m.Home)) >= b.Each {
			return store.ErrFull
		}
		s.saveTeamMatch(m)
		return nil
	})
}

// saveTeamMatch keeps a match; the lock is held.
func (s *Store) saveTeamMatch(m store.TeamMatch) {
	s.teams.matches[m.ID] = roundedMatch(m)
	s.teams.bump(m.Home)
	s.teams.bump(m.Guest)
}

// ownMatches counts the matches of a team that are not over, but for those that others propose to it;
// the lock is held.
func (s *Store) ownMatches(team string) (n int) {
	for _, m := range s.teams.matches {
		if m.Phase != store.TeamMatchOver && m.Phase != store.TeamMatchOff && (m.Home == team || m.Guest == team && m.Phase != store.TeamMatchProposed) {
			n++
		}
	}
	return n
}

// SaveTeamMatch implements store.Teams.
func (s *Store) SaveTeamMatch(_ context.Context, m store.TeamMatch) error {
	return s.change(func() error { return s.replaceTeamMatch(m, func() bool { return false }) })
}

// AcceptTeamMatch implements store.Teams.
func (s *Store) AcceptTeamMatch(_ context.Context, m store.TeamMatch, each int) error {
	return s.change(func() error {
		return s.replaceTeamMatch(m, func() bool { return s.ownMatches(m.Guest) >= each })
	})
}

// replaceTeamMatch replaces a match, unless full says that there is no room for it; the lock is held.
func (s *Store) replaceTeamMatch(m store.TeamMatch, full func() bool) error {
	kept, there := s.teams.matches[m.ID]
	switch {
	case !there:
		return store.ErrNotFound
	case kept.Version != m.Version-1:
		return &store.Conflict{Game: m.ID, Have: kept.Version, Want: m.Version - 1}
	case full():
		return store.ErrFull
	}
	m.Home, m.Created = kept.Home, kept.Created
	s.saveTeamMatch(m)
	return nil
}

// TeamMatch implements store.Teams.
func (s *Store) TeamMatch(_ context.Context, id string) (store.TeamMatch, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	m, there := s.teams.matches[id]
	if !there {
		return m, store.ErrNotFound
	}
	return roundedMatch(m), nil
}

// teamMatches returns matches, in an order of times.
func (s *Store) teamMatches(is func(store.TeamMatch) bool, at func(store.TeamMatch) time.Time, limit int) []store.TeamMatch {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.TeamMatch{}
	for _, m := range s.teams.matches {
		if is(m) {
			found = append(found, roundedMatch(m))
		}
	}
	slices.SortFunc(found, func(a, b store.TeamMatch) int {
		return cmp.Or(at(b).Compare(at(a)), strings.Compare(a.ID, b.ID))
	})
	return found[:min(limit, len(found))]
}

// TeamMatchesOf implements store.Teams.
func (s *Store) TeamMatchesOf(_ context.Context, team string, limit int) ([]store.TeamMatch, error) {
	return s.teamMatches(func(m store.TeamMatch) bool { return m.Home == team || m.Guest == team }, func(m store.TeamMatch) time.Time { return m.Created }, limit), nil
}

// TeamMatchesIn implements store.Teams.
func (s *Store) TeamMatchesIn(_ context.Context, phase string, limit int) ([]store.TeamMatch, error) {
	return s.teamMatches(func(m store.TeamMatch) bool { return m.Phase == phase }, func(m store.TeamMatch) time.Time { return m.Changed }, limit), nil
}

// ForgetTeamMatches implements store.Teams.
func (s *Store) ForgetTeamMatches(_ context.Context, before time.Time, limit int) (n int, err error) {
	err = s.change(func() error {
		for id, m := range s.teams.matches {
			if n < limit && m.Phase == store.TeamMatchOff && m.Changed.Before(store.Milli(before)) {
				delete(s.teams.matches, id)
				n++
			}
		}
		return nil
	})
	return n, err
}
