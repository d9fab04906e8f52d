// Package tournament is one tournament as a pure state machine: who takes part, who
// meets whom, and who has won. A [Tournament] changes only by [Tournament.Apply], which
// takes an [Event]; the log of events rebuilds it exactly ([Replay]). It has no
// goroutine and no I/O and reads no clock: times come with the events.
//
// What a tournament does by itself, such as to pair the next round, [Tournament.Next]
// says as an event that is yet to be applied. Pairings are computed there and stand in the
// log as they were made, so a log stays what it was when pairing is improved.
//
// A tournament goes through these phases:
//
//	registering ── started ──▶ running ── ended ──▶ over
//	     └───────── cancelled ───┴───────────────────▲
//
// In running, rounds follow each other: paired, a result for each game, closed. An arena has
// no rounds; there each Paired event begins games of some who have none.
//
// It knows no game: Black is who moves first.
package tournament

import (
	"fmt"
	"slices"
	"time"

	"moyo/internal/sentence"
)

// Phase is the stage of a tournament.
type Phase string

// The phases.
const (
	Registering Phase = "open"
	Running     Phase = "running"
	Over        Phase = "over"
)

// Player is somebody who takes part.
type Player struct {
	ID        string
	Rating    int
	Grade     int
	Number    int  // from 1: by rating among those who were there at the start, then as they came
	Since     int  // rounds that had begun when they joined
	Paused    bool // not paired until further notice
	Withdrawn bool
	entered   bool // took part as the tournament began
	returns   int  // how often they have joined or come back
	left      int  // the version at which they have withdrawn
}

// Game is one game, between the players with these indices.
type Game struct {
	Number       int // from 1, in the tournament
	Round        int // from 1
	Match        int // in the bracket of a knockout, from 1; else 0
	Black, White int
	Result       Result
	Replay       int  // the number of the game that replaces this one, a draw in a knockout; else 0
	Seeded       bool // whether the better seed goes on, where it is drawn
	Real         bool // whether it is to be played; otherwise it was decided as it was paired
	At           time.Time
}

// has says whether a player plays it, and whether as Black.
func (g *Game) has(p int) (black, ok bool) { return g.Black == p, g.Black == p || g.White == p }

// decided says whether nobody waits for the game.
func (g *Game) decided() bool { return g.Result != Open }

// Round is one round, or the games that began together in an arena.
type Round struct {
	Games  []int // their numbers
	Byes   []int // players
	Closed bool
	At     time.Time // when it began, and once it is closed when that was
}

// Tournament is one tournament. It is not safe for use by several goroutines.
type Tournament struct {
	setup     Setup
	phase     Phase
	halted    bool
	called    bool // off
	why       Why
	version   int
	players   []Player
	byID      map[string]int
	games     []Game
	rounds    []Round
	corrected int   // how often
	done      []int // numbers of decided games, as they were decided first
	made      time.Time
	started   time.Time
	busy      map[int]int // by player: the number of the game that they play
	brackets  []bracketMatch
}

// Refusal is the error of an event that the tournament does not allow now.
type Refusal = sentence.Error

func refuse(id, format string, args ...any) error {
	return &Refusal{Sentence: sentence.New(id, format, args...)}
}

// bad returns the error of an event that makes no sense in itself: nobody has asked
// for it by hand.
func bad(format string, args ...any) error { return refuse("", format, args...) }

// New returns the tournament that first, an Opened event, begins.
func New(first Event) (*Tournament, error) {
	if first.Kind != Opened || first.Setup == nil {
		return nil, bad("a tournament begins with an event %q that holds its setup", Opened)
	}
	if err := first.Setup.Check(); err != nil {
		return nil, err
	}
	setup := *first.Setup
	setup.TieBreaks = slices.Clone(setup.TieBreaks)
	return &Tournament{setup: setup, phase: Registering, version: 1, made: first.At, byID: map[string]int{}, busy: map[int]int{}}, nil
}

