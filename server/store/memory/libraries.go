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

// library is somebody's.
type library struct {
	about    store.Library // without what waits
	nextGame uint32
	nextFile int
	next     int64 // segment
	files    map[int]store.LibraryFile
	games    map[uint32]store.LibraryGame
	waiting  map[uint32]bool
	gone     map[uint32]bool
	segments map[int64]*segment
}

type segment struct {
	store.Segment
	pages []store.IndexPage
}

// libraryOf returns somebody's library, made where there is none; the lock is held.
func (s *Store) libraryOf(owner string, at time.Time) *library {
	l := s.libraries[owner]
	if l == nil {
		l = &library{
			about: store.Library{Owner: owner, Played: time.UnixMilli(0).UTC(), Updated: store.Milli(at)}, nextGame: 1, nextFile: 1, next: 1,
			files: map[int]store.LibraryFile{}, games: map[uint32]store.LibraryGame{}, waiting: map[uint32]bool{}, gone: map[uint32]bool{}, segments: map[int64]*segment{},
		}
		s.libraries[owner] = l
	}
	return l
}

// readLibrary calls read with somebody's library, if there is one.
func (s *Store) readLibrary(owner string, read func(*library)) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if l := s.libraries[owner]; l != nil {
		read(l)
	}
}

// Library implements store.Libraries.
func (s *Store) Library(_ context.Context, owner string) (about store.Library, err error) {
	s.readLibrary(owner, func(l *library) {
		about = l.about
		about.Waiting = len(l.waiting)
	})
	return about, nil
}

// LibraryFiles implements store.Libraries.
func (s *Store) LibraryFiles(_ context.Context, owner string, limit int) ([]store.LibraryFile, error) {
	files := []store.LibraryFile{}
	s.readLibrary(owner, func(l *library) {
		files = slices.SortedFunc(maps.Values(l.files), func(a, b store.LibraryFile) int { return cmp.Compare(b.File, a.File) })
	})
	return files[:min(limit, len(files))], nil
}

// LibraryKinds implements store.Libraries.
func (s *Store) LibraryKinds(_ context.Context, owner string, limit int) ([]store.LibraryKind, error) {
	counts := map[store.LibraryKind]int{}
	s.readLibrary(owner, func(l *library) {
		for _, g := range l.games {
			counts[store.LibraryKind{Game: g.Game, Board: g.Board}]++
		}
	})
	kinds := []store.LibraryKind{}
	for k, n := range counts {
		k.Games = n
		kinds = append(kinds, k)
	}
	slices.SortFunc(kinds, func(a, b store.LibraryKind) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Game, b.Game), strings.Compare(a.Board, b.Board))
	})
	return kinds[:min(limit, len(kinds))], nil
}

// KnownGames implements store.Libraries.
func (s *Store) KnownGames(_ context.Context, owner string, sums []string) (map[string]bool, error) {
	known := map[string]bool{}
	s.readLibrary(owner, func(l *library) {
		for _, g := range l.games {
			if slices.Contains(sums, g.Sum) {
				known[g.Sum] = true
			}
		}
	})
	return known, nil
}

// AddToLibrary implements store.Libraries.
func (s *Store) AddToLibrary(_ context.Context, a store.LibraryAddition) (added store.LibraryAdded, err error) {
	err = s.change(func() error {
		if s.players[a.Owner].Role == store.Deleted {
			return store.ErrNotFound
		}
		l := s.libraryOf(a.Owner, a.File.Added)
		known := map[string]bool{}
		for _, g := range l.games {
			known[g.Sum] = true
		}
		var fresh []store.LibraryGame
		bytes := int64(0)
		for _, g := range a.Games {
			if known[g.Sum] {
				added.Numbers = append(added.Numbers, 0)
				continue
			}
			known[g.Sum] = true
			g.Number, g.Added, g.Record = l.nextGame+uint32(len(fresh)), store.Milli(g.Added), slices.Clone(g.Record)
			added.Numbers = append(added.Numbers, g.Number)
			fresh = append(fresh, g)
			bytes += int64(g.Bytes)
		}
		if len(fresh) > 0 && (len(l.games)+len(fresh) > a.Most.Games || l.about.Bytes+bytes > a.Most.Bytes) {
			added = store.LibraryAdded{}
			return store.ErrFull
		}
		l.add(a, fresh, bytes)
		added.File = a.File.File
		if len(fresh) > 0 && added.File == store.NewFile {
			added.File = l.nextFile - 1
		}
		return nil
	})
	return added, err
}

