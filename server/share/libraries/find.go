package libraries

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"moyo/game"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/queue"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/study/gameindex"
)

// The limits of answers.
const (
	usualPage  = 50
	maxPage    = 200
	usualNamed = 10
	maxNamed   = 50
	maxMoves   = 100
	maxText    = 100 // bytes of a search text
	mostReads  = 20  // parts of a list read for one page
	mostTries  = 5   // attempts while the index changes
)

func (s *Service) registerFind(api endpoint.API) {
	errs := []int{http.StatusBadRequest, http.StatusTooManyRequests}
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "search-library", Method: http.MethodPost, Path: "/api/library/search",
		Summary: "Games of your library, by players, date and position", Errors: errs,
	}, s.search)
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "explore-library", Method: http.MethodPost, Path: "/api/library/explore",
		Summary: "The moves played in a position in the games of your library, with their results", Errors: errs,
	}, s.explore)
}

// sides are the numbers of the corners in the library.
var sides = map[string]int{"top-left": 0, "top-right": 1, "bottom-left": 2, "bottom-right": 3}

// lookup returns the lookup for a position, unless the search is forbidden.
func (s *Service) lookup(ctx context.Context, a asker, in LibraryPosition) (gameindex.Lookup, error) {
	var none gameindex.Lookup
	if len(in.Rules) > boards.MaxSpec {
		return none, apierror.New(apierror.BadRequest, "rules %.20q...: an id has at most %d characters", in.Rules, boards.MaxSpec)
	}
	b, err := s.Boards.Get(ctx, in.Board)
	if err != nil {
		return none, apierror.Invalid(err)
	}
	rules, err := s.Rules(in.Rules)
	if err != nil {
		return none, apierror.Invalid(err)
	}
	pos, err := rules.New(b)
	if err == nil {
		err = convert.Reach(ctx, pos, in.Stones, in.ToPlay, in.Moves)
	}
	if err == nil && s.Forbids != nil {
		err = s.Forbids(ctx, a.turn, pos)
	}
	side, ok := sides[in.Side]
	switch {
	case ctx.Err() != nil:
		return none, ctx.Err()
	case err != nil:
		return none, apierror.Invalid(err)
	case in.Corner != 0 && !ok:
		return none, apierror.New(apierror.BadRequest, "%.20q is no corner; want top-left, top-right, bottom-left or bottom-right", in.Side)
	}
	position, err := s.symmetriesOf(b).Lookup(gameindex.Query{Position: pos, Corner: in.Corner, Side: side})
	if err != nil || in.Corner != 0 && in.Corner != 6 && in.Corner != 9 {
		return none, apierror.Say(apierror.BadRequest, "library.corners", "This board is too small for corners of that size.")
	}
	return position, nil
}

// entries calls f with the index entries of a key, except those of deleted games. If the index changes meanwhile, it calls begin
// and starts again.
func (s *Service) entries(ctx context.Context, owner string, key uint64, begin func(), f func(gameindex.Entry)) error {
	for range mostTries {
		segments, gone, err := s.kept.segments(ctx, owner)
		if err != nil {
			return err
		}
		isGone := make(map[uint32]bool, len(gone))
		for _, n := range gone {
			isGone[n] = true
		}
		begin()
		ids := wholeOf(segments)
		err = gameindex.Find(ctx, pages{s.kept, owner}, ids, key, func(e gameindex.Entry) {
			if !isGone[e.Game] {
				f(e)
			}
		})
		if err != nil {
			return err
		}
		after, _, err := s.kept.segments(ctx, owner)
		if err != nil {
			return err
		}
		still := wholeOf(after)
		if !slices.ContainsFunc(ids, func(id int64) bool { return !slices.Contains(still, id) }) {
			return nil
		}
	}
	return errors.New("the index of a library keeps changing")
}

func wholeOf(segments []keptSegment) (ids []int64) {
	for _, v := range segments {
		if v.State == complete {
			ids = append(ids, v.ID)
		}
	}
	return ids
}

// ask runs work when it is the caller's turn.
func (s *Service) ask(ctx context.Context, a asker, work func() error) error {
	if err := s.Rates.Allow(ctx, "library", s.Rate); err != nil {
		return err
	}
	err := s.Queue.Do(ctx, queue.Board, a.turn, nil, work)
	if errors.Is(err, gameindex.ErrDamaged) {
		s.Log.Error("the index of a library is damaged and will be rebuilt", "err", err)
		if _, err := s.kept.reset(ctx, a.owner, deleteAtOnce); err != nil {
			return err
		}
		s.wake(a, false)
		return apierror.Say(apierror.TooMany, "library.again",
			"Your library's index was damaged and is being rebuilt from your games. Please try again in a minute.")
	}
	return err
}