// Replay returns the tournament that a log leads to.
func Replay(log []Event) (*Tournament, error) {
	if len(log) == 0 {
		return nil, bad("the log of the tournament is empty")
	}
	t, err := New(log[0])
	if err != nil {
		return nil, fmt.Errorf("event 1 (%s): %w", log[0].Kind, err)
	}
	for i, e := range log[1:] {
		if err := t.Apply(e); err != nil {
			return nil, fmt.Errorf("event %d (%s): %w", i+2, e.Kind, err)
		}
	}
	return t, nil
}

// Setup returns what the tournament is made of.
func (t *Tournament) Setup() Setup { return t.setup }

// Phase returns the stage of the tournament.
func (t *Tournament) Phase() Phase { return t.phase }

// Halted says whether the director has stopped it for now.
func (t *Tournament) Halted() bool { return t.halted }

// WasCancelled says whether it did not take place, or not to its end.
func (t *Tournament) WasCancelled() bool { return t.called }

// Why says why it was called off where nobody has done so, "" otherwise.
func (t *Tournament) Why() Why { return t.why }

// Version returns the number of events.
func (t *Tournament) Version() int { return t.version }

// Players returns those who take part, as they have joined. It is not to be changed.
func (t *Tournament) Players() []Player { return t.players }

// Player returns somebody's index, and whether they take part or did.
func (t *Tournament) Player(id string) (index int, ok bool) {
	index, ok = t.byID[id]
	return index, ok
}

// Games returns all games, by their numbers. It is not to be changed.
func (t *Tournament) Games() []Game { return t.games }

// Rounds returns the rounds that have begun. It is not to be changed.
func (t *Tournament) Rounds() []Round { return t.rounds }

// Playing returns the number of the game that somebody plays now, 0 for none.
func (t *Tournament) Playing(player int) int { return t.busy[player] }

// Apply applies one event, or refuses it and leaves the tournament as it was. The error
// is a *Refusal.
func (t *Tournament) Apply(e Event) error {
	apply, ok := handlers[e.Kind]
	ends := e.Kind == Ended || e.Kind == Cancelled
	switch {
	case !ok:
		return bad("there is no event %q", e.Kind)
	case t.version >= MaxEvents-1 && !ends:
		return refuse("tournament.long", "This tournament has become too long to go on.")
	case t.spare(e) && t.version+t.reserve() >= MaxEvents:
		return refuse("tournament.long", "This tournament has become too long to go on.")
	case t.phase == Over && e.Kind != Resulted:
		return refuse("tournament.over", "The tournament is over.")
	case len(e.Note) > maxNote:
		return refuse("tournament.note", "A note has at most %d bytes.", maxNote)
	}
	if err := apply(t, e); err != nil {
		return err
	}
	t.version++
	return nil
}

// spare says whether a tournament comes to its end without an event: somebody comes or stops it,
// or corrects a result.
func (t *Tournament) spare(e Event) bool {
	switch e.Kind {
	case Joined, Resumed, Halted:
		return true
	case Resulted:
		return e.Game >= 1 && e.Game <= len(t.games) && t.games[e.Game-1].decided()
	}
	return false
}

// reserve returns how many events there may be yet although nothing [Tournament.spare] happens: two
// for each game that may begin, a result for each that has, two for each player, who pauses or
// leaves, and what begins and closes rounds.
func (t *Tournament) reserve() int {
	const rounds = 512
	return 2*(maxGames-len(t.games)) + len(t.games) - len(t.done) + 2*len(t.players) + rounds
}

var handlers = map[Kind]func(*Tournament, Event) error{
	Joined: (*Tournament).join, Withdrew: (*Tournament).withdraw, Paused: (*Tournament).pause, Resumed: (*Tournament).resume,
	Started: (*Tournament).start, Paired: (*Tournament).pair, Assigned: (*Tournament).assign,
	Seeded: (*Tournament).seed, Resulted: (*Tournament).result,
	Closed: (*Tournament).close, Halted: (*Tournament).halt, Continued: (*Tournament).goOn,
	Ended: (*Tournament).end, Cancelled: (*Tournament).cancel,
}

