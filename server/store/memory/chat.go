package memory

import (
	"context"
	"maps"
	"slices"

	"moyo/server/store"
)

// chat is what was said, under the store's lock.
type chat struct {
	lines []store.Line // by id-1; zero where its game is no more
}

// AddLine implements store.Chat.
func (s *Store) AddLine(_ context.Context, l store.Line) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, store.ErrClosed
	}
	l.ID, l.At, l.Removed = int64(len(s.lines))+1, store.Milli(l.At), false
	s.lines = append(s.lines, l)
	return l.ID, nil
}

// Line implements store.Chat.
func (s *Store) Line(_ context.Context, id int64) (store.Line, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if id < 1 || id > int64(len(s.lines)) || s.lines[id-1].ID == 0 {
		return store.Line{}, store.ErrNotFound
	}
	return s.lines[id-1], nil
}

// Lines implements store.Chat.
func (s *Store) Lines(_ context.Context, q store.LineQuery) ([]store.Line, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Line{}
	for _, l := range s.lines {
		if l.Game == q.Game && l.Room == q.Room && l.ID > q.After && (q.Before == 0 || l.ID < q.Before) {
			found = append(found, l)
		}
	}
	n := min(q.Limit, len(found))
	if q.After > 0 {
		return found[:n], nil
	}
	return found[len(found)-n:], nil
}

// LinesBy implements store.Chat.
func (s *Store) LinesBy(_ context.Context, player string, after int64, limit int) ([]store.Line, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.Line{}
	for _, l := range s.lines {
		if l.Player == player && l.ID > after && len(found) < limit {
			found = append(found, l)
		}
	}
	return found, nil
}

// CountLines implements store.Chat.
func (s *Store) CountLines(_ context.Context, game, room string) (int, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	n := 0
	for _, l := range s.lines {
		if l.Game == game && l.Room == room {
			n++
		}
	}
	return n, nil
}

// forgetTalk forgets what a player has said, and their relations; the lock is held.
func (s *Store) forgetTalk(player string) {
	for i := range s.lines {
		if s.lines[i].Player == player {
			s.lines[i].Text, s.lines[i].Removed = "", true
		}
	}
	s.relations.relations = slices.DeleteFunc(s.relations.relations, func(r store.Relation) bool { return r.Player == player || r.Other == player })
	maps.DeleteFunc(s.invitations, func(_ string, i store.Invitation) bool { return i.Player == player })
	delete(s.silences, player)
	delete(s.warnings, player)
}
