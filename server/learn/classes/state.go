package classes

import (
	"context"
	"strconv"
	"sync"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// maxKnown bounds the cached classes.
const maxKnown = 500

// failedFor is the time until a failed game creation is tried again.
const failedFor = time.Minute

// maxAttempts is how many of a pupil's last attempts are read.
const maxAttempts = 5000

// entry is the cached state of a class, so that not every change reads it again.
type entry struct {
	mu     sync.Mutex            // of the fields before tried
	work   map[string]work       // training progress, by player
	over   map[string]store.Game // finished games, by id
	failed map[int]time.Time     // games whose creation failed, by number, with the time

	tried map[string]bool // pupils with progress since their work was read; under the lock of the service
}

// state is a class at one moment.
type state struct {
	mu      sync.Mutex // of the time of the last use
	version int64      // time of reading; grows with each version, also after a restart
	class   class
	body    body
	teacher string // name
	pupils  []schoolchild
	names   map[string]string // of the pupils
	work    map[string]work   // by player
	games   map[int]store.Game
}

// work is a pupil's progress in lessons and problems.
type work struct {
	class int // version of the class
	pupil int // of the pupil
	cells map[int]ClassCell
}

// get returns the entry of a class. It evicts another one if there are too many.
func (s *Service) get(id string) *entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.known[id]; e != nil {
		return e
	}
	for other := range s.known {
		if len(s.known) < maxKnown {
			break
		}
		delete(s.known, other)
	}
	e := &entry{work: map[string]work{}, over: map[string]store.Game{}, failed: map[int]time.Time{}, tried: map[string]bool{}}
	s.known[id] = e
	return e
}

// hearChanged marks the pupil whose work must be read again, and wakes the followers of the class.
func (s *Service) hearChanged(c change) {
	s.mu.Lock()
	if e := s.known[c.Class]; e != nil && c.Pupil != "" {
		e.tried[c.Pupil] = true
	}
	s.mu.Unlock()
	s.hub.Tell(c.Class)
}

// dropTried drops the work of pupils with progress since it was read; e is locked.
func (s *Service) dropTried(e *entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for pupil := range e.tried {
		delete(e.work, pupil)
	}
	clear(e.tried)
}

// read reads a class and its progress.
func (s *Service) read(ctx context.Context, id string) (*state, error) {
	version := s.Now().UnixMilli()
	e := s.get(id)
	e.mu.Lock()
	defer e.mu.Unlock()
	s.dropTried(e)
	c, err := s.class(ctx, id)
	if err != nil {
		return nil, err
	}
	st := &state{version: version, class: c, names: map[string]string{}, work: map[string]work{}}
	if st.body, err = bodyOf(c); err != nil {
		return nil, err
	}
	if st.body.Ending {
		return nil, errUnknown
	}
	if st.pupils, err = s.kept.pupils(ctx, id); err != nil {
		return nil, err
	}
	teacher, err := s.Store.Player(ctx, c.Owner)
	if err != nil {
		return nil, err
	}
	st.teacher = teacher.Name
	for _, p := range st.pupils {
		st.names[p.Player] = p.Name
		if st.work[p.Player], err = s.workOf(ctx, e, st, p); err != nil {
			return nil, err
		}
	}
	e.work = st.work
	st.games, err = s.gamesOf(ctx, e, st)
	return st, err
}

// workOf returns a pupil's progress in lessons and problems.
func (s *Service) workOf(ctx context.Context, e *entry, st *state, p schoolchild) (work, error) {
	if w, ok := e.work[p.Player]; ok && w.class == st.class.Version && w.pupil == p.Version {
		return w, nil
	}
	w := work{class: st.class.Version, pupil: p.Version, cells: map[int]ClassCell{}}
	b, err := pupilBodyOf(p)
	if err != nil {
		return w, err
	}
	var attempts []Attempt
	for _, t := range st.body.Tasks {
		switch t.Kind {
		case kindLesson:
			w.cells[t.Number] = lessonCell(t, b.Steps)
		case kindProblems:
			if attempts == nil {
				if attempts, err = s.Attempts(ctx, p.Player, maxAttempts); err != nil {
					return w, err
				}
			}
			w.cells[t.Number] = problemsCell(t, attempts)
		}
	}
	return w, nil
}

// stepKey returns the key of a step of a lesson, from 1.
func stepKey(lesson string, step int) string { return lesson + "." + strconv.Itoa(step) }