func (t *Tournament) join(e Event) error {
	i, known := t.byID[e.Player]
	late := t.phase == Running
	full := 0
	for _, p := range t.players {
		if !p.Withdrawn {
			full++
		}
	}
	switch {
	case e.Player == "":
		return bad("nobody joins")
	case known && (!t.players[i].Withdrawn || late):
		return refuse("tournament.joined", "You take part already, or did.")
	case late && t.setup.Format != Arena && len(t.rounds) > t.setup.Late || late && !t.setup.Format.Pauses():
		return refuse("tournament.tooLate", "It is too late to join this tournament.")
	case known && t.players[i].returns >= mostReturns:
		return restless()
	case full >= t.setup.Most || len(t.players) >= 2*MaxPlayers && !known:
		return refuse("tournament.full", "This tournament has as many players as it can have.")
	case e.Rating < 0 || e.Rating > maxPoints || e.Grade > maxGrade || e.Grade < minGrade:
		return bad("rating %d, grade %d", e.Rating, e.Grade)
	case e.Rating < t.setup.MinRating || t.setup.MaxRating > 0 && (e.Rating > t.setup.MaxRating || e.Rating == 0):
		return refuse("tournament.rating", "This tournament is for players with another rating.")
	case t.setup.For == ForPeople && e.Program:
		return refuse("tournament.people", "This tournament is for people, not for programs.")
	case t.setup.For == ForPrograms && !e.Program:
		return refuse("tournament.programs", "This tournament is for programs alone.")
	}
	p := Player{ID: e.Player, Rating: e.Rating, Grade: e.Grade, Since: len(t.rounds), returns: 1}
	if known {
		p.returns += t.players[i].returns
	}
	if late {
		p.Number = len(t.players) + 1
	}
	if known {
		t.players[i] = p
		return nil
	}
	t.byID[e.Player] = len(t.players)
	t.players = append(t.players, p)
	return nil
}

// known returns the index of an event's player, who has not withdrawn.
func (t *Tournament) known(e Event) (int, error) {
	i, ok := t.byID[e.Player]
	if !ok || t.players[i].Withdrawn {
		return 0, refuse("tournament.stranger", "Somebody who takes no part cannot do that.")
	}
	return i, nil
}

func (t *Tournament) withdraw(e Event) error {
	i, err := t.known(e)
	if err == nil {
		t.players[i].Withdrawn, t.players[i].Paused, t.players[i].left = true, false, t.version
	}
	return err
}

func (t *Tournament) pause(e Event) error {
	i, err := t.known(e)
	switch {
	case err != nil:
		return err
	case !t.setup.Format.Pauses():
		return refuse("tournament.noPause", "In such a tournament nobody can leave out a round.")
	case t.players[i].Paused:
		return refuse("tournament.paused", "You pause already.")
	}
	t.players[i].Paused = true
	return nil
}

func (t *Tournament) resume(e Event) error {
	i, err := t.known(e)
	switch {
	case err != nil:
		return err
	case !t.players[i].Paused:
		return refuse("tournament.notPaused", "You do not pause.")
	case t.players[i].returns >= mostReturns:
		return restless()
	}
	t.players[i].Paused = false
	t.players[i].returns++
	return nil
}

func restless() error {
	return refuse("tournament.restless", "You have come back to this tournament %d times, and that is as often as one may.", mostReturns)
}

// start numbers the players: the strongest first, those of one rating as they came.
func (t *Tournament) start(e Event) error {
	switch {
	case t.phase != Registering:
		return refuse("tournament.started", "The tournament has begun.")
	case t.staying() < 2:
		return refuse("tournament.few", "A tournament needs two players.")
	}
	order := make([]int, len(t.players))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if t.players[a].Withdrawn != t.players[b].Withdrawn {
			if t.players[a].Withdrawn {
				return 1
			}
			return -1
		}
		return t.players[b].Rating - t.players[a].Rating
	})
	for n, i := range order {
		t.players[i].Number = n + 1
		t.players[i].entered = !t.players[i].Withdrawn
	}
	t.phase, t.started = Running, e.At
	if t.setup.Format.knockout() {
		t.brackets = newBracket(t.staying(), t.setup.Format == DoubleKnockout)
	}
	return nil
}

