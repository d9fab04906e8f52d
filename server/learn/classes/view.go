package classes

import (
	"context"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"moyo/server/base/convert"
	"moyo/server/base/document"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// usedEvery is the precision of the time when a class was last used.
const usedEvery = time.Hour

// viewFor returns a class as the caller sees it, if they may.
func (s *Service) viewFor(ctx context.Context, id string) (*Class, error) {
	who := identity.Of(ctx)
	c, err := s.class(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case !isTeacher(who, c) && who.Class != id:
		return nil, errUnknown
	}
	st, err := s.hub.View(ctx, id, 0, func(ctx context.Context) (*state, error) { return s.read(ctx, id) })
	if err != nil {
		return nil, err
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	s.noteUse(ctx, st)
	v := s.viewOf(ctx, st, who)
	if len(v.Rows) == 0 && !v.Mine {
		return nil, errUnknown // a pupil who was just removed
	}
	return v, nil
}

// noteUse records a visit to a class. It only logs errors.
func (s *Service) noteUse(ctx context.Context, st *state) {
	if now := s.Now(); now.Sub(st.class.Used) >= usedEvery {
		if err := s.kept.use(ctx, st.class.ID, now); err != nil {
			s.Log.Error("recording a class's use failed", "err", err)
			return
		}
		st.class.Used = now
	}
}

// viewOf returns a class as a member sees it.
func (s *Service) viewOf(ctx context.Context, st *state, who identity.Who) *Class {
	v := &Class{
		ID: st.class.ID, Version: st.version, Title: st.body.Title, Teacher: st.teacher, Mine: isTeacher(who, st.class),
		Mates: []string{}, Tasks: []ClassTask{}, Rows: []ClassRow{},
	}
	if v.Mine {
		v.Code, v.Open, v.Most = st.class.Code, st.body.Open, s.Limits.Pupils
		if s.Keep > 0 {
			v.Ends = convert.Stamp(st.class.Used.Add(s.Keep))
		}
	}
	for _, t := range st.body.Tasks {
		v.Tasks = append(v.Tasks, s.taskView(ctx, t))
	}
	for _, p := range st.pupils {
		v.Mates = append(v.Mates, p.Name)
		if !v.Mine && p.Player != who.Player {
			continue
		}
		row := ClassRow{Pupil: keyOf(p.Player), Name: p.Name, Joined: convert.Stamp(p.Created), Cells: []ClassCell{}}
		for _, t := range st.body.Tasks {
			row.Cells = append(row.Cells, st.cell(t, p.Player))
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

// setPrefix is the prefix of the ids of collections that are tasks of a class.
const setPrefix = "class-"

// taskView returns a task as all members see it.
func (s *Service) taskView(ctx context.Context, t task) ClassTask {
	v := ClassTask{Number: t.Number, Kind: t.Kind, Given: convert.Stamp(t.At), Due: convert.Stamp(t.Due)}
	switch t.Kind {
	case kindLesson:
		v.Lesson, v.Of = t.Lesson, t.Steps
	case kindProblems:
		v.Collection, v.Title, v.Group, v.Part, v.Of = setPrefix+strconv.Itoa(t.Number), t.Title, t.Group, t.Part, len(t.Problems)
	case kindGames:
		words := convert.ConditionsOf(ctx, s.Boards, t.Board, t.Rules, t.Clock)
		v.Board, v.BoardTitle, v.Rules, v.GameTitle, v.RulesText = t.Board, words.BoardTitle, t.Rules, words.GameTitle, words.RulesText
		v.Words, v.Clock, v.ClockText, v.Speed = &words.Words, t.Clock, words.ClockText, words.Speed
	}
	return v
}

// Events streams a class as server-sent events: one immediately and one after every change, as long as the follower is a member.
func (s *Service) Events(w http.ResponseWriter, r *http.Request) {
	var before Class // without its version: a pupil does not see the progress of others
	var shown document.Shown[*Class]
	document.Follow(s.ctx, s.hub, func(ctx context.Context, id string) (document.Shown[*Class], error) {
		v, err := s.viewFor(ctx, id)
		if err != nil {
			return shown, err
		}
		now := *v
		if now.Version = 0; shown.View == nil || !reflect.DeepEqual(now, before) {
			before = now
			shown, err = document.Show(v, nil)
		}
		return shown, err
	})(w, r)
}

// GameChanged tells the followers of a class that one of its games has changed, by the game's id. It does not block.
func (s *Service) GameChanged(id string) {
	if class, ok := store.ClassOfGame(id); ok {
		s.changed(change{Class: class})
	}
}
