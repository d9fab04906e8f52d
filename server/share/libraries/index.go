package libraries

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"moyo/server/store"
	"moyo/study/gameindex"
)

// The amounts of work done at a time, which keep waits short.
const (
	pagesAtOnce  = 16 // written in one transaction
	pagesInTurn  = 64 // merged in one turn
	dropAtOnce   = 64 // pages deleted
	deleteAtOnce = 200
	indexAtOnce  = 128 // games
	mostGone     = 1000
	abandoned    = time.Hour // after which an unfinished segment is abandoned
)

// indexedGame is a game that is being indexed.
type indexedGame struct {
	number uint32
	gameindex.Game
}

// index makes a segment from games.
func (s *Service) index(ctx context.Context, owner string, games []indexedGame) error {
	if len(games) == 0 {
		return nil
	}
	var entries []gameindex.Entry
	end := segmentEnd{}
	for _, g := range games {
		if g.Line.Board != nil { // a game without a board is only found by its header
			entries = gameindex.NewHasher(s.symmetriesOf(g.Line.Board)).Entries(entries, g.Entry(g.number), g.Line)
		}
		end.Games = append(end.Games, g.number)
	}
	slices.SortFunc(entries, gameindex.Compare)
	end.Entries = len(entries)
	w, err := s.beginSegment(ctx, owner)
	if err != nil {
		return err
	}
	out := gameindex.Writer{Emit: w.page}
	for _, e := range entries {
		if err == nil {
			err = out.Add(e)
		}
	}
	if err == nil {
		err = out.Flush()
	}
	return w.end(ctx, end, err)
}

// segmentWriter writes the pages of a segment in batches.
type segmentWriter struct {
	s     *Service
	ctx   context.Context
	owner string
	id    int64
	at    int
	pages []indexPage
}

func (s *Service) beginSegment(ctx context.Context, owner string) (*segmentWriter, error) {
	id, err := s.kept.begin(ctx, owner, s.Now())
	return &segmentWriter{s: s, ctx: ctx, owner: owner, id: id}, err
}

func (w *segmentWriter) page(p gameindex.Page) error {
	if w.pages = append(w.pages, indexPage{First: p.First, Body: p.Body}); len(w.pages) < pagesAtOnce {
		return nil
	}
	return w.flush()
}

func (w *segmentWriter) flush() error {
	if len(w.pages) == 0 {
		return nil
	}
	err := w.s.kept.addPages(w.ctx, w.owner, w.id, w.at, w.pages)
	w.at += len(w.pages)
	w.pages = nil
	return err
}

// end marks the segment as complete or, after an error, drops it. It is no error if another node was faster.
func (w *segmentWriter) end(ctx context.Context, e segmentEnd, err error) error {
	if err == nil {
		err = w.flush()
	}
	if err == nil {
		e.Segment = w.id
		err = w.s.kept.end(ctx, w.owner, e)
	}
	if err == nil {
		return nil
	}
	_, dropped := w.s.kept.drop(context.WithoutCancel(ctx), w.owner, w.id, dropAtOnce) // the rest is deleted later
	if errors.Is(err, store.ErrDone) || errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return errors.Join(err, dropped)
}

// wake starts the pending work of a player's library in the background: indexing, merging and deletion. With played it also
// looks for new games played on this server.
func (s *Service) wake(a asker, played bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.ownerOf(a.owner)
	o.again, o.played = true, o.played || played
	if !o.working && s.ctx.Err() == nil {
		o.working = true
		s.workers.Go(func() { s.tend(a, o) })
	}
	s.forget(a.owner, o)
}

// tend works on a player's library until nothing is left to do.
func (s *Service) tend(a asker, o *owner) {
	for s.takeUp(a, o) {
		more, err := true, error(nil)
		for more && err == nil {
			more, err = s.step(s.ctx, a)
			s.setBusy(o, more)
		}
		if s.ctx.Err() == nil && err != nil {
			s.Log.Error("background work on a library failed", "err", err) // until the next use
		}
	}
}

func (s *Service) setBusy(o *owner, busy bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o.busy = busy
}

// takeUp reports whether there is work, and does the first part of it.
func (s *Service) takeUp(a asker, o *owner) bool {
	s.mu.Lock()
	again, played := o.again && s.ctx.Err() == nil, o.played
	o.again, o.played, o.working, o.busy = false, false, again, again && played
	s.forget(a.owner, o)
	s.mu.Unlock()
	if !again || !played {
		return again
	}
	if err := s.addPlayed(s.ctx, a); err != nil && s.ctx.Err() == nil {
		s.Log.Error("cannot add played games to a library", "err", err)
	}
	return true
}

// step does one piece of work in its turn, and reports whether there may be more.
func (s *Service) step(ctx context.Context, a asker) (more bool, err error) {
	have, err := s.kept.one(ctx, a.owner)
	if err != nil || have.Owner == "" {
		return false, err
	}
	segments, gone, err := s.kept.segments(ctx, a.owner)
	if err != nil {
		return false, err
	}
	work := s.todo(ctx, a, have, segments, gone)
	if work == nil {
		return false, nil
	}
	err = work()
	if errors.Is(err, gameindex.ErrDamaged) {
		s.Log.Error("the index of a library is damaged and will be rebuilt", "err", err)
		_, err = s.kept.reset(ctx, a.owner, deleteAtOnce)
	}
	return true, err
}

