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

// How much is done at once, so that nobody waits for long.
const (
	pagesAtOnce  = 16 // written in a transaction
	pagesInTurn  = 64 // merged in a turn
	dropAtOnce   = 64 // pages forgotten
	deleteAtOnce = 200
	indexAtOnce  = 128 // games
	mostGone     = 1000
	abandoned    = time.Hour // after which a segment that was not ended is nobody's any more
)

// indexedGame is a game on its way into the index.
type indexedGame struct {
	number uint32
	gameindex.Game
}

// index makes a segment of games.
func (s *Service) index(ctx context.Context, owner string, games []indexedGame) error {
	if len(games) == 0 {
		return nil
	}
	var entries []gameindex.Entry
	end := segmentEnd{}
	for _, g := range games {
		if g.Line.Board != nil { // else it is found by its head alone
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

// segmentWriter writes the pages of a segment, some at a time.
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

// end says that the segment is whole or, where something went wrong, that it is nobody's. That another
// node was faster is nothing wrong.
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
	_, dropped := w.s.kept.drop(context.WithoutCancel(ctx), w.owner, w.id, dropAtOnce) // the rest when somebody looks
	if errors.Is(err, store.ErrDone) || errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return errors.Join(err, dropped)
}

// wake has what is to be done with somebody's library done, beside what they do: games that wait are
// indexed, segments merged, and what nobody needs forgotten. With played it is also looked
// for games that they have played here.
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

// tend works on somebody's library until nothing is left to do.
func (s *Service) tend(a asker, o *owner) {
	for s.takeUp(a, o) {
		more, err := true, error(nil)
		for more && err == nil {
			more, err = s.step(s.ctx, a)
			s.setBusy(o, more)
		}
		if s.ctx.Err() == nil && err != nil {
			s.Log.Error("a library is not tended", "err", err) // until somebody looks again
		}
	}
}

func (s *Service) setBusy(o *owner, busy bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o.busy = busy
}

// takeUp says whether there is something to do, and does what is there to be done first.
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
		s.Log.Error("games played here are not in the library", "err", err)
	}
	return true
}

// step does the next thing, in its turn, and says whether there may be more.
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
		s.Log.Error("the index of a library is damaged, and made again", "err", err)
		_, err = s.kept.reset(ctx, a.owner, deleteAtOnce)
	}
	return true, err
}

// todo returns what is to be done next, nil for nothing.
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
		case v.State == isWhole:
			entries += v.Entries
			whole = append(whole, gameindex.Segment{ID: v.ID, Entries: v.Entries})
		case v.State == isReplaced || s.Now().Sub(v.Begun) > abandoned:
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

// indexWaiting indexes games that were kept and not indexed, since the server was stopped in
// between, or the index was damaged.
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

// open reads a game that is kept. One that cannot be read any more has no board, and the others of its library
// are found all the same; the error is ctx's.
func (s *Service) open(ctx context.Context, reader *gameindex.Reader, kept keptGame) (gameindex.Game, error) {
	g, err := reader.Read(gameindex.Record{Text: string(kept.Record)})
	switch {
	case err == nil:
		return g, nil
	case ctx.Err() != nil:
		return gameindex.Game{}, ctx.Err()
	}
	s.Log.Error("a game of a library cannot be read any more", "err", err)
	return gameindex.Game{}, nil
}

// emptyIndex takes the segments out of the index of a library without games.
func (s *Service) emptyIndex(ctx context.Context, owner string, segments []int64, gone []uint32) error {
	w, err := s.beginSegment(ctx, owner)
	if err != nil {
		return err
	}
	return w.end(ctx, segmentEnd{Replaces: segments, Purged: gone}, nil)
}

// errEnough ends a merge.
var errEnough = errors.New("enough")

// merge makes one segment of several, some pages in a turn. Those games that are gone are left out, and purged
// are those of them that are in no other segment.
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

// some writes some pages, and says whether there are more.
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

// pages are those of somebody's index.
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