// staying returns how many have not withdrawn.
func (t *Tournament) staying() (n int) {
	for _, p := range t.players {
		if !p.Withdrawn {
			n++
		}
	}
	return n
}

func (t *Tournament) pair(e Event) error {
	switch last := len(t.rounds) - 1; {
	case t.phase != Running || t.halted:
		return refuse("tournament.notRunning", "The tournament does not go on now.")
	case t.setup.Format != Arena && last >= 0 && !t.rounds[last].Closed:
		return refuse("tournament.roundOpen", "The round before has not ended.")
	case len(e.Pairings)+len(e.Byes) == 0:
		return bad("a round without games")
	case len(t.games)+len(e.Pairings) > maxGames:
		return refuse("tournament.long", "This tournament has become too long to go on.")
	}
	games, byes, err := t.paired(e)
	if err != nil {
		return err
	}
	r := Round{Byes: byes, At: e.At}
	for _, g := range games {
		t.add(g, &r)
	}
	t.rounds = append(t.rounds, r)
	return nil
}

// paired returns the games and byes of a round, or what is wrong with them.
func (t *Tournament) paired(e Event) (games []Game, byes []int, err error) {
	seen := map[int]bool{}
	take := func(id string, gone bool) int {
		i, ok := t.byID[id]
		switch {
		case !ok || seen[i]:
			err = bad("player %.40q is paired twice, or not here", id)
		case t.players[i].Withdrawn && !gone || t.busy[i] != 0:
			err = bad("player %.40q cannot be paired now", id)
		}
		seen[i] = true
		return i
	}
	for _, p := range e.Pairings {
		black, white := take(p.Black, p.Result != Open), take(p.White, p.Result != Open)
		g := Game{Match: p.Match, Black: black, White: white, Result: p.Result, Real: p.Result == Open, At: e.At}
		if p.Result != Open && !slices.Contains([]Result{BlackForfeit, WhiteForfeit, BothAbsent}, p.Result) {
			err = bad("a pairing has no result %.20q", p.Result)
		}
		if t.setup.Format.knockout() != (p.Match > 0) || p.Match > len(t.brackets) {
			err = bad("there is no match %d", p.Match)
		}
		games = append(games, g)
	}
	for _, id := range e.Byes {
		byes = append(byes, take(id, false))
	}
	return games, byes, err
}

// add takes a game into a round.
func (t *Tournament) add(g Game, r *Round) {
	g.Number = len(t.games) + 1
	if g.Round == 0 {
		g.Round = len(t.rounds) + 1
	}
	t.games = append(t.games, g)
	r.Games = append(r.Games, g.Number)
	if g.Result == Open {
		t.busy[g.Black], t.busy[g.White] = g.Number, g.Number
	}
}

// game returns the game of an event.
func (t *Tournament) game(e Event) (*Game, error) {
	if e.Game < 1 || e.Game > len(t.games) {
		return nil, bad("there is no game %d", e.Game)
	}
	return &t.games[e.Game-1], nil
}

func (t *Tournament) assign(e Event) error {
	g, err := t.game(e)
	if err != nil {
		return err
	}
	r := &t.rounds[g.Round-1]
	if t.phase != Running || r.Closed || !t.drawn(g) {
		return bad("game %d is not to be replayed", e.Game)
	}
	if len(t.games) >= maxGames {
		return refuse("tournament.long", "This tournament has become too long to go on.")
	}
	g.Replay = len(t.games) + 1
	t.add(Game{Round: g.Round, Match: g.Match, Black: g.White, White: g.Black, Real: true, At: e.At}, r)
	return nil
}