// lessonCell returns a pupil's progress in a lesson.
func lessonCell(t task, steps map[string]time.Time) ClassCell {
	cell := ClassCell{Mine: true}
	for step := range t.Steps {
		if at, ok := steps[stepKey(t.Lesson, step+1)]; ok && !at.Before(t.At) {
			cell.Right++
		}
	}
	cell.Done = cell.Right == t.Steps
	return cell
}

// Attempt is an attempt at a problem.
type Attempt struct {
	Problem string
	At      time.Time
	Right   bool
}

// problemsCell returns a pupil's progress with problems.
func problemsCell(t task, attempts []Attempt) ClassCell {
	cell := ClassCell{Mine: true}
	solved := map[string]bool{}
	for _, id := range t.Problems {
		solved[id] = false
	}
	for _, a := range attempts {
		before, of := solved[a.Problem]
		if !of || a.At.Before(t.At) {
			continue
		}
		cell.Tried++
		if a.Right && !before {
			solved[a.Problem] = true
			cell.Right++
		}
	}
	cell.Done = cell.Right == len(t.Problems)
	return cell
}

// gamesOf returns the games of a class by number, and creates missing games: a task is stored before its games.
func (s *Service) gamesOf(ctx context.Context, e *entry, st *state) (map[int]store.Game, error) {
	found := map[int]store.Game{}
	var ids []string
	for _, t := range st.body.Tasks {
		for _, p := range t.Pairs {
			id := store.ClassGame(st.class.ID, p.Number)
			if g, ok := e.over[id]; ok {
				found[p.Number] = g
				continue
			}
			ids = append(ids, id)
		}
	}
	games, err := s.Store.Games(ctx, ids)
	if err != nil {
		return nil, err
	}
	byID := map[string]store.Game{}
	for _, g := range games {
		byID[g.ID] = g
		if g.Phase == match.Finished {
			e.over[g.ID] = g
		}
	}
	for _, t := range st.body.Tasks {
		for _, p := range t.Pairs {
			g, ok := byID[store.ClassGame(st.class.ID, p.Number)]
			if _, known := found[p.Number]; known {
				continue
			}
			if !ok && s.Now().Sub(e.failed[p.Number]) >= failedFor && st.hasBoth(p) {
				if g, err = s.makeGame(context.WithoutCancel(ctx), st, t, p); err != nil {
					s.Log.Error("creating a game of a class failed", "class", st.class.ID, "game", p.Number, "err", err)
					e.failed[p.Number] = s.Now()
					continue
				}
				ok = true
			}
			if ok {
				found[p.Number] = g
			}
		}
	}
	return found, nil
}

// hasBoth reports whether both players of a pair are still pupils of the class.
func (st *state) hasBoth(p pair) bool {
	for _, player := range []string{p.Black, p.White} {
		if _, there := st.names[player]; player != "" && !there {
			return false
		}
	}
	return true
}

// cell returns a pupil's progress in a task.
func (st *state) cell(t task, player string) ClassCell {
	if t.Kind != kindGames {
		return st.work[player].cells[t.Number]
	}
	for _, p := range t.Pairs {
		if other, ok := p.has(player); ok {
			return st.gameCell(p, player, other)
		}
	}
	for _, left := range t.Pauses {
		if left == player {
			return ClassCell{Done: true, Result: "pause"}
		}
	}
	return ClassCell{} // the pupil joined later
}

// gameCell returns the state of a game for one of its players.
func (st *state) gameCell(p pair, player, other string) ClassCell {
	cell := ClassCell{Mine: true, Mate: st.names[other], Engine: p.Engine}
	g, ok := st.games[p.Number]
	if !ok {
		return cell
	}
	side := game.Black
	if player == p.White {
		side = game.White
	}
	cell.Game = g.ID
	switch {
	case g.Phase != match.Finished && g.Turn == side:
		cell.Result = "turn"
	case g.Phase != match.Finished:
		cell.Result = "playing"
	case g.Result == store.Void:
		cell.Result = "void"
	case g.Winner == side:
		cell.Result = "won"
	case g.Winner == game.Empty:
		cell.Result = "drawn"
	default:
		cell.Result = "lost"
	}
	cell.Done = g.Phase == match.Finished && cell.Result != "void"
	return cell
}

// Teacher returns the id of the caller's teacher, or "" if the caller is not a pupil. Pupils train with their teacher's
// collections.
func (s *Service) Teacher(ctx context.Context) (string, error) {
	class := identity.Of(ctx).Class
	if class == "" {
		return "", nil
	}
	c, err := s.class(ctx, class)
	return c.Owner, err
}
