package memory

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"moyo/game/match"
	"moyo/server/store"
)

// Spent implements store.Keeping.
func (s *Store) Spent(_ context.Context, day int) (map[string]int64, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	spent := maps.Clone(s.spent[day])
	if spent == nil {
		spent = map[string]int64{}
	}
	return spent, nil
}

// AddSpent implements store.Keeping.
func (s *Store) AddSpent(_ context.Context, day int, more map[string]int64) (map[string]int64, error) {
	all := make(map[string]int64, len(more))
	err := s.change(func() error {
		if s.spent[day] == nil {
			s.spent[day] = map[string]int64{}
		}
		for key, n := range more {
			s.spent[day][key] += n
			all[key] = s.spent[day][key]
		}
		return nil
	})
	return all, err
}

// Kept implements store.Keeping.
func (s *Store) Kept(_ context.Context, player string) (k store.Kept, err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for hash := range s.owned[player] {
		k.Boards++
		k.BoardBytes += int64(len(s.boards[hash].JSON))
	}
	for _, c := range s.collections[player] {
		k.Collections++
		k.CollectionBytes += int64(len(c.Body))
	}
	for _, g := range s.games {
		for _, seat := range []match.Seat{g.game.Black, g.game.White} {
			if g.game.Phase != match.Finished && seat.Has(player) && k.Unfinished < store.MaxUnfinished {
				k.Unfinished++
			}
		}
	}
	return k, nil
}

// Size implements store.Keeping: what boards, collections, libraries and studies have, and events about.
func (s *Store) Size(context.Context) (size int64, err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	const event = 300
	for _, b := range s.boards {
		size += int64(len(b.JSON))
	}
	for _, own := range s.collections {
		for _, c := range own {
			size += int64(len(c.Body))
		}
	}
	for _, g := range s.games {
		size += int64(event * len(g.entries))
	}
	for _, l := range s.libraries {
		size += l.about.Bytes
	}
	for _, k := range s.studies {
		size += k.study.Bytes
	}
	return size, nil
}

// Stale implements store.Keeping.
func (s *Store) Stale(_ context.Context, q store.StaleQuery) ([]store.Game, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	behind := func(g, than store.Due) int {
		if c := g.At.Compare(than.At); c != 0 {
			return c
		}
		return strings.Compare(g.Game, than.Game)
	}
	made := func(g store.Game) store.Due { return store.Due{At: g.Created, Game: g.ID} }
	found := []store.Game{}
	for _, k := range s.games {
		if g := k.game; g.Stale() && g.Updated.Before(store.Milli(q.Before)) && behind(made(g), q.After) > 0 {
			found = append(found, g)
		}
	}
	slices.SortFunc(found, func(a, b store.Game) int { return behind(made(a), made(b)) })
	return found[:min(q.Limit, len(found))], nil
}

// DeleteGame implements store.Keeping.
func (s *Store) DeleteGame(ctx context.Context, id string, version int) error {
	return s.change(func() error {
		k := s.games[id]
		switch {
		case k == nil:
			return store.ErrNotFound
		case len(k.entries) != version:
			return &store.Conflict{Game: id, Have: len(k.entries), Want: version}
		case !k.game.Deletable():
			return store.ErrDone
		case s.isEvidence(id) || s.leases.others(ctx, id):
			return store.ErrTaken
		}
		delete(s.games, id)
		delete(s.leases.games, id)
		s.forgetReview(id)
		s.correspondence.forgetGame(id)
		for i := range s.lines {
			if s.lines[i].Game == id {
				s.lines[i] = store.Line{}
			}
		}
		for _, player := range k.game.Players() {
			if told, ok := s.kept[player]; ok {
				s.kept[player] = slices.DeleteFunc(told, func(n store.Notification) bool { return strings.Contains(n.Path, id) })
			}
		}
		return nil
	})
}

// isEvidence says whether moderators may want a game, or somebody has yet to hear of it;
// the lock is held.
func (s *Store) isEvidence(id string) bool {
	return slices.ContainsFunc(s.reports.reports, func(r store.Report) bool { return r.Game == id }) ||
		slices.ContainsFunc(s.lines, func(l store.Line) bool { return l.Game == id && l.Removed }) ||
		slices.ContainsFunc(s.rated.notices, func(n store.Notice) bool { return n.Game == id })
}

// UnusedBoards implements store.Keeping.
func (s *Store) UnusedBoards(_ context.Context, before time.Time, limit int) ([]string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []string{}
	for hash, b := range s.boards {
		if len(found) < limit && b.Created.Before(store.Milli(before)) && !s.boardInUse(hash) && !s.inCollection(hash) && !s.inMistake(hash) {
			found = append(found, hash)
		}
	}
	return found, nil
}

// boardInUse says whether somebody has a board or a game is played on it; the lock is
// held.
func (s *Store) boardInUse(hash string) bool {
	for _, own := range s.owned {
		if _, has := own[hash]; has {
			return true
		}
	}
	for _, k := range s.games {
		if k.game.Board == "id:"+hash {
			return true
		}
	}
	return false
}

// inCollection says whether a collection has a problem on a board; the lock is held.
func (s *Store) inCollection(hash string) bool {
	for _, own := range s.collections {
		for _, c := range own {
			if bytes.Contains(c.Body, []byte("id:"+hash)) {
				return true
			}
		}
	}
	return false
}