func (s *Service) explore(ctx context.Context, in *struct{ Body LibraryPosition }) (*endpoint.Answer[LibraryExplored], error) {
	a := s.asker(ctx)
	var out LibraryExplored
	err := s.ask(ctx, a, func() (err error) {
		out, err = s.explored(ctx, a, in.Body)
		return err
	})
	if err != nil {
		return nil, err
	}
	if !out.Whole {
		s.wake(a, false)
	}
	return endpoint.Reply(out), nil
}

func (s *Service) explored(ctx context.Context, a asker, in LibraryPosition) (out LibraryExplored, err error) {
	position, err := s.lookup(ctx, a, in)
	if err != nil {
		return out, err
	}
	have, err := s.kept.one(ctx, a.owner)
	if err != nil {
		return out, err
	}
	most := within(in.Limit, usualNamed, maxNamed)
	var tally *gameindex.Tally
	// A game may have reached the position more than once.
	again := func() { tally = gameindex.NewTally(4 * most) }
	if err := s.entries(ctx, a.owner, position.Key, again, func(e gameindex.Entry) { tally.Add(e) }); err != nil {
		return out, err
	}
	out = LibraryExplored{Moves: []LibraryMove{}, Years: []LibraryYear{}, Games: []LibraryGame{}, Whole: have.Waiting == 0}
	for _, f := range tally.Moves() {
		out.Times += f.Times
		if len(out.Moves) < maxMoves {
			out.Moves = append(out.Moves, moveOf(position.Answer(f)))
		}
	}
	years := tally.Years()
	for _, y := range slices.Sorted(maps.Keys(years)) {
		out.Years = append(out.Years, LibraryYear{Year: y, Times: years[y]})
	}
	out.Games, err = s.named(ctx, a.owner, position, firstOf(tally.Hits()), most)
	return out, err
}

func moveOf(a gameindex.Answer) LibraryMove {
	color := ""
	if a.Move != "" {
		color = convert.Side(a.Color)
	}
	return LibraryMove{
		Move: a.Move, Point: int(a.Point), Color: color, Times: a.Times, Black: a.Black,
		White: a.White, Draws: a.Draws, Other: a.Other, Year: a.Year,
	}
}

// within returns n limited to most, or usual if n is 0.
func within(n, usual, most int) int {
	if n <= 0 {
		return usual
	}
	return min(n, most)
}

// firstOf returns the first entry of each game, in order.
func firstOf(entries []gameindex.Entry) (first []gameindex.Entry) {
	seen := map[uint32]bool{}
	for _, e := range entries {
		if !seen[e.Game] {
			seen[e.Game] = true
			first = append(first, e)
		}
	}
	return first
}

// named returns at most a given number of games that really contain the position, from some entries.
func (s *Service) named(
	ctx context.Context, owner string, position gameindex.Lookup, entries []gameindex.Entry, most int,
) ([]LibraryGame, error) {
	entries = entries[:min(most, len(entries))]
	var numbers []uint32
	for _, e := range entries {
		numbers = append(numbers, e.Game)
	}
	kept, err := s.kept.records(ctx, owner, numbers)
	if err != nil {
		return nil, err
	}
	found := make(map[uint32]keptGame, len(kept))
	for _, g := range kept {
		found[g.Number] = g
	}
	named := []LibraryGame{}
	titles := titler{Service: s}
	reader := gameindex.NewReader(s.opener(ctx))
	for _, e := range entries {
		g, ok := found[e.Game]
		if !ok {
			continue // just deleted
		}
		read, err := s.open(ctx, reader, g)
		if err != nil {
			return nil, err
		}
		if read.Line.Board != nil && position.Same(read.Line, int(e.Ply)) {
			one := gameOf(ctx, &titles, g)
			one.At = new(int)
			*one.At = int(e.Ply)
			named = append(named, one)
		}
	}
	return named, nil
}

func (s *Service) search(ctx context.Context, in *struct{ Body LibrarySearch }) (*endpoint.Answer[LibraryPage], error) {
	a := s.asker(ctx)
	q, err := queryOf(a.owner, in.Body)
	if err != nil {
		return nil, err
	}
	out := LibraryPage{Games: []LibraryGame{}}
	err = s.ask(ctx, a, func() error {
		if in.Body.Position != nil {
			out, err = s.withPosition(ctx, a, q, *in.Body.Position)
			return err
		}
		out, err = s.filled(ctx, q, func(keptGame) bool { return true })
		return err
	})
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(out), nil
}

