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

// Task is the name of the task that one node at a time performs.
const Task = "teams"

// The pace of running matches.
const (
	lookEvery = time.Second
	readEvery = time.Minute // all matches, even without a reported change
	tryAgain  = 5 * time.Second
	hopeless  = 24 * time.Hour // when to give up a game that cannot be created
)

// running is a match in the memory of the node that runs it.
type running struct {
	m      contest
	b      body
	read   time.Time       // zero if it has to be read again
	wait   time.Time       // earliest next attempt after an error
	made   bool            // all its games exist
	begun  map[int]bool    // the indexes of boards whose games exist
	untold bool            // some of their players have not been notified
	tellAt time.Time       // when to notify again after an error
	lined  int             // the version of the line-ups whose players know the starting time
	watch  *schedule.Watch // watches for absent players
	failed time.Time       // since when a game cannot be created
	tried  time.Time       // last attempt
	tidied bool            // all games at boards decided otherwise have ended
}

func newRunning() *running { return &running{begun: map[int]bool{}, watch: schedule.NewWatch()} }

// Run runs matches until ctx ends.
func (s *Service) Run(ctx context.Context) {
	matches := map[string]*running{}
	var read time.Time
	s.hub.Run(ctx, lookEvery, func(changed []string, _ bool) {
		if s.Now().Sub(read) >= readEvery {
			if err := s.readAll(ctx, matches); err == nil {
				read = s.Now()
			} else if ctx.Err() == nil {
				s.Log.Error("team matches are not running", "err", err)
			}
		}
		s.lookAtAll(ctx, matches, changed)
	})
}

// readAll marks all unfinished matches to be read.
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

// lookAtAll handles each match, and first reads matches that have changed. An error in one match does not stop the others.
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
			e.read, e.wait = time.Time{}, s.Now().Add(tryAgain) // memory may differ from the store
			if ctx.Err() == nil {
				s.Log.Error("a team match is delayed", "match", id, "err", err)
			}
		}
		if done {
			delete(all, id)
		}
	}
}

// look performs what is due in a match, and reports whether the match is over.
func (s *Service) look(ctx context.Context, id string, e *running) (done bool, err error) {
	fresh := s.Now().Sub(e.read) >= readEvery
	if fresh {
		e.m, e.b, err = s.match(ctx, id)
		if errors.Is(err, errNoMatch) { // also if the id is a team's
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
		if _, late := errors.AsType[*store.Conflict](err); late { // another writer was faster
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

// step performs the next due step of a match, if any. fresh means that it was just read, because it has
// or may have changed.
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

// begin seats the players and stores that, which determines the games.
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
			s.Log.Error("the time of a team's last use was not stored", "team", q.ID, "err", err)
		}
	}
	return nil
}

// play creates the games, stores results, and ends games with an absent player. The match is over when all games are. A
// game that cannot be created, or a player who cannot be notified, does not stop the rest.
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
			s.Log.Error("players were not notified of the start of their match", "match", e.m.ID, "err", err)
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

// tidy ends unfinished games at boards that count for neither side: this was just
// stored, or stored by a server that ended before ending the games.
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
			s.Log.Error("a damaged game of a team match was not ended", "game", g.ID, "err", damaged)
			continue
		}
		if err != nil {
			return err
		}
	}
	e.tidied = true
	return nil
}

// open returns the ids of unfinished games, by board index.
func (e *running) open() map[int]string {
	ids := map[int]string{}
	for i, t := range e.b.Boards {
		if t.Result == "" {
			ids[i] = gameID(e.m.ID, i+1)
		}
	}
	return ids
}

// place returns the board index of a game.
func place(game string) int {
	n, _ := strconv.Atoi(game[strings.LastIndexByte(game, '-')+1:])
	return n - 1
}

// makeGames creates the missing games, all at about the same time. It retries a failed game and
// gives it up after a day.
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
	s.Log.Error("a game of a team match was not created", "match", e.m.ID, "err", err)
	return nil
}

// hasBegun records that the game at a board exists: its players are notified and awaited.
func (s *Service) hasBegun(e *running, i int) {
	if e.begun[i] {
		return
	}
	e.begun[i], e.untold = true, true
	e.watch.Expect(gameID(e.m.ID, i+1), s.Now(), seconds(e.b.Setup.NoShow))
}

// giveUp ends the boards whose games cannot be created.
func (s *Service) giveUp(ctx context.Context, e *running, missing map[int]string) error {
	there, err := s.Store.Games(ctx, sorted(missing)) // one may exist after all
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

// gameOf returns the setup of the game at a board. The game keeps the players' current names.
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

// takeResults stores the results of ended games.
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

// lastOf returns the event that has ended a game. For an unreadable game the result is taken
// from its header.
func (s *Service) lastOf(ctx context.Context, g store.Game) (match.Event, error) {
	_, entries, err := s.Store.Load(ctx, g.ID)
	if damaged, ok := errors.AsType[*store.Damaged](err); ok {
		s.Log.Error("a game of a team match is damaged; its result counts", "game", g.ID, "err", damaged)
		return match.Event{}, nil
	}
	if err != nil || len(entries) == 0 {
		return match.Event{}, err
	}
	return entries[len(entries)-1].Event, nil
}

// lookForAbsent ends the games with an absent player.
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
	for _, g := range games { // an error in one does not stop the others
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

// lookAt checks whether the players of one game are present, and ends the game if one is absent, unless they have just
// moved. If both are absent, or the game is damaged, it counts for neither side.
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
		s.Log.Error("a game of a team match is damaged; it counts for neither side", "game", g.ID, "err", err)
		return false, nil
	case err != nil || !ended:
		return true, err
	}
	e.watch.Forget(g.ID)
	return !both, nil
}

// tell notifies players of a match, once about each subject.
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

// tellLineUps notifies the players of the starting time, unless the match starts now.
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

// tellBegun notifies the players whose games have begun.
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
