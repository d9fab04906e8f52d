// Package tournament is one tournament as a pure state machine: its players, pairings, games and
// winner. A [Tournament] changes only by [Tournament.Apply], which takes an [Event]; the log of
// events rebuilds it exactly ([Replay]). It has no goroutines and no I/O and reads no clock: events
// carry their times.
//
// [Tournament.Next] returns what a tournament does by itself, such as pairing the next round, as an
// event to apply. The event contains the pairings, so a later change of the pairing algorithm does
// not change the meaning of a log.
//
// The phases of a tournament:
//
//	registering ── started ──▶ running ── ended ──▶ over
//	     └───────── cancelled ───┴───────────────────▲
//
// In running, rounds follow each other: paired, a result for each game, closed. An arena has no
// rounds; there each Paired event starts games of some players that are free.
//
// It is independent of the game: Black is the player that moves first.
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

// Player is a player of the tournament.
type Player struct {
	ID        string
	Rating    int
	Grade     int
	Number    int  // from 1: by rating among the players at the start, then in order of arrival
	Since     int  // rounds that had begun when they joined
	Paused    bool // not paired until further notice
	Withdrawn bool
	entered   bool // took part at the start
	returns   int  // number of times the player joined or returned
	left      int  // the version at which the player withdrew
}

// Game is one game, between the players with these indices.
type Game struct {
	Number       int // from 1, in the tournament
	Round        int // from 1
	Match        int // in the bracket of a knockout, from 1; else 0
	Black, White int
	Result       Result
	Replay       int  // the number of the game that replaces this drawn game of a knockout; else 0
	Seeded       bool // whether the better seed advances if it is drawn
	Real         bool // whether it is to be played; otherwise it was decided when it was paired
	At           time.Time
}

// has reports whether a player plays it, and whether as Black.
func (g *Game) has(p int) (black, ok bool) { return g.Black == p, g.Black == p || g.White == p }

// decided reports whether the game has a result.
func (g *Game) decided() bool { return g.Result != Open }

// Round is one round, or the games that began together in an arena.
type Round struct {
	Games  []int // their numbers
	Byes   []int // players
	Closed bool
	At     time.Time // when it began or, if it is closed, when it closed
}

// Tournament is one tournament. It is not safe for use by several goroutines.
type Tournament struct {
	setup     Setup
	phase     Phase
	halted    bool
	called    bool // cancelled
	why       Why
	version   int
	players   []Player
	byID      map[string]int
	games     []Game
	rounds    []Round
	corrected int   // number of corrections
	done      []int // numbers of decided games, in the order of their first results
	made      time.Time
	started   time.Time
	busy      map[int]int // by player: the number of the running game
	brackets  []bracketMatch
}

// Refusal is the error for an event that the tournament does not allow now.
type Refusal = sentence.Error

func refuse(id, format string, args ...any) error {
	return &Refusal{Sentence: sentence.New(id, format, args...)}
}

// bad returns the error for an event that is not valid in itself: no user action causes it.
func bad(format string, args ...any) error { return refuse("", format, args...) }

// New returns the tournament that first, an Opened event, creates.
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

// Setup returns the setup of the tournament.
func (t *Tournament) Setup() Setup { return t.setup }

// Phase returns the stage of the tournament.
func (t *Tournament) Phase() Phase { return t.phase }

// Halted reports whether the director has stopped it for now.
func (t *Tournament) Halted() bool { return t.halted }

// WasCancelled reports whether the tournament did not take place, or was stopped before its end.
func (t *Tournament) WasCancelled() bool { return t.called }

// Why returns why the server called it off, "" otherwise.
func (t *Tournament) Why() Why { return t.why }

// Version returns the number of events.
func (t *Tournament) Version() int { return t.version }

// Players returns the players in the order in which they joined. The caller must not change it.
func (t *Tournament) Players() []Player { return t.players }

// Player returns the index of a player, including players that have left.
func (t *Tournament) Player(id string) (index int, ok bool) {
	index, ok = t.byID[id]
	return index, ok
}

