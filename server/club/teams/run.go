package teams

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/guard"
	"moyo/server/base/schedule"
	"moyo/server/people/notify"
	"moyo/server/store"
)

// Task is the name of what one node of a server does for all.
const Task = "teams"

// The pace of running matches.
const (
	lookEvery = time.Second
	readEvery = time.Minute // all matches, also where no change was told
	tryAgain  = 5 * time.Second
	hopeless  = 24 * time.Hour // after which a game that cannot be made is given up
)

// running is a match in the memory of the node that runs it.
type running struct {
	m      contest
	b      body
	read   time.Time       // zero where it has to be read
	wait   time.Time       // nothing is done before, after an error
	made   bool            // its games are there
	begun  map[int]bool    // the places of the boards whose games are
	untold bool            // not all of their players know
	tellAt time.Time       // when they are told again, after an error
	lined  int             // the version of the line-ups whose players know when it begins
	watch  *schedule.Watch // whether their players have come
	failed time.Time       // since when a game cannot be made
	tried  time.Time       // when that was tried last
	tidied bool            // no game goes on at a board that was decided without it
}

func newRunning() *running { return &running{begun: map[int]bool{}, watch: schedule.NewWatch()} }

// Run has matches go on until ctx ends.
func (s *Service) Run(ctx context.Context) {
	matches := map[string]*running{}
	var read time.Time
	s.hub.Run(ctx, lookEvery, func(changed []string, _ bool) {
		if s.Now().Sub(read) >= readEvery {
			if err := s.readAll(ctx, matches); err == nil {
				read = s.Now()
			} else if ctx.Err() == nil {
				s.Log.Error("matches of teams are not looked after", "err", err)
			}
		}
		s.lookAtAll(ctx, matches, changed)
	})
}

// readAll notes all matches that are not over, to be read.
func (s *Service) readAll(ctx context.Context, all map[string]*running) error {
	for _, phase := range unfinished {
		list, err := s.kept.matchesIn(ctx, phase, s.Limits.Matches)
		if err != nil {
			return err
		}
		for _, m := range list {
			if all[m.ID] == nil {
				all[m.ID] = newRunning()
			}
		}
	}
	return nil
}

// lookAtAll looks at each match, and reads those again that have changed. An error in one match does not stop the others.
func (s *Service) lookAtAll(ctx context.Context, all map[string]*running, changed []string) {
	for _, id := range changed {
		if all[id] == nil {
			all[id] = newRunning()
		}
		all[id].read, all[id].wait = time.Time{}, time.Time{}
	}
	for id, e := range all {
		if s.Now().Before(e.wait) {
			continue
		}
		done := false
		err := guard.Run(func() (err error) {
			done, err = s.look(ctx, id, e)
			return err
		})
		if err != nil {
			e.read, e.wait = time.Time{}, s.Now().Add(tryAgain) // what is in memory may not be what is kept
			if ctx.Err() == nil {
				s.Log.Error("a match of teams does not go on", "match", id, "err", err)
			}
		}
		if done {
			delete(all, id)
		}
	}
}