// add adds games that are not there yet.
func (l *library) add(a store.LibraryAddition, games []store.LibraryGame, bytes int64) {
	l.about.Updated = store.Milli(a.File.Added)
	if !a.Played.IsZero() && a.Played.After(l.about.Played) {
		l.about.Played = store.Milli(a.Played)
	}
	if len(games) == 0 {
		return
	}
	file := a.File.File
	if file == store.NewFile {
		file = l.nextFile
		l.nextFile++
	}
	f, ok := l.files[file]
	if !ok {
		f = store.LibraryFile{File: file, Name: a.File.Name, Added: store.Milli(a.File.Added)}
	}
	f.Games += len(games)
	l.files[file] = f
	for _, g := range games {
		g.File = file
		l.games[g.Number], l.waiting[g.Number] = g, true
	}
	l.nextGame += uint32(len(games))
	l.about.Games += len(games)
	l.about.Bytes += bytes
}

// LibraryGames implements store.Libraries.
func (s *Store) LibraryGames(_ context.Context, q store.LibraryQuery) ([]store.LibraryGame, *store.LibraryCursor, error) {
	found := []store.LibraryGame{}
	s.readLibrary(q.Owner, func(l *library) {
		for _, g := range l.games {
			if q.Admits(g) && (q.Numbers == nil || slices.Contains(q.Numbers, g.Number)) && (q.After == nil || q.After.Compare(g.Cursor()) < 0) {
				g.Record = nil
				found = append(found, g)
			}
		}
	})
	slices.SortFunc(found, func(a, b store.LibraryGame) int { return a.Cursor().Compare(b.Cursor()) })
	if len(found) <= q.Limit {
		return found, nil, nil
	}
	found = found[:q.Limit]
	at := found[q.Limit-1].Cursor()
	return found, &at, nil
}

// LibraryRecords implements store.Libraries.
func (s *Store) LibraryRecords(_ context.Context, owner string, numbers []uint32) ([]store.LibraryGame, error) {
	found := []store.LibraryGame{}
	s.readLibrary(owner, func(l *library) { found = l.records(numbers) })
	return found, nil
}

// records returns games with their records, by number.
func (l *library) records(numbers []uint32) []store.LibraryGame {
	found := []store.LibraryGame{}
	for _, n := range slices.Sorted(slices.Values(numbers)) {
		if g, ok := l.games[n]; ok {
			g.Record = slices.Clone(g.Record)
			found = append(found, g)
		}
	}
	return found
}

// WaitingGames implements store.Libraries.
func (s *Store) WaitingGames(_ context.Context, owner string, limit int) ([]store.LibraryGame, error) {
	found := []store.LibraryGame{}
	s.readLibrary(owner, func(l *library) {
		numbers := slices.Sorted(maps.Keys(l.waiting))
		found = l.records(numbers[:min(limit, len(numbers))])
	})
	return found, nil
}

// DeleteFromLibrary implements store.Libraries.
func (s *Store) DeleteFromLibrary(_ context.Context, owner string, which store.LibraryPart, limit int) (deleted int, err error) {
	err = s.change(func() error {
		l := s.libraries[owner]
		if l == nil {
			return nil
		}
		for _, n := range slices.Sorted(maps.Keys(l.games)) {
			g := l.games[n]
			if deleted < limit && (which.All || which.Number == n || which.Number == 0 && which.File == g.File) {
				l.remove(g)
				deleted++
			}
		}
		return nil
	})
	return deleted, err
}

func (l *library) remove(g store.LibraryGame) {
	if !l.waiting[g.Number] {
		l.gone[g.Number] = true
	}
	delete(l.waiting, g.Number)
	delete(l.games, g.Number)
	l.about.Games--
	l.about.Bytes -= int64(g.Bytes)
	f := l.files[g.File]
	f.Games--
	l.files[g.File] = f
	if f.Games == 0 {
		delete(l.files, g.File)
	}
}

// Segments implements store.Libraries.
func (s *Store) Segments(_ context.Context, owner string) (all []store.Segment, gone []uint32, err error) {
	all, gone = []store.Segment{}, []uint32{}
	s.readLibrary(owner, func(l *library) {
		for _, id := range slices.Sorted(maps.Keys(l.segments)) {
			all = append(all, l.segments[id].Segment)
		}
		gone = append(gone, slices.Sorted(maps.Keys(l.gone))...)
	})
	return all, gone, nil
}