// Games returns all games by number. The caller must not change it.
func (t *Tournament) Games() []Game { return t.games }

// Rounds returns the rounds that have begun. The caller must not change it.
func (t *Tournament) Rounds() []Round { return t.rounds }

// Playing returns the number of a player's running game, 0 for none.
func (t *Tournament) Playing(player int) int { return t.busy[player] }

// Apply applies one event, or refuses it and leaves the tournament unchanged. The error is a
// *Refusal.
func (t *Tournament) Apply(e Event) error {
	apply, ok := handlers[e.Kind]
	ends := e.Kind == Ended || e.Kind == Cancelled
	switch {
	case !ok:
		return bad("there is no event %q", e.Kind)
	case t.version >= MaxEvents-1 && !ends:
		return refuse("tournament.long", "This tournament has too many events to continue.")
	case t.spare(e) && t.version+t.reserve() >= MaxEvents:
		return refuse("tournament.long", "This tournament has too many events to continue.")
	case t.phase == Over && e.Kind != Resulted:
		return refuse("tournament.over", "The tournament is over.")
	case len(e.Note) > maxNote:
		return refuse("tournament.note", "A note can have at most %d bytes.", maxNote)
	}
	if err := apply(t, e); err != nil {
		return err
	}
	t.version++
	return nil
}

// spare reports whether a tournament can end without this event: a player joins or returns, the
// director stops it, or a result is corrected.
func (t *Tournament) spare(e Event) bool {
	switch e.Kind {
	case Joined, Resumed, Halted:
		return true
	case Resulted:
		return e.Game >= 1 && e.Game <= len(t.games) && t.games[e.Game-1].decided()
	}
	return false
}

// reserve returns the number of events that may still happen without [Tournament.spare] ones: two
// for each game that may begin, a result for each running game, two for each player (pause and
// withdrawal), and the starts and ends of rounds.
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
		return bad("no player joins")
	case known && (!t.players[i].Withdrawn || late):
		return refuse("tournament.joined", "You have already joined this tournament, or have left it.")
	case late && t.setup.Format != Arena && len(t.rounds) > t.setup.Late || late && !t.setup.Format.Pauses():
		return refuse("tournament.tooLate", "It is too late to join this tournament.")
	case known && t.players[i].returns >= mostReturns:
		return restless()
	case full >= t.setup.Most || len(t.players) >= 2*MaxPlayers && !known:
		return refuse("tournament.full", "This tournament is full.")
	case e.Rating < 0 || e.Rating > maxPoints || e.Grade > maxGrade || e.Grade < minGrade:
		return bad("rating %d, grade %d", e.Rating, e.Grade)
	case e.Rating < t.setup.MinRating || t.setup.MaxRating > 0 && (e.Rating > t.setup.MaxRating || e.Rating == 0):
		return refuse("tournament.rating", "Your rating is outside the range of this tournament.")
	case t.setup.For == ForPeople && e.Program:
		return refuse("tournament.people", "This tournament is for people, not for programs.")
	case t.setup.For == ForPrograms && !e.Program:
		return refuse("tournament.programs", "This tournament is for programs only.")
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

// known returns the index of an event's player, if it has not withdrawn.
func (t *Tournament) known(e Event) (int, error) {
	i, ok := t.byID[e.Player]
	if !ok || t.players[i].Withdrawn {
		return 0, refuse("tournament.stranger", "Only players of this tournament can do this.")
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
		return refuse("tournament.noPause", "Players cannot skip a round in this kind of tournament.")
	case t.players[i].Paused:
		return refuse("tournament.paused", "You are already pausing.")
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
		return refuse("tournament.notPaused", "You are not pausing.")
	case t.players[i].returns >= mostReturns:
		return restless()
	}
	t.players[i].Paused = false
	t.players[i].returns++
	return nil
}

func restless() error {
	return refuse("tournament.restless", "You have come back to this tournament %d times, which is the limit.", mostReturns)
}