// seed has the better seed go on after a draw, where a match was replayed as often as it may be.
func (t *Tournament) seed(e Event) error {
	g, err := t.game(e)
	if err != nil {
		return err
	}
	if t.phase != Running || t.rounds[g.Round-1].Closed || !t.drawn(g) || t.replays(g) < MaxReplays {
		return bad("game %d is not decided by the seeds", e.Game)
	}
	g.Seeded = true
	return nil
}

// replays returns how often the match of a game of a knockout was replayed.
func (t *Tournament) replays(g *Game) int {
	n := -1
	for i := range t.games {
		if t.games[i].Match == g.Match {
			n++
		}
	}
	return n
}

// result notes what came of a game. Another result than before is a correction, which
// somebody has to answer for.
func (t *Tournament) result(e Event) error {
	g, err := t.game(e)
	switch {
	case err != nil:
		return err
	case !slices.Contains(results, e.Result):
		return bad("there is no result %.20q", e.Result)
	case e.Result == g.Result:
		return refuse("tournament.same", "That is the result already.")
	case g.decided() && (e.By == "" || e.Note == ""):
		return refuse("tournament.why", "A result is corrected by the director, with a note that says why.")
	case g.decided() && t.corrected >= MaxCorrections:
		return refuse("tournament.corrections", "In one tournament are at most %d corrections.", MaxCorrections)
	case !g.Real:
		return refuse("tournament.notPlayed", "That game was never to be played.")
	case g.decided() && t.setup.Format.knockout() && (t.rounds[g.Round-1].Closed || g.Replay != 0):
		return refuse("tournament.bracket", "The others have gone on by that result: it can be corrected only until the next round.")
	case t.phase == Over && !g.decided():
		return refuse("tournament.over", "The tournament is over.")
	case t.called:
		return refuse("tournament.over", "The tournament is over.")
	}
	if !g.decided() {
		delete(t.busy, g.Black)
		delete(t.busy, g.White)
		t.done = append(t.done, g.Number)
	} else {
		t.corrected++
	}
	g.Result = e.Result
	return nil
}

func (t *Tournament) close(e Event) error {
	last := len(t.rounds) - 1
	if t.setup.Format == Arena || last < 0 || t.rounds[last].Closed || t.undecided() {
		return bad("there is no round to close")
	}
	t.rounds[last].Closed, t.rounds[last].At = true, e.At
	return nil
}

// undecided says whether somebody still plays in the last round.
func (t *Tournament) undecided() bool {
	for _, n := range t.rounds[len(t.rounds)-1].Games {
		if g := &t.games[n-1]; !g.decided() || t.drawn(g) {
			return true
		}
	}
	return false
}

// drawn says whether a game has to be replayed.
func (t *Tournament) drawn(g *Game) bool {
	return t.setup.Format.knockout() && g.Result == Draw && g.Replay == 0 && !g.Seeded
}

func (t *Tournament) halt(Event) error {
	if t.phase != Running || t.halted {
		return refuse("tournament.notRunning", "The tournament does not go on now.")
	}
	t.halted = true
	return nil
}

func (t *Tournament) goOn(Event) error {
	if !t.halted {
		return refuse("tournament.notHalted", "Nobody has stopped the tournament.")
	}
	t.halted = false
	return nil
}

func (t *Tournament) end(e Event) error {
	if t.phase != Running {
		return refuse("tournament.notRunning", "The tournament does not go on now.")
	}
	t.over(e)
	return nil
}

func (t *Tournament) cancel(e Event) error {
	if e.Why != "" && e.Why != NoGames {
		return bad("there is no reason %.20q", e.Why)
	}
	t.called, t.why = true, e.Why
	t.over(e)
	return nil
}

// over ends the tournament: nobody plays in it any more.
func (t *Tournament) over(e Event) {
	t.phase, t.halted = Over, false
	clear(t.busy)
}