// BeginSegment implements store.Libraries.
func (s *Store) BeginSegment(_ context.Context, owner string, at time.Time) (id int64, err error) {
	err = s.change(func() error {
		if s.players[owner].Role == store.Deleted {
			return store.ErrNotFound
		}
		l := s.libraryOf(owner, at)
		id = l.next
		l.next++
		l.segments[id] = &segment{Segment: store.Segment{ID: id, Begun: store.Milli(at)}}
		return nil
	})
	return id, err
}

// changeSegment calls change with a segment of somebody's, or returns store.ErrNotFound.
func (s *Store) changeSegment(owner string, id int64, change func(*library, *segment) error) error {
	return s.change(func() error {
		l := s.libraries[owner]
		if l == nil || l.segments[id] == nil {
			return store.ErrNotFound
		}
		return change(l, l.segments[id])
	})
}

// AddPages implements store.Libraries.
func (s *Store) AddPages(_ context.Context, owner string, id int64, _ int, pages []store.IndexPage) error {
	return s.changeSegment(owner, id, func(_ *library, v *segment) error {
		if v.State != store.Written {
			return store.ErrNotFound
		}
		for _, p := range pages {
			p.Body = slices.Clone(p.Body)
			v.pages = append(v.pages, p)
		}
		return nil
	})
}

// EndSegment implements store.Libraries.
func (s *Store) EndSegment(_ context.Context, owner string, e store.SegmentEnd) error {
	return s.changeSegment(owner, e.Segment, func(l *library, v *segment) error {
		if l.about.Resetting {
			return store.ErrDone
		}
		if v.State != store.Written {
			return store.ErrNotFound
		}
		for _, id := range e.Replaces {
			if old := l.segments[id]; old == nil || old.State != store.Whole {
				return store.ErrDone
			}
		}
		for _, n := range e.Games {
			if _, here := l.games[n]; here && !l.waiting[n] {
				return store.ErrDone
			}
		}
		v.State, v.Entries = store.Whole, e.Entries
		for _, id := range e.Replaces {
			l.segments[id].State = store.Replaced
		}
		for _, n := range e.Games {
			if !l.waiting[n] {
				l.gone[n] = true
			}
			delete(l.waiting, n)
		}
		for _, n := range e.Purged {
			delete(l.gone, n)
		}
		return nil
	})
}

// DropSegment implements store.Libraries.
func (s *Store) DropSegment(_ context.Context, owner string, id int64, limit int) (more bool, err error) {
	err = s.changeSegment(owner, id, func(l *library, v *segment) error {
		if v.State == store.Whole {
			return store.ErrTaken
		}
		v.State = store.Replaced
		v.pages = v.pages[min(limit, len(v.pages)):]
		if more = len(v.pages) > 0; !more {
			delete(l.segments, id)
		}
		return nil
	})
	if err == store.ErrNotFound {
		err = nil
	}
	return more, err
}

// ResetIndex implements store.Libraries.
func (s *Store) ResetIndex(_ context.Context, owner string, limit int) (more bool, err error) {
	err = s.change(func() error {
		l := s.libraries[owner]
		if l == nil {
			return nil
		}
		for _, v := range l.segments {
			if v.State == store.Whole {
				v.State = store.Replaced
			}
		}
		clear(l.gone)
		for _, n := range slices.Sorted(maps.Keys(l.games)) {
			if limit > 0 && !l.waiting[n] {
				l.waiting[n] = true
				limit--
			}
		}
		more = len(l.waiting) < len(l.games)
		l.about.Resetting = more
		return nil
	})
	return more, err
}

// SeekPage implements store.Libraries.
func (s *Store) SeekPage(_ context.Context, owner string, id int64, key uint64) (page int, err error) {
	s.readLibrary(owner, func(l *library) {
		if v := l.segments[id]; v != nil {
			for page+1 < len(v.pages) && v.pages[page+1].First < key {
				page++
			}
		}
	})
	return page, nil
}

// IndexPages implements store.Libraries.
func (s *Store) IndexPages(_ context.Context, owner string, id int64, page, limit int) ([]store.IndexPage, error) {
	pages := []store.IndexPage{}
	s.readLibrary(owner, func(l *library) {
		if v := l.segments[id]; v != nil {
			pages = append(pages, v.pages[min(page, len(v.pages)):min(page+limit, len(v.pages))]...)
		}
	})
	return pages, nil
}
