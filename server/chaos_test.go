package server

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"moyo/game/match"
	"moyo/internal/testenv"
	"moyo/server/cluster"
	"moyo/server/store/postgres"
	"moyo/server/store/postgres/pgtest"
)

// The load, and what is asked of the site.
const (
	chaosNodes  = 3
	chaosGames  = 40 // at any time, each with four pages
	chaosPairs  = 6  // more games, with clocks, whose players move at once
	chaosPace   = 800 * time.Millisecond
	chaosBudget = 10 * time.Second // until a game goes on again: lease 3 s, takeover 1 s, a page that hears nothing 3 s, its pace, and a busy machine
	upgradeTime = 2 * time.Second  // as chaosBudget, where a node is stopped and its people come back at once
	clockLoss   = 2 * time.Second  // that a clock may lose where a node ends
	chaosStray  = 60               // goroutines that a node may have more at the end than at its beginning
)

// chaosSite is a server of three processes, each of which reaches PostgreSQL and NATS
// through relays of its own.
type chaosSite struct {
	t        *testing.T
	postgres *pgtest.Cluster
	address  string // of the database, without the relays
	logs     *os.File
	nats     *process
	nodes    [chaosNodes]*chaosNode
	end      atomic.Bool
	began    time.Time

	mu    sync.Mutex
	games map[string]*chaosGame
	lines [chaosGames + chaosPairs]line
}

// line is one of the places at which games follow each other.
type line struct {
	acks []ack
}

// ack is when a command was given and when it was acknowledged.
type ack struct{ call, back time.Time }

// chaosNode is a node through its lives.
type chaosNode struct {
	database, messages *relay
	lives              int
	process            *process
	ready              atomic.Pointer[string] // its address while a proxy would use it
	quiet              int                    // goroutines at the beginning
}

// chaosGame is what somebody knows of a game.
type chaosGame struct {
	version int            // that somebody has seen
	acks    map[string]int // versions of commands
}

