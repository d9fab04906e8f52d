package training

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/learn/classes"
	"moyo/server/store"
	"moyo/solve/life"
	"moyo/study/bank"
	"moyo/study/trainer"
)

// A problem is named by its id: that of the shipped bank, or "own-COLLECTION-N" for the N-th of an imported collection. A key is an
// id and a view of the problem: the number of a symmetry of its board, and "b" for the original colours or "s" for swapped ones, as
// in "b12~3s".
const (
	keySep    = "~"
	ownPrefix = "own-"
)

// errNoProblem is the refusal for an unknown key.
var errNoProblem = apierror.Say(apierror.NotFound, "training.noProblem", "This problem does not exist.")

// splitKey splits a key into id and view.
func splitKey(key string) (id, view string) {
	id, view, _ = strings.Cut(key, keySep)
	return id, view
}

// newKey returns a key that shows a problem in a random view.
func (s *Service) newKey(p *bank.Problem) string {
	d := s.dice()
	colors := "b"
	if d.IntN(2) == 1 {
		colors = "s"
	}
	return p.ID + keySep + strconv.Itoa(d.IntN(len(s.symmetries(p.Board)))) + colors
}

// resolve returns the problem of a key and its view.
func (s *Service) resolve(ctx context.Context, owner, key string) (*bank.Problem, trainer.View, error) {
	id, view := splitKey(key)
	p, err := s.problem(ctx, owner, id)
	if err != nil {
		return nil, trainer.View{}, err
	}
	if view == "" {
		return p, trainer.View{}, nil
	}
	n, err := strconv.Atoi(view[:len(view)-1])
	turns := s.symmetries(p.Board)
	colors := view[len(view)-1]
	if err != nil || n < 0 || n >= len(turns) || colors != 'b' && colors != 's' {
		return nil, trainer.View{}, errNoProblem
	}
	return p, trainer.View{Map: turns[n], Swap: colors == 's'}, nil
}

func (s *Service) resolves(ctx context.Context, owner, key string) bool {
	_, _, err := s.resolve(ctx, owner, key)
	return err == nil
}

// problem returns the problem with an id.
func (s *Service) problem(ctx context.Context, owner, id string) (*bank.Problem, error) {
	return s.problemOf(ctx, id, func(set string) ([]bank.Problem, error) { return s.ownProblems(ctx, owner, set) })
}

