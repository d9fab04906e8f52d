package memory

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"moyo/server/store"
)

// study is one with all that belongs to it, under the store's lock.
type study struct {
	study    store.Study
	chapters map[int]store.StudyChapter
	ops      []store.StudyOp
	editors  map[string]bool
	seen     map[string]time.Time // by player
}

// CreateStudy implements store.Studies.
func (s *Store) CreateStudy(_ context.Context, made store.Study, chapters []store.StudyChapter, b store.StudyBounds) error {
	return s.change(func() error {
		if s.players[made.Owner].Role == store.Deleted {
			return store.ErrNotFound
		}
		if s.studies[made.ID] != nil {
			return store.ErrExists
		}
		if n, bytes := s.studiesHave(made.Owner); n >= b.Studies || bytes+made.Bytes > b.Bytes {
			return store.ErrFull
		}
		kept := &study{study: roundedStudy(made), chapters: map[int]store.StudyChapter{}, editors: map[string]bool{}, seen: map[string]time.Time{}}
		kept.keep(chapters)
		s.studies[made.ID] = kept
		return nil
	})
}

// ChangeStudy implements store.Studies.
func (s *Store) ChangeStudy(_ context.Context, w store.StudyChange, b store.StudyBounds) error {
	return s.change(func() error {
		k := s.studies[w.Study.ID]
		if k == nil {
			return store.ErrNotFound
		}
		if want := w.Study.Version - len(w.Ops); k.study.Version != want {
			return &store.Conflict{Game: w.Study.ID, Have: k.study.Version, Want: want}
		}
		if more := w.Study.Bytes - k.study.Bytes; more > 0 {
			if _, bytes := s.studiesHave(k.study.Owner); bytes+more > b.Bytes {
				return store.ErrFull
			}
		}
		owner, created := k.study.Owner, k.study.Created
		k.study = roundedStudy(w.Study)
		k.study.Owner, k.study.Created = owner, created
		for _, o := range w.Ops {
			o.Body = slices.Clone(o.Body)
			k.ops = append(k.ops, o)
		}
		for _, chapter := range w.Dropped {
			delete(k.chapters, chapter)
		}
		k.keep(w.Chapters)
		k.ops = slices.DeleteFunc(k.ops, func(o store.StudyOp) bool { return o.Version <= w.Forget })
		return nil
	})
}

// keep puts chapters in the place of what was kept of them.
func (k *study) keep(chapters []store.StudyChapter) {
	for _, c := range chapters {
		c.Body = slices.Clone(c.Body)
		k.chapters[c.Chapter] = c
	}
}

// studiesHave returns how many studies somebody has, and of how many bytes; the lock is held.
func (s *Store) studiesHave(owner string) (n int, bytes int64) {
	for _, k := range s.studies {
		if k.study.Owner == owner {
			n++
			bytes += k.study.Bytes
		}
	}
	return n, bytes
}

func roundedStudy(s store.Study) store.Study {
	s.Created, s.Changed, s.State = store.Milli(s.Created), store.Milli(s.Changed), slices.Clone(s.State)
	return s
}

// Study implements store.Studies.
func (s *Store) Study(ctx context.Context, id string) (store.Study, error) {
	found, _, _, err := s.LoadStudy(ctx, id)
	return found, err
}

// LoadStudy implements store.Studies.
func (s *Store) LoadStudy(_ context.Context, id string) (store.Study, []store.StudyChapter, []store.StudyOp, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	k := s.studies[id]
	if k == nil {
		return store.Study{}, nil, nil, store.ErrNotFound
	}
	chapters := []store.StudyChapter{}
	for _, number := range slices.Sorted(maps.Keys(k.chapters)) {
		chapters = append(chapters, k.chapters[number])
	}
	return roundedStudy(k.study), chapters, append([]store.StudyOp{}, k.ops...), nil
}

// StudiesOf implements store.Studies.
func (s *Store) StudiesOf(_ context.Context, owner string, limit int) ([]store.Study, error) {
	return s.studiesBy(limit, func(k *study) (at time.Time, is bool) { return k.study.Changed, k.study.Owner == owner }), nil
}

// StudiesSeen implements store.Studies.
func (s *Store) StudiesSeen(_ context.Context, player string, limit int) ([]store.Study, error) {
	return s.studiesBy(limit, func(k *study) (at time.Time, is bool) {
		at = k.seen[player]
		return at, !at.IsZero() && k.study.Owner != player
	}), nil
}

// studiesBy returns the studies that are among those meant, the latest first.
func (s *Store) studiesBy(limit int, meant func(*study) (at time.Time, is bool)) []store.Study {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found, times := []store.Study{}, map[string]time.Time{}
	for id, k := range s.studies {
		if at, is := meant(k); is {
			times[id] = at
			found = append(found, roundedStudy(k.study))
		}
	}
	slices.SortFunc(found, func(a, b store.Study) int {
		if c := times[b.ID].Compare(times[a.ID]); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return found[:min(limit, len(found))]
}

// SeeStudy implements store.Studies.
func (s *Store) SeeStudy(_ context.Context, id, player string, at time.Time) error {
	return s.change(func() error {
		k := s.studies[id]
		if k == nil {
			return store.ErrNotFound
		}
		k.seen[player] = store.Milli(at)
		var all []*study
		for _, other := range s.studies {
			if !other.seen[player].IsZero() {
				all = append(all, other)
			}
		}
		slices.SortFunc(all, func(a, b *study) int {
			if c := b.seen[player].Compare(a.seen[player]); c != 0 {
				return c
			}
			return strings.Compare(a.study.ID, b.study.ID)
		})
		for _, old := range all[min(len(all), store.MaxStudiesSeen):] {
			delete(old.seen, player)
		}
		return nil
	})
}

// InviteToStudy implements store.Studies.
func (s *Store) InviteToStudy(_ context.Context, id, player string, may bool, _ time.Time, most int) error {
	return s.change(func() error {
		k := s.studies[id]
		switch {
		case k == nil:
			return store.ErrNotFound
		case !may:
			delete(k.editors, player)
		case !k.editors[player] && len(k.editors) >= most:
			return store.ErrFull
		default:
			k.editors[player] = true
		}
		return nil
	})
}

// StudyEditors implements store.Studies.
func (s *Store) StudyEditors(_ context.Context, id string) ([]string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if k := s.studies[id]; k != nil {
		return append([]string{}, slices.Sorted(maps.Keys(k.editors))...), nil
	}
	return []string{}, nil
}

// DeleteStudy implements store.Studies.
func (s *Store) DeleteStudy(_ context.Context, id string) error {
	return s.change(func() error {
		if s.studies[id] == nil {
			return store.ErrNotFound
		}
		s.forgetStudy(id)
		return nil
	})
}

// forgetStudy forgets a study; the lock is held.
func (s *Store) forgetStudy(id string) {
	delete(s.studies, id)
	if slices.ContainsFunc(s.reports.reports, func(r store.Report) bool { return r.Game == id }) {
		return
	}
	for i := range s.lines {
		if s.lines[i].Game == id {
			s.lines[i] = store.Line{}
		}
	}
}

// forgetStudies forgets the studies of somebody, and where else they were; the lock is held.
func (s *Store) forgetStudies(player string) {
	for id, k := range s.studies {
		if k.study.Owner == player {
			s.forgetStudy(id)
		}
		delete(k.seen, player)
		delete(k.editors, player)
	}
}