func startChaos(t *testing.T) *chaosSite {
	c, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	if c == nil {
		t.Skip("PostgreSQL is not installed here: no initdb in PATH or in /usr/lib/postgresql")
	}
	t.Cleanup(func() { _ = c.Stop() })
	x := &chaosSite{t: t, postgres: c, games: map[string]*chaosGame{}, began: time.Now()}
	if x.address, err = c.Database(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if x.logs, err = os.CreateTemp(t.TempDir(), "log"); err != nil {
		t.Fatal(err)
	}
	x.watchWrites()
	x.nats = startSelf(t, childNATS, t.TempDir(), x.logs)
	at, err := url.Parse(x.address)
	if err != nil {
		t.Fatal(err)
	}
	for i := range x.nodes {
		x.nodes[i] = &chaosNode{
			database: newRelay(t, "unix", filepath.Join(at.Query().Get("host"), ".s.PGSQL.5432")),
			messages: newRelay(t, "tcp", x.nats.said),
		}
		x.start(i)
	}
	stop := make(chan struct{})
	t.Cleanup(func() { close(stop) })
	for _, n := range x.nodes {
		go n.balance(stop)
	}
	return x
}

// watchWrites has the database note who writes each event, and who owns the game then.
func (x *chaosSite) watchWrites() {
	s, err := postgres.Open(x.t.Context(), x.address) // makes the tables
	if err != nil {
		x.t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		x.t.Fatal(err)
	}
	x.sql(`CREATE TABLE writes (game text, version integer, writer text, node text, epoch bigint, PRIMARY KEY (game, version));
		CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			INSERT INTO writes SELECT NEW.game, NEW.version, current_setting('application_name'), o.node, o.epoch
				FROM (SELECT 1) one LEFT JOIN owners o ON o.kind = 'game' AND o.id = NEW.game;
			RETURN NULL;
		END $$;
		CREATE TRIGGER note_write AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION note_write();`)
}

func (x *chaosSite) sql(text string) {
	x.t.Helper()
	conn, err := pgx.Connect(context.Background(), x.address)
	if err != nil {
		x.t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(context.Background(), text); err != nil {
		x.t.Fatal(err)
	}
}

// numbers returns the rows of a query of texts and a number.
func (x *chaosSite) strange(what, text string) {
	x.t.Helper()
	conn, err := pgx.Connect(context.Background(), x.address)
	if err != nil {
		x.t.Fatal(err)
	}
	defer conn.Close(context.Background())
	rows, err := conn.Query(context.Background(), text)
	if err != nil {
		x.t.Fatal(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		x.t.Fatal(err)
	}
	if len(found) > 0 {
		x.t.Errorf("%s: %d, such as %s", what, len(found), strings.Join(found[:min(5, len(found))], "; "))
	}
}

// start starts a node, again with another id.
func (x *chaosSite) start(i int) {
	x.t.Helper()
	n := x.nodes[i]
	n.lives++
	db, err := url.Parse(x.address)
	if err != nil {
		x.t.Fatal(err)
	}
	db.Host, db.RawQuery = n.database.address, url.Values{"sslmode": {"disable"}, "user": {"moyo"}, "application_name": {fmt.Sprintf("node %d.%d", i, n.lives)}}.Encode()
	n.process = startSelf(x.t, childNode, fmt.Sprintf(`{"DB": %q, "NATS": %q, "Role": %q}`, db, "nats://"+n.messages.address, cluster.RoleAll), x.logs)
	n.quiet = goroutines(n.process.said)
	said := n.process.said
	n.ready.Store(&said)
}

// goroutines returns how many a node has, 0 where it does not say.
func goroutines(at string) (n int) {
	res, err := http.Get(at + "/debug/pprof/goroutine?debug=1")
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	_, _ = fmt.Fscanf(res.Body, "goroutine profile: total %d", &n)
	return n
}

// balance looks whether a node can be used, as a proxy in front does.
func (n *chaosNode) balance(stop chan struct{}) {
	client := &http.Client{Timeout: time.Second}
	for tick := time.Tick(300 * time.Millisecond); ; {
		select {
		case <-stop:
			return
		case <-tick:
		}
		at := n.process.said
		res, err := client.Get(at + "/healthz/ready")
		if err == nil {
			_ = res.Body.Close()
		}
		if err != nil || res.StatusCode != http.StatusOK {
			n.ready.Store(nil)
		} else {
			n.ready.Store(&at)
		}
	}
}

// gateway returns the address of any node that can be used, or of any.
func (x *chaosSite) gateway() string {
	first := rand.IntN(chaosNodes)
	for i := range chaosNodes {
		if at := x.nodes[(first+i)%chaosNodes].ready.Load(); at != nil {
			return *at
		}
	}
	time.Sleep(100 * time.Millisecond)
	return x.nodes[first].process.said
}

// game makes a game at a line, or returns nil at the end.
func (x *chaosSite) game(at int, clock string) (*linear, []*tab) {
	for !x.end.Load() {
		g, tabs, err := tryLinear(x.t, x.gateway(), "", clock)
		if err != nil {
			time.Sleep(50 * time.Millisecond)
			continue
		}
		g.gateway, g.pace = x.gateway, chaosPace
		g.acked = func(call time.Time, _ *tab) {
			x.mu.Lock()
			defer x.mu.Unlock()
			x.lines[at].acks = append(x.lines[at].acks, ack{call, time.Now()})
		}
		return g, tabs
	}
	return nil, nil
}

// known notes what is known of a game at its end.
func (x *chaosSite) known(g *linear, tabs []*tab) {
	game := &chaosGame{version: g.end.version, acks: map[string]int{}}
	for _, b := range tabs {
		for id, version := range b.acks {
			game.acks[id] = version
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.games[g.id] = game
}

// load plays one game after the other at a line, and judges each.
func (x *chaosSite) load(at int) (operations, unsure int) {
	for {
		g, tabs := x.game(at, "")
		if g == nil {
			return operations, unsure
		}
		var wg sync.WaitGroup
		for _, b := range tabs {
			wg.Go(b.play)
		}
		wg.Wait()
		g.judge()
		x.known(g, tabs)
		operations, unsure = operations+g.operations, unsure+g.unsure
	}
}

// pair plays games with a clock in which everybody moves at once.
func (x *chaosSite) pair(at int) {
	for {
		g, tabs := x.game(at, "absolute=10m")
		if g == nil {
			return
		}
		g.patient = true
		for ply := 0; ply < 80 && !x.end.Load() && !x.t.Failed(); ply++ {
			time.Sleep(100 * time.Millisecond)
			tabs[ply%2].give(asked{what: "play", by: ply % 2, ply: ply, move: pointOf(ply, ply/45)})
		}
		for _, b := range tabs {
			b.drop()
		}
		x.known(g, tabs)
	}
}

// trouble is what is done to the site.
type trouble struct {
	name   string
	begin  func()
	lasts  time.Duration
	mend   func()
	around bool          // the others go on while it lasts
	within time.Duration // 0 for chaosBudget
	loss   time.Duration // that a clock may lose, 0 for what nobody has promised
}

func (x *chaosSite) troubles() (all []trouble) {
	all = append(all, trouble{name: "nothing", begin: func() {}, lasts: 4 * time.Second, mend: func() {}, around: true, loss: clockLoss})
	for i, n := range x.nodes {
		all = append(all,
			trouble{name: fmt.Sprintf("node %d is killed", i), lasts: 7 * time.Second, around: true, loss: clockLoss,
				begin: func() { n.process.kill() }, mend: func() { x.start(i) }},
			trouble{name: fmt.Sprintf("node %d is paused for 6 s", i), lasts: 6 * time.Second, around: true,
				begin: func() { x.signal(n.process, syscall.SIGSTOP) }, mend: func() { x.signal(n.process, syscall.SIGCONT) }},
			trouble{name: fmt.Sprintf("node %d is cut from NATS for 4 s", i), lasts: 4 * time.Second,
				begin: n.messages.whole.Lock, mend: n.messages.whole.Unlock},
			trouble{name: fmt.Sprintf("node %d is cut from PostgreSQL for 6 s", i), lasts: 6 * time.Second, around: true,
				begin: n.database.whole.Lock, mend: n.database.whole.Unlock},
			trouble{name: fmt.Sprintf("node %d is stopped", i), lasts: 5 * time.Second, around: true, loss: clockLoss,
				begin: func() { x.stop(n.process) }, mend: func() { x.start(i) }},
		)
	}
	return append(all,
		trouble{name: "NATS is killed", lasts: 2 * time.Second, begin: func() { x.nats.kill() }, mend: x.startNATS},
		trouble{name: "PostgreSQL restarts", begin: x.try(x.postgres.Restart), mend: func() {}},
		trouble{name: "PostgreSQL crashes", lasts: 2 * time.Second, begin: x.try(x.postgres.Crash), mend: x.try(x.postgres.Run)},
	)
}

func (x *chaosSite) try(f func() error) func() {
	return func() {
		if err := f(); err != nil {
			x.t.Error(err)
		}
	}
}

func (x *chaosSite) signal(p *process, s syscall.Signal) {
	if err := p.cmd.Process.Signal(s); err != nil {
		x.t.Error(err)
	}
}

// stop ends a process as an operator does.
func (x *chaosSite) stop(p *process) {
	p.meant.Store(true)
	x.signal(p, syscall.SIGTERM)
	go func() {
		select {
		case <-p.ended:
			if state := p.cmd.ProcessState; !state.Success() {
				x.t.Errorf("a node that was stopped ends with %v", state)
			}
		case <-time.After(testTime):
			x.t.Error("a node that was stopped does not end")
		}
	}()
}

func (x *chaosSite) startNATS() {
	x.nats = startSelf(x.t, childNATS, x.t.TempDir(), x.logs)
	for _, n := range x.nodes {
		n.messages.aim(x.nats.said)
	}
}

// back returns when the last of some lines went on after a moment, and whether all have.
func (x *chaosSite) back(lines []line, from time.Time) (last time.Duration, all bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, l := range lines {
		i := slices.IndexFunc(l.acks, func(a ack) bool { return !a.call.Before(from) })
		if i < 0 {
			return 0, false
		}
		last = max(last, l.acks[i].back.Sub(from))
	}
	return last, true
}

// suffered is what came of a trouble.
type suffered struct {
	trouble
	began, mended, over time.Time
	broken              time.Duration // from its beginning until all games went on
	after               time.Duration // from its end
	pairs               time.Duration // the longest time in which one of the pairs could not move
}

// make makes trouble and waits until all is well.
func (x *chaosSite) make(w trouble) suffered {
	s := suffered{trouble: w, began: time.Now()}
	w.begin()
	time.Sleep(w.lasts)
	w.mend()
	s.mended = time.Now()
	for all := false; !all; time.Sleep(20 * time.Millisecond) {
		if time.Since(s.mended) > 3*chaosBudget || x.t.Failed() {
			x.t.Errorf("%s: not all games have gone on after %v", w.name, time.Since(s.mended).Round(time.Millisecond))
			break
		}
		s.after, all = x.back(x.lines[:], s.mended)
	}
	time.Sleep(1500 * time.Millisecond) // until all nodes have seen all leases
	s.over = time.Now()
	s.broken, _ = x.back(x.lines[:], s.began)
	s.pairs = x.longest(s.began, s.over)
	return s
}

// longest returns the longest time between two moves of a pair.
func (x *chaosSite) longest(from, to time.Time) (gap time.Duration) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, l := range x.lines[chaosGames:] {
		before := time.Time{}
		for _, a := range l.acks {
			if !before.IsZero() && a.back.After(from) && before.Before(to) {
				gap = max(gap, a.back.Sub(before))
			}
			before = a.back
		}
	}
	return gap
}

// TestChaos plays on three nodes while each of them, PostgreSQL and NATS are killed,
// paused, cut off and stopped in turn. No move that was acknowledged is lost, each
// event is written by the one that owns the game, each game's history is what one
// log could have answered, and all games go on in time.
func TestChaos(t *testing.T) {
	testenv.Long(t)
	testenv.SkipUnderRace(t)
	x := startChaos(t)
	var playing sync.WaitGroup
	var operations, unsure atomic.Int64
	for i := range chaosGames {
		playing.Go(func() {
			o, u := x.load(i)
			operations.Add(int64(o))
			unsure.Add(int64(u))
		})
	}
	for i := range chaosPairs {
		playing.Go(func() { x.pair(chaosGames + i) })
	}
	time.Sleep(4 * time.Second) // until all have begun
	var all []suffered
	for _, w := range x.troubles() {
		if only := os.Getenv("MOYO_TEST_TROUBLE"); strings.Contains(w.name, only) && !t.Failed() {
			s := x.make(w)
			t.Logf("%6.1f s  %s: all games go on %.1f s after its beginning, %.1f s after its end", time.Since(x.began).Seconds(), w.name, s.broken.Seconds(), s.after.Seconds())
			all = append(all, s)
		}
	}
	x.end.Store(true)
	playing.Wait()
	x.quiet()
	moves := x.checkLogs()
	x.strange("events written by one that did not own the game", `SELECT w.writer || ' wrote ' || w.game || ' ' || w.version || ' of ' || w.node FROM writes w
		JOIN (SELECT node, min(writer) AS writer FROM (SELECT node, writer, count(*) AS n, rank() OVER (PARTITION BY node ORDER BY count(*) DESC) AS place FROM writes WHERE version > 1 GROUP BY node, writer) counted WHERE place = 1 GROUP BY node) usual
		ON usual.node = w.node WHERE w.version > 1 AND w.writer <> usual.writer`)
	x.strange("events without an owner", `SELECT game || ' ' || version FROM writes WHERE version > 1 AND coalesce(node, '') = ''`)
	x.strange("events of a former epoch", `SELECT game || ' ' || version FROM (SELECT game, version, epoch, lag(epoch) OVER (PARTITION BY game ORDER BY version) AS before FROM writes) w WHERE epoch < before`)
	if err := postgres.Check(context.Background(), x.address); err != nil {
		t.Errorf("the database is damaged: %v", err)
	}
	text := "\n  what                                 from its beginning   from its end   longest of a pair   most on a clock\n"
	for _, s := range all {
		lost := mostElapsed(moves, s)
		within := chaosBudget
		if s.within > 0 {
			within = s.within
		}
		switch {
		case s.around && s.broken > within, s.after > within:
			t.Errorf("%s: games went on after %v, and %v after its end, want %v", s.name, s.broken, s.after, within)
		case s.loss > 0 && lost > s.loss:
			t.Errorf("%s: a clock has lost %v", s.name, lost)
		}
		text += fmt.Sprintf("  %-38s %14.1f s %12.1f s %17.1f s %15.1f s\n", s.name, s.broken.Seconds(), s.after.Seconds(), s.pairs.Seconds(), lost.Seconds())
	}
	t.Logf("%d games, %d operations, %d of them sent again or given up%s", len(x.games), operations.Load(), unsure.Load(), text)
	x.checkNodes()
}

// mostElapsed returns the most time that a move took on its player's clock meanwhile.
func mostElapsed(moves []match.Event, s suffered) (most time.Duration) {
	for _, e := range moves {
		if e.At.After(s.began) && e.At.Before(s.over) {
			most = max(most, time.Duration(e.Elapsed)*time.Millisecond)
		}
	}
	return most
}

// checkLogs looks for every command that was acknowledged, and returns the moves of games
// with clocks.
func (x *chaosSite) checkLogs() (moves []match.Event) {
	s, err := postgres.Open(context.Background(), x.address)
	if err != nil {
		x.t.Fatal(err)
	}
	defer s.Close()
	for id, game := range x.games {
		g, log, err := s.Load(context.Background(), id)
		if err != nil || len(log) < game.version {
			x.t.Errorf("game %s: the log has %d events, somebody saw %d: %v", id, len(log), game.version, err)
			continue
		}
		for command, version := range game.acks {
			if version > len(log) || !strings.HasSuffix(log[version-1].Command, "/"+command) {
				x.t.Errorf("game %s: command %s was acknowledged as %d of %d, and is not there", id, command, version, len(log))
			}
		}
		for _, e := range log {
			if g.Clock != "" && e.Event.Kind == match.Moved {
				moves = append(moves, e.Event)
			}
		}
	}
	return moves
}

// quiet waits until the nodes have ended what nobody uses any more.
func (x *chaosSite) quiet() {
	http.DefaultClient.CloseIdleConnections()
	for i, n := range x.nodes {
		have := 0
		for end := time.Now().Add(testTime); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
			if have = goroutines(n.process.said); have <= n.quiet+chaosStray {
				break
			}
		}
		x.t.Logf("node %d has %d goroutines, and had %d when it began", i, have, n.quiet)
		if have == 0 || have > n.quiet+chaosStray {
			x.t.Errorf("node %d has %d goroutines, and had %d when it began", i, have, n.quiet)
		}
	}
}

// checkNodes looks into what the nodes have logged.
func (x *chaosSite) checkNodes() {
	if _, err := x.logs.Seek(0, io.SeekStart); err != nil {
		x.t.Fatal(err)
	}
	text, err := io.ReadAll(x.logs)
	if err != nil {
		x.t.Fatal(err)
	}
	for _, bad := range []string{"panic", "DATA RACE", "request failed"} {
		if i := strings.Index(string(text), bad); i >= 0 {
			x.t.Errorf("the nodes' logs: %s", text[max(0, i-300):min(len(text), i+2000)])
		}
	}
}
