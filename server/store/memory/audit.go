package memory

import (
	"context"
	"maps"
	"slices"

	"moyo/server/store"
)

// audit is what moderators and operators have done, under the store's lock.
type audit struct {
	deeds    []store.Deed // by id-1
	silences map[string]store.Silence
	warnings map[string][]int64 // ids of deeds, by player
}

func newAudit() audit {
	return audit{silences: map[string]store.Silence{}, warnings: map[string][]int64{}}
}

// Act implements store.Audit.
func (s *Store) Act(_ context.Context, d store.Deed, c store.Change) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.checkAct(d, c); err != nil {
		return 0, err
	}
	d.ID, d.At = int64(len(s.deeds))+1, store.Milli(d.At)
	if !d.Until.IsZero() {
		d.Until = store.Milli(d.Until)
	}
	s.deeds = append(s.deeds, d)
	s.changePlayer(d, c)
	if c.Silenced != nil {
		quiet := store.Silence{Why: d.Why}
		if !c.Silenced.IsZero() {
			quiet.Until = store.Milli(*c.Silenced)
		}
		s.silences[d.Target] = quiet
	}
	if c.Warning {
		s.warnings[d.Target] = append(s.warnings[d.Target], d.ID)
	}
	if c.EndSessions {
		maps.DeleteFunc(s.sessions, func(_ string, v store.Session) bool { return v.Player == d.Target })
		maps.DeleteFunc(s.tokens, func(_ string, t store.Token) bool { return t.Player == d.Target })
	}
	if c.EndWays {
		delete(s.credentials, d.Target)
	}
	if c.Remove {
		s.lines[d.Line-1].Removed = true
	}
	if c.Hide != nil {
		b := s.shared[d.Board]
		b.Hidden = *c.Hide
		s.shared[d.Board] = b
	}
	if c.Team != nil {
		s.teams.do(*c.Team)
	}
	if c.Close {
		r := s.report(d.Report)
		r.State, r.Outcome, r.Moderator = store.ReportClosed, d.Kind, d.By
	}
	return d.ID, nil
}

// checkAct says why a deed cannot be done; the lock is held.
func (s *Store) checkAct(d store.Deed, c store.Change) error {
	if s.closed {
		return store.ErrClosed
	}
	if c.Create != nil {
		if _, ok := s.players[c.Create.ID]; ok || s.taken(c.Create.ID, c.Create.Skeleton) {
			return store.ErrExists
		}
	}
	if c.Team != nil {
		if err := s.teams.check(*c.Team); err != nil {
			return err
		}
	}
	if p, ok := s.players[d.Target]; (!ok || p.Role == store.Deleted) && (c.Role != "" || c.Name != "") {
		return store.ErrNotFound
	}
	if c.Name != "" && s.taken(d.Target, c.Skeleton) {
		return store.ErrExists
	}
	if c.Remove && (d.Line < 1 || d.Line > int64(len(s.lines))) {
		return store.ErrNotFound
	}
	if _, ok := s.shared[d.Board]; c.Hide != nil && !ok {
		return store.ErrNotFound
	}
	if c.Close {
		if r := s.report(d.Report); r == nil {
			return store.ErrNotFound
		} else if r.State != store.ReportOpen {
			return store.ErrDone
		}
	}
	return nil
}

// changePlayer changes the target of a deed; the lock is held.
func (s *Store) changePlayer(d store.Deed, c store.Change) {
	if c.Create != nil {
		p := *c.Create
		p.Settings, p.Created = append([]byte{}, p.Settings...), store.Milli(p.Created)
		s.players[p.ID] = p
	}
	p, ok := s.players[d.Target]
	if !ok {
		if c.Suspended == nil {
			return
		}
		p = store.Player{ID: d.Target, Role: store.Guest, Created: d.At, Settings: []byte{}}
	}
	if c.Role != "" {
		p.Role = c.Role
	}
	if c.Name != "" {
		p.Name, p.Skeleton = c.Name, c.Skeleton
		s.callSeats(p.ID, p.Name)
	}
	if c.Suspended != nil {
		p.Suspended, p.Why = *c.Suspended, d.Why
		if !p.Suspended.IsZero() {
			p.Suspended = store.Milli(p.Suspended)
		}
	}
	s.players[p.ID] = p
}

// Deeds implements store.Audit.
func (s *Store) Deeds(_ context.Context, q store.DeedQuery) ([]store.Deed, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Deed{}
	for _, d := range slices.Backward(s.deeds) {
		if len(found) < q.Limit && (q.Target == "" || d.Target == q.Target) && (q.Before == 0 || d.ID < q.Before) {
			found = append(found, d)
		}
	}
	return found, nil
}

// Silence implements store.Audit.
func (s *Store) Silence(_ context.Context, player string) (store.Silence, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.silences[player], nil
}

// Warnings implements store.Audit.
func (s *Store) Warnings(_ context.Context, player string) ([]store.Deed, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Deed{}
	for _, id := range s.warnings[player] {
		found = append(found, s.deeds[id-1])
	}
	return found, nil
}

// ReadWarning implements store.Audit.
func (s *Store) ReadWarning(_ context.Context, player string, deed int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.warnings[player] = slices.DeleteFunc(s.warnings[player], func(id int64) bool { return id == deed })
	return nil
}