// inMistake says whether somebody trains with a move on a board; the lock is held.
func (s *Store) inMistake(hash string) bool {
	for _, own := range s.mistakes {
		for _, m := range own {
			if bytes.Contains(m.Body, []byte("id:"+hash)) {
				return true
			}
		}
	}
	return false
}

// DeleteBoard implements store.Keeping.
func (s *Store) DeleteBoard(_ context.Context, hash string) error {
	return s.change(func() error {
		if s.boardInUse(hash) {
			return store.ErrTaken
		}
		if _, there := s.boards[hash]; !there {
			return store.ErrNotFound
		}
		delete(s.boards, hash)
		return nil
	})
}

// Guests implements store.Keeping.
func (s *Store) Guests(_ context.Context, after string, limit int) ([]string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	all := map[string]bool{}
	for _, owners := range [][]string{
		keysOf(s.trainees), keysOf(s.collections), keysOf(s.mistakes), keysOf(s.owned), keysOf(s.kept), keysOf(s.wishes), keysOf(s.digests),
		keysOf(s.silences), keysOf(s.warnings), keysOf(s.players), keysOf(s.libraries),
	} {
		for _, id := range owners {
			all[id] = true
		}
	}
	for _, v := range s.subscriptions {
		all[v.Player] = true
	}
	for _, r := range s.relations.relations {
		all[r.Player] = true
	}
	for key := range s.plans {
		all[key.player] = true
	}
	for key := range s.notes {
		all[key.player] = true
	}
	maps.DeleteFunc(all, func(id string, _ bool) bool { return id <= after || s.hasAccount(id) })
	ids := slices.Sorted(maps.Keys(all))
	return ids[:min(limit, len(ids))], nil
}

func keysOf[V any](m map[string]V) []string { return slices.Collect(maps.Keys(m)) }

// hasAccount says whether a player has, or had, an account; the lock is held.
func (s *Store) hasAccount(id string) bool {
	p, ok := s.players[id]
	return ok && p.Role != store.Guest
}

// DeleteGuest implements store.Keeping.
func (s *Store) DeleteGuest(_ context.Context, player string, before, worth time.Time) error {
	return s.change(func() error {
		last, worthy := s.traces(player)
		bound := before
		if worthy {
			bound = worth
		}
		if s.hasAccount(player) || !last.Before(store.Milli(bound)) {
			return store.ErrDone
		}
		delete(s.trainees, player)
		delete(s.collections, player)
		delete(s.mistakes, player)
		delete(s.owned, player)
		delete(s.libraries, player)
		delete(s.kept, player)
		delete(s.wishes, player)
		delete(s.digests, player)
		delete(s.silences, player)
		delete(s.warnings, player)
		delete(s.players, player)
		s.correspondence.forget(player)
		maps.DeleteFunc(s.subscriptions, func(_ string, v store.Subscription) bool { return v.Player == player })
		s.relations.relations = slices.DeleteFunc(s.relations.relations, func(r store.Relation) bool { return r.Player == player })
		return nil
	})
}

// traces returns when somebody last left something, and whether anything of it is worth
// keeping; the lock is held.
func (s *Store) traces(player string) (last time.Time, worthy bool) {
	seen := func(at time.Time) {
		if at.After(last) {
			last = at
		}
	}
	if t := s.trainees[player]; t != nil {
		seen(t.Updated)
		worthy = t.Version >= store.Worth
	}
	for _, c := range s.collections[player] {
		seen(c.Created)
	}
	for _, m := range s.mistakes[player] {
		seen(m.Created)
	}
	for _, b := range s.owned[player] {
		seen(b.Created)
	}
	for _, n := range s.kept[player] {
		seen(n.Created)
	}
	for _, v := range s.subscriptionsOf(player) {
		seen(v.Seen)
	}
	for _, r := range s.relations.relations {
		if r.Player == player {
			seen(r.Created)
		}
	}
	for _, k := range s.games {
		if g := k.game; g.Black.Has(player) || g.White.Has(player) {
			seen(g.Updated)
			worthy = true
		}
	}
	for key, p := range s.plans {
		if key.player == player {
			seen(p.Changed)
		}
	}
	for key, n := range s.notes {
		if key.player == player {
			seen(n.Changed)
		}
	}
	if l := s.libraries[player]; l != nil {
		seen(l.about.Updated)
	}
	seen(s.wishes[player].updated)
	seen(s.digests[player].sent)
	seen(s.silences[player].Until)
	seen(s.players[player].Created)
	seen(s.players[player].Suspended)
	return last, worthy
}

// ForgetOld implements store.Keeping.
func (s *Store) ForgetOld(_ context.Context, now time.Time, limit int) (forgotten int, err error) {
	err = s.change(func() error {
		sessions, entries := 0, 0
		maps.DeleteFunc(s.sessions, func(_ string, v store.Session) bool {
			gone := sessions < limit && !v.Expires.After(now)
			if gone {
				sessions++
			}
			return gone
		})
		for day, spent := range s.spent {
			maps.DeleteFunc(spent, func(string, int64) bool {
				gone := entries < limit && day < store.Day(now)
				if gone {
					entries++
				}
				return gone
			})
		}
		forgotten = sessions + entries
		return nil
	})
	return forgotten, err
}