// filled returns a page with the games of a query for which wanted is true.
func (s *Service) filled(ctx context.Context, q gameQuery, wanted func(keptGame) bool) (LibraryPage, error) {
	out := LibraryPage{Games: []LibraryGame{}}
	most := q.Limit
	titles := titler{Service: s}
	for range mostReads {
		games, next, err := s.kept.games(ctx, q)
		if err != nil {
			return out, err
		}
		for _, g := range games {
			if wanted(g) {
				out.Games = append(out.Games, gameOf(ctx, &titles, g))
			}
			if len(out.Games) == most {
				at := g.Cursor()
				if next == nil && g.Number == games[len(games)-1].Number {
					return out, nil
				}
				out.Next = cursorText(at)
				return out, nil
			}
		}
		if out.Next, q.After = "", next; next == nil {
			return out, nil
		}
		out.Next = cursorText(*next)
	}
	return out, nil
}

// withPosition returns a page with the games of a query that reached a position.
func (s *Service) withPosition(ctx context.Context, a asker, q gameQuery, in LibraryPosition) (LibraryPage, error) {
	none := LibraryPage{Games: []LibraryGame{}}
	position, err := s.lookup(ctx, a, in)
	if err != nil {
		return none, err
	}
	var at map[uint32]int // turns before the position
	err = s.entries(ctx, q.Owner, position.Key, func() { at = map[uint32]int{} }, func(e gameindex.Entry) {
		if first, ok := at[e.Game]; !ok || int(e.Ply) < first {
			at[e.Game] = int(e.Ply)
		}
	})
	if err != nil || len(at) == 0 {
		return none, err
	}
	if len(at) <= mostNumbers {
		q.Numbers = slices.Collect(maps.Keys(at))
	}
	out, err := s.filled(ctx, q, func(g keptGame) bool { _, ok := at[g.Number]; return ok })
	for i := range out.Games {
		ply := at[uint32(out.Games[i].Number)]
		out.Games[i].At = &ply
	}
	return out, err
}

// queryOf returns the query for a search.
func queryOf(owner string, in LibrarySearch) (q gameQuery, err error) {
	q = gameQuery{
		Owner: owner, Player: in.Player, Opponent: in.Opponent, Event: in.Event, Game: in.Game, Board: in.Board, Result: store.Result(in.Result),
		Moves: in.Moves, File: in.File, Limit: within(in.Limit, usualPage, maxPage),
	}
	for _, text := range []*string{&q.Player, &q.Opponent, &q.Event} {
		*text = clip(*text)
	}
	if len(q.Game)+len(q.Board) > boards.MaxSpec {
		return q, apierror.New(apierror.BadRequest, "the game and the board can have at most %d characters", boards.MaxSpec)
	}
	if q.Result == "draw" {
		q.Result = store.Drawn
	}
	results := []store.Result{"", blackWon, whiteWon, store.Drawn, notKnown, store.Won, store.Lost}
	if !slices.Contains(results, q.Result) {
		return q, apierror.New(apierror.BadRequest, "the result %.20q is not black, white, draw, unknown, won or lost", in.Result)
	}
	if q.Color, err = colorOf(in.Color); err != nil {
		return q, err
	}
	if q.From, err = dayOf(in.From, 0); err != nil {
		return q, err
	}
	if q.To, err = dayOf(in.To, 99); err != nil {
		return q, err
	}
	q.After, err = cursorOf(in.After)
	return q, err
}

func colorOf(text string) (game.Color, error) {
	if text == "" {
		return game.Empty, nil
	}
	side, ok := convert.ParseSide(text)
	if !ok {
		return game.Empty, apierror.New(apierror.BadRequest, "the colour %.20q is neither black nor white", text)
	}
	return side, nil
}

// dayOf parses a date such as 2016, 2016-03 or 2016-03-09. rest fills in a missing month and day.
func dayOf(text string, rest int) (day int, err error) {
	if text == "" {
		return 0, nil
	}
	parts := strings.Split(text, "-")
	numbers := []int{0, rest, rest}
	for i, part := range parts {
		if i < len(numbers) {
			numbers[i], err = strconv.Atoi(part)
		}
		if err != nil || i == len(numbers) || numbers[i] < 0 || numbers[i] > []int{9999, 99, 99}[i] {
			return 0, apierror.Say(apierror.BadRequest, "library.date",
				"%.20q is not a valid date. Write a year, a month or a day, such as 2016, 2016-03 or 2016-03-09.", text)
		}
	}
	return numbers[0]*10000 + numbers[1]*100 + numbers[2], nil
}

func cursorText(c gamePlace) string { return fmt.Sprintf("%d.%d", c.Day, c.Number) }

func cursorOf(text string) (*gamePlace, error) {
	if text == "" {
		return nil, nil
	}
	day, number, _ := strings.Cut(text, ".")
	d, err1 := strconv.Atoi(day)
	n, err2 := strconv.ParseUint(number, 10, 32)
	if err := errors.Join(err1, err2); err != nil || d < 0 || d > 99999999 {
		return nil, apierror.New(apierror.BadRequest, "after %.40q is not a valid cursor", text)
	}
	return &gamePlace{Day: d, Number: uint32(n)}, nil
}