// start numbers the players: the strongest first, players with equal ratings in order of arrival.
func (t *Tournament) start(e Event) error {
	switch {
	case t.phase != Registering:
		return refuse("tournament.started", "The tournament has already begun.")
	case t.staying() < 2:
		return refuse("tournament.few", "A tournament needs at least two players.")
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

// staying returns how many players have not withdrawn.
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
		return refuse("tournament.notRunning", "The tournament is not running at the moment.")
	case t.setup.Format != Arena && last >= 0 && !t.rounds[last].Closed:
		return refuse("tournament.roundOpen", "The previous round has not ended.")
	case len(e.Pairings)+len(e.Byes) == 0:
		return bad("a round without games")
	case len(t.games)+len(e.Pairings) > maxGames:
		return refuse("tournament.long", "This tournament has too many events to continue.")
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

// paired returns the games and byes of a round, or an error if they are not valid.
func (t *Tournament) paired(e Event) (games []Game, byes []int, err error) {
	seen := map[int]bool{}
	take := func(id string, gone bool) int {
		i, ok := t.byID[id]
		switch {
		case !ok || seen[i]:
			err = bad("player %.40q is paired twice, or is not in the tournament", id)
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
			err = bad("a pairing cannot have the result %.20q", p.Result)
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

// add adds a game to a round.
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
		return refuse("tournament.long", "This tournament has too many events to continue.")
	}
	g.Replay = len(t.games) + 1
	t.add(Game{Round: g.Round, Match: g.Match, Black: g.White, White: g.Black, Real: true, At: e.At}, r)
	return nil
}

// seed lets the better seed advance after a draw, when the match was replayed as often as allowed.
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

// replays returns how often the match of a knockout game was replayed.
func (t *Tournament) replays(g *Game) int {
	n := -1
	for i := range t.games {
		if t.games[i].Match == g.Match {
			n++
		}
	}
	return n
}

// result records the result of a game. A changed result is a correction and needs a person
// responsible for it.
func (t *Tournament) result(e Event) error {
	g, err := t.game(e)
	switch {
	case err != nil:
		return err
	case !slices.Contains(results, e.Result):
		return bad("there is no result %.20q", e.Result)
	case e.Result == g.Result:
		return refuse("tournament.same", "The game already has this result.")
	case g.decided() && (e.By == "" || e.Note == ""):
		return refuse("tournament.why", "Only the director can correct a result, with a note that gives the reason.")
	case g.decided() && t.corrected >= MaxCorrections:
		return refuse("tournament.corrections", "A tournament can have at most %d corrections.", MaxCorrections)
	case !g.Real:
		return refuse("tournament.notPlayed", "That game was not meant to be played.")
	case g.decided() && t.setup.Format.knockout() && (t.rounds[g.Round-1].Closed || g.Replay != 0):
		return refuse("tournament.bracket", "This result can no longer be corrected, because the next round has been paired.")
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

// undecided reports whether the last round has running games.
func (t *Tournament) undecided() bool {
	for _, n := range t.rounds[len(t.rounds)-1].Games {
		if g := &t.games[n-1]; !g.decided() || t.drawn(g) {
			return true
		}
	}
	return false
}

// drawn reports whether a game has to be replayed.
func (t *Tournament) drawn(g *Game) bool {
	return t.setup.Format.knockout() && g.Result == Draw && g.Replay == 0 && !g.Seeded
}

func (t *Tournament) halt(Event) error {
	if t.phase != Running || t.halted {
		return refuse("tournament.notRunning", "The tournament is not running at the moment.")
	}
	t.halted = true
	return nil
}

func (t *Tournament) goOn(Event) error {
	if !t.halted {
		return refuse("tournament.notHalted", "The tournament is not stopped.")
	}
	t.halted = false
	return nil
}

func (t *Tournament) end(e Event) error {
	if t.phase != Running {
		return refuse("tournament.notRunning", "The tournament is not running at the moment.")
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

// over ends the tournament and all play in it.
func (t *Tournament) over(e Event) {
	t.phase, t.halted = Over, false
	clear(t.busy)
}