// problemOf returns the problem with an id. brought returns the problems of an imported collection.
func (s *Service) problemOf(ctx context.Context, id string, brought func(set string) ([]bank.Problem, error)) (*bank.Problem, error) {
	if rest, own := strings.CutPrefix(id, ownPrefix); own {
		set, number, _ := strings.Cut(rest, "-")
		problems, err := brought(set)
		if err != nil {
			return nil, err
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(problems) {
			return nil, errNoProblem
		}
		return &problems[n-1], nil
	}
	shelf, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	i, ok := shelf.index[id]
	if !ok {
		return nil, errNoProblem
	}
	return &shelf.problems[i], nil
}

// ownProblems returns the problems of an imported collection.
func (s *Service) ownProblems(ctx context.Context, owner, id string) ([]bank.Problem, error) {
	c, err := s.own(ctx, owner, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, apierror.Say(apierror.NotFound, "training.noCollection", "This collection does not exist.")
	}
	if err != nil {
		return nil, err
	}
	return bank.Read(bytes.NewReader(c.Body), func(spec string) (*board.Board, error) { return s.Boards.Get(ctx, spec) })
}

// own returns an imported collection; pupils have those of their teacher.
func (s *Service) own(ctx context.Context, owner, id string) (ownCollection, error) {
	if owner == identity.Player(ctx) {
		teacher, err := s.Classes.Teacher(ctx)
		if err != nil {
			return ownCollection{}, err
		}
		owner = cmp.Or(teacher, owner)
	}
	return s.kept.collection(ctx, owner, id)
}

// collection is a set of problems. Imported problems are numbered and read only when needed.
type collection struct {
	id, title, group string
	problems         []string // ids
	part             *wire.CoursePart
	picture          *TrainingPicture
}

// The groups of collections.
const (
	groupLevel  = "level"
	groupTheme  = "theme"
	groupOwn    = "own"
	groupCourse = "course" // parts of courses
)

// levels are the rank bands of problems, easiest first.
var levels = []struct {
	title string
	below float64 // the upper rating of the band
}{
	{"30k–21k", 1075}, {"20k–16k", 1325}, {"15k–11k", 1575}, {"10k–6k", 1825}, {"5k–1k", 2075}, {"1d and stronger", 1e9},
}

// levelOf returns the index of a rating's level.
func levelOf(rating float64) int {
	for i, l := range levels {
		if rating < l.below {
			return i
		}
	}
	return len(levels) - 1
}

// shippedSets returns the non-empty collections by level and by theme.
func shippedSets(problems []bank.Problem) []collection {
	byLevel := make([]collection, len(levels))
	for i, l := range levels {
		byLevel[i] = collection{id: fmt.Sprintf("level-%d", i+1), title: l.title, group: groupLevel}
	}
	var themes []collection
	members := map[string][]int{} // indices of a collection, by its id
	add := func(set *collection, i int) {
		set.problems = append(set.problems, problems[i].ID)
		members[set.id] = append(members[set.id], i)
	}
	for i := range problems {
		p := &problems[i]
		add(&byLevel[levelOf(float64(p.Rating))], i)
		for _, tag := range p.Tags {
			k := slices.IndexFunc(themes, func(c collection) bool { return c.title == tag })
			if k < 0 {
				k = len(themes)
				themes = append(themes, collection{id: "theme-" + tag, title: tag, group: groupTheme})
			}
			add(&themes[k], i)
		}
	}
	slices.SortFunc(themes, func(a, b collection) int { return strings.Compare(a.title, b.title) })
	sets := slices.DeleteFunc(append(byLevel, themes...), func(c collection) bool { return len(c.problems) == 0 })
	return withPictures(sets, problems, members)
}

// withPictures gives each collection a picture, different from the others if possible.
func withPictures(sets []collection, problems []bank.Problem, members map[string][]int) []collection {
	used := map[*bank.Problem]bool{}
	for i := range sets {
		all := members[sets[i].id]
		from := slices.DeleteFunc(slices.Clone(all), func(n int) bool { return used[&problems[n]] })
		if len(from) == 0 {
			from = all
		}
		shown := pictured(problems, from)
		used[shown] = true
		sets[i].picture = &TrainingPicture{Board: shown.Board.Spec(), Stones: convert.Colors(shown.Stones)}
	}
	return sets
}

// ownSet returns an imported collection.
func ownSet(c ownCollection) collection {
	set := collection{id: ownPrefix + c.ID, title: c.Title, group: groupOwn}
	for n := range c.Problems {
		set.problems = append(set.problems, ownID(c.ID, n+1))
	}
	return set
}

// ownID returns the id of an imported problem, n from 1.
func ownID(collection string, n int) string { return fmt.Sprint(ownPrefix, collection, "-", n) }

// progress returns a trainee's progress in a collection.
func (who *trainee) progress(set collection) TrainingCollection {
	out := TrainingCollection{
		ID: set.id, Title: set.title, Group: set.group, Part: set.part, Problems: len(set.problems), Picture: set.picture,
	}
	for _, id := range set.problems {
		switch c := who.cards[id]; {
		case c.Solved > 0:
			out.Solved++
		case c.Tried > 0:
			out.Failed++
		}
	}
	return out
}

// collectionProblems returns the problems of a collection.
func (s *Service) collectionProblems(ctx context.Context, owner, id string) ([]bank.Problem, error) {
	if rest, own := strings.CutPrefix(id, ownPrefix); own {
		return s.ownProblems(ctx, owner, rest)
	}
	if classes.IsSet(id) {
		return s.givenProblems(ctx, owner, id)
	}
	shelf, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	set, ok := shelf.set(id)
	if !ok {
		return nil, apierror.Say(apierror.NotFound, "training.noCollection", "This collection does not exist.")
	}
	var problems []bank.Problem
	for _, p := range set.problems {
		problems = append(problems, shelf.problems[shelf.index[p]])
	}
	return problems, nil
}

// set returns a collection of shipped problems.
func (sh *shelf) set(id string) (collection, bool) {
	for _, c := range sh.sets {
		if c.id == id {
			return c, true
		}
	}
	for _, c := range sh.courses {
		for _, part := range c.parts {
			if part.id == id {
				return part, true
			}
		}
	}
	return collection{}, false
}

// shownProblem returns the wire form of a problem in the view of its key.
func (s *Service) shownProblem(ctx context.Context, who *trainee, key string) (*TrainingProblem, error) {
	p, view, err := s.resolve(ctx, who.Owner, key)
	if err != nil {
		return nil, err
	}
	shown := view.Show(p.Problem)
	card := who.cards[p.ID]
	out := &TrainingProblem{
		Key: key, Board: p.Board.Spec(), Stones: convert.Colors(shown.Stones), ToPlay: convert.Side(shown.ToPlay),
		Question: p.Question.String(), Target: convert.Points(shown.Target), Region: convert.Points(shown.Region),
		Forbidden: forbiddenIn(trainer.Start(&shown)), Notes: p.Notes, Tags: append([]string{}, p.Tags...),
		Solutions: len(p.First), Tried: card.Tried, Solved: card.Solved,
	}
	if !strings.HasPrefix(p.ID, ownPrefix) {
		r := s.rating(p).Rating
		out.Rank, out.Points = bank.Rank(r.Points), r.Points
	}
	if at := who.state.Pending; at.Key != key || at.Mode != modeExam {
		hint := firstHint(p, view)
		out.Hint, out.HintWords = hint.Text, convert.Sentence(hint)
	}
	if who.state.Pending.Key == key {
		if err := s.showPending(ctx, who, p, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// showPending adds the rating effect of the problem and its position.
func (s *Service) showPending(ctx context.Context, who *trainee, p *bank.Problem, out *TrainingProblem) error {
	at := who.state.Pending
	out.Mode = at.Mode
	if out.Counts = counts(at.Mode, p.ID, who.cards[p.ID]); out.Counts {
		failed := who.Rating
		ratePerson(&failed, s.rating(p).Rating, false)
		out.Cost = who.Rating.Points - failed.Points
	}
	switch at.Mode {
	case modeExam:
		if e := who.state.Exam; e != nil {
			out.Number, out.Of = len(e.Answers)+1, len(e.Problems)
		}
	case modeCollection:
		problems, err := s.collectionProblems(ctx, who.Owner, at.Collection)
		if err != nil {
			return err
		}
		out.Of = len(problems)
		out.Number = 1 + slices.IndexFunc(problems, func(other bank.Problem) bool { return other.ID == p.ID })
		set, err := s.named(ctx, who.Owner, at.Collection)
		out.Title, out.Group, out.Part = set.title, set.group, set.part
		return err
	}
	return nil
}

// named returns a collection with its title and group. Imported ones lack their problems.
func (s *Service) named(ctx context.Context, owner, id string) (collection, error) {
	if rest, own := strings.CutPrefix(id, ownPrefix); own {
		c, err := s.own(ctx, owner, rest)
		return collection{title: c.Title, group: groupOwn}, err
	}
	if classes.IsSet(id) {
		given, err := s.Classes.Set(ctx, id)
		return collection{title: given.Title, group: given.Group, part: given.Part}, err
	}
	shelf, err := s.load(ctx)
	if err != nil {
		return collection{}, err
	}
	set, _ := shelf.set(id)
	return set, nil
}

// counts reports whether an attempt changes ratings: the first attempt at a shipped problem that the player did not choose.
func counts(mode, id string, card keptCard) bool {
	return (mode == modeRated || mode == modeExam) && card.Tried == 0 && !strings.HasPrefix(id, ownPrefix)
}

// forbiddenIn returns the empty points of the region where the side to move may not play.
func forbiddenIn(at *trainer.Position) []wire.Forbidden {
	out := []wire.Forbidden{}
	for p, c := range at.Stones() {
		if c != game.Empty {
			continue
		}
		if r := at.Check(game.Place(game.Point(p))); r != game.Legal && r != game.OffBoard {
			out = append(out, wire.Forbidden{Point: p, Reason: r.Code()})
		}
	}
	return out
}

// puzzleOf converts a problem for the trainer.
func puzzleOf(p *bank.Problem) trainer.Puzzle {
	best := p.Best
	if best == "" {
		best = life.Unknown
	}
	return trainer.Puzzle{Problem: p.Problem, First: p.First, Line: p.Line, Best: best}
}