// look does what there is to do in a match now, and says whether nothing is to come any more.
func (s *Service) look(ctx context.Context, id string, e *running) (done bool, err error) {
	fresh := s.Now().Sub(e.read) >= readEvery
	if fresh {
		e.m, e.b, err = s.match(ctx, id)
		if errors.Is(err, errNoMatch) { // also where it is a team that was changed
			return true, nil
		}
		if err != nil {
			return false, err
		}
		e.read = s.Now()
	}
	for {
		before := e.m.Version
		err := s.step(ctx, e, fresh)
		if _, late := errors.AsType[*store.Conflict](err); late { // somebody was faster
			e.read = time.Time{}
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if e.m.Phase == over || e.m.Phase == off {
			return true, nil
		}
		if e.m.Version == before {
			return false, nil
		}
		fresh = false
	}
}

// step does the next thing that there is to do in a match, if any. fresh says that it was read just now,
// because something has changed or may have.
func (s *Service) step(ctx context.Context, e *running, fresh bool) error {
	if e.m.Phase == playing {
		return s.play(ctx, e, fresh)
	}
	if e.m.Phase != proposed && e.m.Phase != lining {
		return nil
	}
	if fresh {
		teams, err := s.teamsOf(ctx, e.m)
		if err != nil {
			return err
		}
		if teams[home] == nil || e.m.Guest != "" && teams[guest] == nil {
			return s.end(ctx, e, off, "closed")
		}
	}
	switch late := !s.Now().Before(e.b.Until); {
	case e.m.Phase == proposed && late:
		return s.end(ctx, e, off, "late")
	case e.m.Phase == proposed:
		return nil
	case e.b.bothReady() && !s.Now().Before(e.b.Begins):
		return s.begin(ctx, e)
	case e.b.bothReady() && fresh:
		return s.tellLineUps(ctx, e)
	case e.b.bothReady() || !late:
		return nil
	}
	for side := range sideNames {
		if e.b.Sides[side].ready() {
			e.b.Won, e.b.WonBy = &side, byLineUp
			return s.end(ctx, e, over, "")
		}
	}
	return s.end(ctx, e, off, "lineup")
}

// end ends a match.
func (s *Service) end(ctx context.Context, e *running, phase, why string) error {
	e.m.Phase, e.b.Why = phase, why
	return s.saveMatch(ctx, &e.m, &e.b)
}

// begin has everybody sit down, and writes that down: from here on it is known which games there are.
func (s *Service) begin(ctx context.Context, e *running) error {
	teams, err := s.teamsOf(ctx, e.m)
	if err != nil {
		return err
	}
	var errs []error
	fits := func(side int, player string) bool {
		p, err := s.Store.Player(ctx, player)
		if err != nil {
			errs = append(errs, err)
			return false
		}
		return teams[side] != nil && teams[side].has(player) && p.Role != store.Deleted && !s.Now().Before(p.Suspended)
	}
	e.b.Boards = nil
	e.b.seat(!e.b.Setup.Lot || s.Coin(), fits)
	if err := errors.Join(errs...); err != nil {
		e.b.Boards = nil
		return err
	}
	e.m.Phase = playing
	if err := s.saveMatch(ctx, &e.m, &e.b); err != nil {
		return err
	}
	for _, q := range teams {
		if q == nil {
			continue
		}
		if err := s.used(ctx, q.team); err != nil {
			s.Log.Error("it is not noted that a team plays", "team", q.ID, "err", err)
		}
	}
	return nil
}

// play makes the games, notes results, and ends games to which a player has not come. The match is over when all games are. A
// game that cannot be made, or a player who cannot be told, does not stop the rest.
func (s *Service) play(ctx context.Context, e *running, fresh bool) error {
	if !e.made && s.Now().Sub(e.tried) >= readEvery {
		if err := s.makeGames(ctx, e); err != nil {
			return err
		}
	}
	if e.untold && !s.Now().Before(e.tellAt) {
		err := s.tellBegun(ctx, e)
		if e.untold = err != nil; e.untold {
			e.tellAt = s.Now().Add(readEvery)
			s.Log.Error("players are not told that their match begins", "match", e.m.ID, "err", err)
		}
	}
	if fresh {
		if err := s.takeResults(ctx, e); err != nil {
			return err
		}
	}
	if err := s.tidy(ctx, e); err != nil {
		return err
	}
	if e.b.left() == 0 {
		return s.end(ctx, e, over, "")
	}
	return s.lookForAbsent(ctx, e)
}

// tidy ends the games that go on although it is written down that they count for neither side: that was
// done just now, or a server has ended in between.
func (s *Service) tidy(ctx context.Context, e *running) error {
	if e.tidied {
		return nil
	}
	decided := map[int]string{}
	for i, t := range e.b.Boards {
		if t.Game && t.Result == nothing {
			decided[i] = gameID(e.m.ID, i+1)
		}
	}
	games, err := s.Store.Games(ctx, sorted(decided))
	if err != nil {
		return err
	}
	for _, g := range games {
		if g.Phase == match.Finished {
			continue
		}
		loser := g.Black.Player
		if g.Turn == game.White {
			loser = g.White.Player
		}
		err := s.Games.End(ctx, g.ID, loser)
		if damaged, ok := errors.AsType[*store.Damaged](err); ok {
			s.Log.Error("the game of a match is damaged; it is not ended", "game", g.ID, "err", damaged)
			continue
		}
		if err != nil {
			return err
		}
	}
	e.tidied = true
	return nil
}

// open returns the ids of the games that go on, by the place of their boards.
func (e *running) open() map[int]string {
	ids := map[int]string{}
	for i, t := range e.b.Boards {
		if t.Result == "" {
			ids[i] = gameID(e.m.ID, i+1)
		}
	}
	return ids
}

// place returns the place of the board at which a game is played.
func place(game string) int {
	n, _ := strconv.Atoi(game[strings.LastIndexByte(game, '-')+1:])
	return n - 1
}

// makeGames makes the games that are not there, all at about the same time. One that cannot be made is
// tried again, and given up in the end.
func (s *Service) makeGames(ctx context.Context, e *running) error {
	e.tried = s.Now()
	missing := e.open()
	there, err := s.Store.Games(ctx, sorted(missing))
	if err != nil {
		return err
	}
	for _, g := range there {
		s.hasBegun(e, place(g.ID))
		delete(missing, place(g.ID))
	}
	places := []int{}
	for i := range missing {
		places = append(places, i)
	}
	made := make([]bool, len(places))
	err = schedule.Make(len(places), func(i int) error {
		setup, err := s.gameOf(ctx, e, e.b.Boards[places[i]])
		if err != nil {
			return err
		}
		_, err = s.Games.CreateAs(ctx, missing[places[i]], setup)
		made[i] = err == nil || errors.Is(err, store.ErrExists)
		if made[i] {
			return nil
		}
		return err
	})
	for i, ok := range made {
		if ok {
			s.hasBegun(e, places[i])
			delete(missing, places[i])
		}
	}
	switch {
	case len(missing) == 0:
		e.made = true
		return nil
	case e.failed.IsZero():
		e.failed = s.Now()
	case s.Now().Sub(e.failed) >= hopeless:
		return s.giveUp(ctx, e, missing)
	}
	s.Log.Error("a game of a match is not made", "match", e.m.ID, "err", err)
	return nil
}

// hasBegun notes that the game at a board is there, whose players are told and are to come.
func (s *Service) hasBegun(e *running, i int) {
	if e.begun[i] {
		return
	}
	e.begun[i], e.untold = true, true
	e.watch.Expect(gameID(e.m.ID, i+1), s.Now(), seconds(e.b.Setup.NoShow))
}

// giveUp ends the boards at which a game cannot be made.
func (s *Service) giveUp(ctx context.Context, e *running, missing map[int]string) error {
	there, err := s.Store.Games(ctx, sorted(missing)) // one may be there although it did not look so
	if err != nil {
		return err
	}
	for _, g := range there {
		s.hasBegun(e, place(g.ID))
		delete(missing, place(g.ID))
	}
	for i := range missing {
		e.b.Boards[i].Game, e.b.Boards[i].Result = false, nothing
	}
	if err := s.saveMatch(ctx, &e.m, &e.b); err != nil {
		return err
	}
	e.made = true
	return nil
}

func sorted(ids map[int]string) []string {
	list := []string{}
	for i := range maxBoards {
		if id, ok := ids[i]; ok {
			list = append(list, id)
		}
	}
	return list
}

// gameOf returns what the game at a board is made of. Names are those of now: a game keeps them.
func (s *Service) gameOf(ctx context.Context, e *running, t table) (match.Setup, error) {
	setup := gameSetup(e.b.Setup)
	black, white := t.black()
	for _, side := range []struct {
		player string
		seat   *match.Seat
	}{{black, &setup.Black}, {white, &setup.White}} {
		seat, err := s.names.Seat(ctx, side.player)
		if err != nil {
			return setup, err
		}
		*side.seat = seat
	}
	if e.b.Setup.Handicap {
		setup = s.Terms.Settle(ctx, setup)
	}
	return setup, nil
}

// takeResults notes what came of the games that have ended.
func (s *Service) takeResults(ctx context.Context, e *running) error {
	open := e.open()
	games, err := s.Store.Games(ctx, sorted(open))
	if err != nil {
		return err
	}
	news := false
	for _, g := range games {
		if g.Phase != match.Finished {
			continue
		}
		last, err := s.lastOf(ctx, g)
		if err != nil {
			return err
		}
		t := &e.b.Boards[place(g.ID)]
		winner, forfeit := schedule.Winner(g, last)
		switch winner {
		case "":
			t.Result = drawn
		case t.Players[home]:
			t.Result = wins(home, forfeit)
		default:
			t.Result = wins(guest, forfeit)
		}
		news = true
	}
	if !news {
		return nil
	}
	return s.saveMatch(ctx, &e.m, &e.b)
}

// lastOf returns the event that has ended a game; of one that cannot be read its header says what came of
// it.
func (s *Service) lastOf(ctx context.Context, g store.Game) (match.Event, error) {
	_, entries, err := s.Store.Load(ctx, g.ID)
	if damaged, ok := errors.AsType[*store.Damaged](err); ok {
		s.Log.Error("the game of a match is damaged; its result is taken as it is", "game", g.ID, "err", damaged)
		return match.Event{}, nil
	}
	if err != nil || len(entries) == 0 {
		return match.Event{}, err
	}
	return entries[len(entries)-1].Event, nil
}

// lookForAbsent ends the games to which a player has not come.
func (s *Service) lookForAbsent(ctx context.Context, e *running) error {
	due := e.watch.Due(s.Now(), func(game string) bool { return e.b.Boards[place(game)].Result != "" }, s.Games.Here)
	if len(due) == 0 {
		return nil
	}
	games, err := s.Store.Games(ctx, due)
	if err != nil {
		return err
	}
	var errs []error
	void := false
	for _, g := range games { // one that cannot be looked at holds up no others
		counts, err := s.lookAt(ctx, e, g)
		if errs = append(errs, err); !counts {
			e.b.Boards[place(g.ID)].Result, void = nothing, true
		}
	}
	if void {
		if err := s.saveMatch(ctx, &e.m, &e.b); err != nil {
			return errors.Join(append(errs, err)...)
		}
	}
	return errors.Join(append(errs, s.takeResults(ctx, e))...)
}

// lookAt looks whether the players of one game have come, and ends it if somebody has not, unless they have moved
// just now. Where neither has come, or the game is damaged, it counts for neither side.
func (s *Service) lookAt(ctx context.Context, e *running, g store.Game) (counts bool, err error) {
	left := func() (time.Duration, error) {
		return schedule.Known{Load: s.Store.Load, AtWork: s.Games.AtWork}.Left(ctx, g, seconds(e.b.Setup.NoShow))
	}
	awaited, _, both, err := e.watch.Absent(g, s.Now(), left, s.Games.Here)
	if awaited == "" {
		return true, err
	}
	ended, err := s.Games.Forfeit(ctx, g.ID, awaited)
	switch {
	case schedule.IsGone(err):
		s.Log.Error("the game of a match is damaged; it counts for neither side", "game", g.ID, "err", err)
		return false, nil
	case err != nil || !ended:
		return true, err
	}
	e.watch.Forget(g.ID)
	return !both, nil
}

// tell tells players of a match, each once of the same thing.
func (s *Service) tell(ctx context.Context, e *running, what notify.TeamWhat, players [2][]string) error {
	teams, err := s.teamsOf(ctx, e.m)
	if err != nil {
		return err
	}
	names := [2]string{}
	for side, q := range teams {
		if q != nil {
			names[side] = q.Name
		}
	}
	var errs []error
	for side, list := range players {
		for i, player := range list {
			if player == "" {
				continue
			}
			errs = append(errs,
				s.Tell(ctx, notify.TeamNews{
					Player: player, What: what, Team: names[side], Other: names[1-side],
					Board: i + 1, At: e.b.Begins, Path: matchPath(e.m.ID), Key: e.m.ID,
				}))
		}
	}
	return errors.Join(errs...)
}

// tellLineUps tells the players when the match begins, unless it begins now.
func (s *Service) tellLineUps(ctx context.Context, e *running) error {
	if e.b.Setup.Notice == 0 || e.lined == e.m.Version {
		return nil
	}
	err := s.tell(ctx, e, notify.TeamLinedUp, [2][]string{e.b.Sides[home].Line, e.b.Sides[guest].Line})
	if err == nil {
		e.lined = e.m.Version
	}
	return err
}

// tellBegun tells those whose games have begun.
func (s *Service) tellBegun(ctx context.Context, e *running) error {
	var players [2][]string
	for i, t := range e.b.Boards {
		for side, player := range t.Players {
			if t.Result != "" || !e.begun[i] {
				player = ""
			}
			players[side] = append(players[side], player)
		}
	}
	return s.tell(ctx, e, notify.TeamBegins, players)
}
