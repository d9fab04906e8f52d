package classes

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/store"
	"moyo/study/lessons"
)

// The bounds of tasks.
const (
	maxTasks    = 60
	maxProblems = 100  // of one task
	maxGames    = 2000 // of a class in its lifetime
	mostAhead   = 366 * 24 * time.Hour
)

type taskInput struct {
	ID   string `path:"id"`
	Body NewClassTask
}

// give gives a class a task.
func (s *Service) give(ctx context.Context, in *taskInput) (*endpoint.Answer[*Class], error) {
	if err := s.Budget.Spend(ctx, 8*classSize); err != nil {
		return nil, err
	}
	c, err := s.taught(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	t, err := s.taskOf(ctx, c.Owner, in.Body)
	if err != nil {
		return nil, err
	}
	pupils, err := s.kept.pupils(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	err = s.write(ctx, in.ID, func(_ *class, b *body) error {
		if len(b.Tasks) >= maxTasks {
			return apierror.Say(apierror.TooMany, "class.tasks",
				"A class can have at most %d tasks. Please remove some that are done.", maxTasks)
		}
		b.Number++
		t.Number, t.At = b.Number, store.Milli(s.Now())
		if t.Kind == kindGames {
			if err := s.pairUp(&t, b, pupils, in.Body); err != nil {
				return err
			}
		}
		b.Tasks = append(b.Tasks, t)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return endpoint.ReplyOr(s.viewFor(ctx, in.ID)) // viewFor creates the games
}

// taskOf returns the task that a teacher describes, without pairings.
func (s *Service) taskOf(ctx context.Context, teacher string, in NewClassTask) (t task, err error) {
	t.Kind = in.Kind
	if in.Due != "" {
		if t.Due, err = time.Parse(time.RFC3339, in.Due); err != nil {
			return t, apierror.Invalid(err)
		}
		if wait := t.Due.Sub(s.Now()); wait < 0 || wait > mostAhead {
			return t, apierror.Say(apierror.BadRequest, "class.due", "Please choose a due date within the next year.")
		}
		t.Due = t.Due.UTC()
	}
	switch in.Kind {
	case kindLesson:
		l, ok := lessons.Find(in.Lesson)
		if !ok {
			return t, apierror.New(apierror.BadRequest, "unknown lesson %.20q", in.Lesson)
		}
		t.Lesson, t.Steps = l.ID, len(l.Steps)
	case kindProblems:
		set, err := s.Pick(ctx, teacher, in.Collection, in.Problems, maxProblems)
		if err != nil {
			return t, err
		}
		t.Title, t.Group, t.Part, t.Problems = set.Title, set.Group, set.Part, set.Problems
	case kindGames:
		setup, err := s.Plain(ctx, in.Board, in.Rules, in.Clock)
		if err != nil {
			return t, err
		}
		t.Board, t.Rules, t.Clock = setup.Board, setup.Rules, setup.Clock
		if in.Engine != "" && !s.Offers(in.Engine, convert.GameID(in.Rules)) {
			return t, apierror.New(apierror.BadRequest, "engine %.40q: want one of /api/catalog that plays %.20q",
				in.Engine, convert.GameID(in.Rules))
		}
	default:
		return t, apierror.New(apierror.BadRequest, `kind %.20q: want "lesson", "problems" or "games"`, in.Kind)
	}
	return t, nil
}

// pairUp pairs pupils for games, as the teacher chose or at random. Pupils left over play the engine, if the teacher has chosen
// one.
func (s *Service) pairUp(t *task, b *body, pupils []schoolchild, in NewClassTask) error {
	pairs, left, err := s.chosen(b, pupils, in)
	if err != nil {
		return err
	}
	t.Pairs, t.Pauses = nil, nil
	for _, p := range pairs {
		b.Games++
		t.Pairs = append(t.Pairs, pair{Number: b.Games, Black: p[0], White: p[1]})
	}
	for _, player := range left {
		if in.Engine == "" {
			t.Pauses = append(t.Pauses, player)
			continue
		}
		b.Games++
		t.Pairs = append(t.Pairs, pair{Number: b.Games, Black: player, Engine: in.Engine})
	}
	switch {
	case len(t.Pairs) == 0:
		return apierror.Say(apierror.BadRequest, "class.few", "Games need at least two pupils, or one who plays the computer.")
	case b.Games > maxGames:
		return apierror.Say(apierror.TooMany, "class.games", "A class can play at most %d games. Please create another class.", maxGames)
	}
	return nil
}

// chosen returns the pairs that the teacher chose, and the pupils left over.
func (s *Service) chosen(b *body, pupils []schoolchild, in NewClassTask) (pairs [][2]string, left []string, err error) {
	all := make([]string, len(pupils))
	for i, p := range pupils {
		all[i] = p.Player
	}
	if len(in.Pairs) == 0 {
		pairs, odd := draw(all, b.Tasks, rand.New(rand.NewPCG(s.Seed(), 0)))
		if odd != "" {
			left = []string{odd}
		}
		return pairs, left, nil
	}
	taken := map[string]bool{}
	for _, p := range in.Pairs {
		black, ok1 := byKey(pupils, p.Black)
		white, ok2 := byKey(pupils, p.White)
		switch {
		case !ok1 || !ok2:
			return nil, nil, errNoPupil
		case taken[black.Player] || taken[white.Player] || black.Player == white.Player:
			return nil, nil, apierror.Say(apierror.BadRequest, "class.twice",
				"A pupil can play only one game of a task, against another pupil.")
		}
		taken[black.Player], taken[white.Player] = true, true
		pairs = append(pairs, [2]string{black.Player, white.Player})
	}
	for _, player := range all {
		if !taken[player] {
			left = append(left, player)
		}
	}
	return pairs, left, nil
}

// take removes a task and ends its running games.
func (s *Service) take(ctx context.Context, in *struct {
	ID     string `path:"id"`
	Number int    `path:"number"`
}) (*endpoint.Answer[*Class], error) {
	if err := s.Budget.Spend(ctx, classSize); err != nil {
		return nil, err
	}
	var gone task
	err := s.write(ctx, in.ID, func(_ *class, b *body) error {
		for i, t := range b.Tasks {
			if t.Number == in.Number {
				gone = t
				b.Tasks = append(b.Tasks[:i:i], b.Tasks[i+1:]...)
				return nil
			}
		}
		return apierror.Say(apierror.NotFound, "class.noTask", "This task no longer exists.")
	})
	if err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx)
	for _, p := range gone.Pairs {
		player := p.Black
		if player == "" {
			player = p.White
		}
		if err := s.Games.End(ctx, store.ClassGame(in.ID, p.Number), player); err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
	}
	return endpoint.ReplyOr(s.viewFor(ctx, in.ID))
}

// makeGame creates a game of a class, and returns it. If another request has just created it, makeGame returns that game.
func (s *Service) makeGame(ctx context.Context, st *state, t task, p pair) (store.Game, error) {
	seat := func(player string) match.Seat {
		if player == "" {
			return match.Seat{Kind: match.Engine, Engine: p.Engine}
		}
		return match.Seat{Kind: match.Human, Name: st.names[player], Player: player}
	}
	id := store.ClassGame(st.class.ID, p.Number)
	setup := match.Setup{Board: t.Board, Rules: t.Rules, Clock: t.Clock, Private: true, Black: seat(p.Black), White: seat(p.White)}
	g, err := s.Games.CreateAs(ctx, id, setup)
	if !errors.Is(err, store.ErrExists) {
		return g, err
	}
	games, err := s.Store.Games(ctx, []string{id})
	if err != nil || len(games) == 0 {
		return g, errors.Join(store.ErrNotFound, err)
	}
	return games[0], nil
}