// todo returns the next piece of work, or nil.
func (s *Service) todo(ctx context.Context, a asker, have library, segments []keptSegment, gone []uint32) func() error {
	turn := func(work func() error) func() error {
		return func() error { return s.inTurn(ctx, a, work) }
	}
	if have.Resetting {
		return turn(func() error { _, err := s.kept.reset(ctx, a.owner, deleteAtOnce); return err })
	}
	var whole []gameindex.Segment
	entries := 0
	for _, v := range segments {
		switch {
		case v.State == complete:
			entries += v.Entries
			whole = append(whole, gameindex.Segment{ID: v.ID, Entries: v.Entries})
		case v.State == replaced || s.Now().Sub(v.Begun) > abandoned:
			return turn(func() error { _, err := s.kept.drop(ctx, a.owner, v.ID, dropAtOnce); return err })
		}
	}
	switch merged := gameindex.ToMerge(whole); {
	case have.Waiting > 0:
		return turn(func() error { return s.indexWaiting(ctx, a.owner) })
	case have.Games == 0 && entries > 0:
		return turn(func() error { return s.emptyIndex(ctx, a.owner, idsOf(whole), gone) })
	case len(gone) > mostGone && len(gone) > have.Games/4:
		return func() error { return s.merge(ctx, a, idsOf(whole), gone, gone) }
	case merged != nil:
		return func() error { return s.merge(ctx, a, merged, gone, nil) }
	}
	return nil
}

func idsOf(segments []gameindex.Segment) (ids []int64) {
	for _, v := range segments {
		ids = append(ids, v.ID)
	}
	return ids
}

// indexWaiting indexes games that are saved but not indexed, because the server stopped in between or the index was damaged.
func (s *Service) indexWaiting(ctx context.Context, owner string) error {
	games, err := s.kept.waiting(ctx, owner, indexAtOnce)
	if err != nil {
		return err
	}
	var indexed []indexedGame
	reader := gameindex.NewReader(s.opener(ctx))
	for _, kept := range games {
		g, err := s.open(ctx, reader, kept)
		if err != nil {
			return err
		}
		indexed = append(indexed, indexedGame{kept.Number, g})
	}
	return s.index(ctx, owner, indexed)
}

// open reads a saved game. A game that can no longer be read has no board, so the rest of the library still works. The error is
// ctx's.
func (s *Service) open(ctx context.Context, reader *gameindex.Reader, kept keptGame) (gameindex.Game, error) {
	g, err := reader.Read(gameindex.Record{Text: string(kept.Record)})
	switch {
	case err == nil:
		return g, nil
	case ctx.Err() != nil:
		return gameindex.Game{}, ctx.Err()
	}
	s.Log.Error("cannot read a game of a library", "err", err)
	return gameindex.Game{}, nil
}

// emptyIndex removes the segments of a library without games.
func (s *Service) emptyIndex(ctx context.Context, owner string, segments []int64, gone []uint32) error {
	w, err := s.beginSegment(ctx, owner)
	if err != nil {
		return err
	}
	return w.end(ctx, segmentEnd{Replaces: segments, Purged: gone}, nil)
}

// errEnough ends a merge.
var errEnough = errors.New("enough")

// merge combines segments into one, some pages per turn. It leaves out the games in gone. purged are those of them without
// entries in other segments.
func (s *Service) merge(ctx context.Context, a asker, segments []int64, gone, purged []uint32) error {
	isGone := map[uint32]bool{}
	for _, n := range gone {
		isGone[n] = true
	}
	entries := 0
	next, stop := iter.Pull2(func(yield func(gameindex.Page, error) bool) {
		n, err := gameindex.Merge(ctx, pages{s.kept, a.owner}, segments, func(n uint32) bool { return isGone[n] }, func(p gameindex.Page) error {
			if !yield(p, nil) {
				return errEnough
			}
			return nil
		})
		if entries = n; err != nil && !errors.Is(err, errEnough) {
			yield(gameindex.Page{}, err)
		}
	})
	defer stop()
	w, err := s.beginSegment(ctx, a.owner)
	if err != nil {
		return err
	}
	for more := true; more && err == nil; {
		err = s.inTurn(ctx, a, func() (err error) {
			more, err = w.some(next)
			return err
		})
	}
	return w.end(ctx, segmentEnd{Entries: entries, Replaces: segments, Purged: purged}, err)
}

// some writes some pages and reports whether there are more.
func (w *segmentWriter) some(next func() (gameindex.Page, error, bool)) (more bool, err error) {
	for range pagesInTurn {
		p, err, ok := next()
		if !ok || err != nil {
			return false, err
		}
		if err := w.page(p); err != nil {
			return false, err
		}
	}
	return true, nil
}

// pages are the pages of a player's index.
type pages struct {
	kept  libraries
	owner string
}

// Seek implements gameindex.Pages.
func (p pages) Seek(ctx context.Context, segment int64, key uint64) (int, error) {
	return p.kept.seek(ctx, p.owner, segment, key)
}

// Pages implements gameindex.Pages.
func (p pages) Pages(ctx context.Context, segment int64, page, limit int) ([]gameindex.Page, error) {
	found, err := p.kept.pages(ctx, p.owner, segment, page, limit)
	if err != nil {
		return nil, err
	}
	all := make([]gameindex.Page, len(found))
	for i, f := range found {
		all[i] = gameindex.Page{First: f.First, Body: f.Body}
	}
	return all, nil
}
