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

	"github.com/coder/websocket"
	"github.com/jackc/pgx/v5"

	"moyo/game/match"
	"moyo/internal/testenv"
	"moyo/server/base/cluster"
	"moyo/server/store/postgres"
	"moyo/server/store/postgres/pgtest"
)

// The load and the time limits.
const (
	chaosGames = 40 // at any time, each with four pages
	chaosPairs = 12 // more games, with clocks, whose players move immediately
	chaosQuiet = 9  // more games for each node that is cut off from PostgreSQL, with one move each
	chaosPace  = 500 * time.Millisecond
	// until a game continues: lease 3 s, takeover 1 s, a page's timeout 3 s, its pace, and a busy machine
	chaosBudget = 10 * time.Second
	upgradeTime = 2 * time.Second // as chaosBudget, for a stopped node, whose players reconnect immediately
	clockLoss   = 2 * time.Second // that a clock may lose when a node ends
	// the same for a hanging node: its lease and a second; a page that reconnects earlier has lost 3 s
	hungLoss   = 4 * time.Second
	chaosStray = 60 // further goroutines that a node may have at the end
)

// chaosSite is a server of several processes, each of which reaches PostgreSQL and NATS
// through its own relays.
type chaosSite struct {
	t        *testing.T
	postgres *pgtest.Cluster
	address  string // of the database, without the relays
	logs     *os.File
	nats     *process
	nodes    []*chaosNode
	end      atomic.Bool
	began    time.Time

	mu    sync.Mutex
	games map[string]*chaosGame
	lines [chaosGames + chaosPairs]line
}

// line is a sequence of games.
type line struct{ answers []answer }

// answer is the time of a request and of its answer.
type answer struct{ call, back time.Time }

// chaosNode is a node with its restarts.
type chaosNode struct {
	role               string
	database, messages *relay
	lives              int
	process            atomic.Pointer[process]
	ready              atomic.Pointer[string] // its address while it is ready
	quiet              int                    // goroutines at the start
}

// chaosGame is a finished game.
type chaosGame struct {
	*linear
	acks map[string]int // versions of commands
}

func startChaos(t *testing.T, roles ...string) *chaosSite {
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
	for i, role := range roles {
		x.nodes = append(x.nodes, &chaosNode{
			role:     role,
			database: newRelay(t, "unix", filepath.Join(at.Query().Get("host"), ".s.PGSQL.5432")),
			messages: newRelay(t, "tcp", x.nats.said),
		})
		x.start(i)
	}
	stop := make(chan struct{})
	t.Cleanup(func() { close(stop) })
	for _, n := range x.nodes {
		go n.balance(stop)
	}
	return x
}

// watchWrites makes the database record the writer of each event, and the game's owner at that time.
func (x *chaosSite) watchWrites() {
	s, err := postgres.Open(x.t.Context(), x.address) // creates the tables
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

// strange reports rows of a query that should find none.
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

// start starts a node, with a new id each time.
func (x *chaosSite) start(i int) {
	x.t.Helper()
	n := x.nodes[i]
	n.lives++
	db, err := url.Parse(x.address)
	if err != nil {
		x.t.Fatal(err)
	}
	db.Host = n.database.address
	db.RawQuery = url.Values{"sslmode": {"disable"}, "user": {"moyo"}, "application_name": {fmt.Sprintf("node %d.%d", i, n.lives)}}.Encode()
	p := startSelf(x.t, childNode, fmt.Sprintf(`{"DB": %q, "NATS": %q, "Role": %q}`, db, "nats://"+n.messages.address, n.role), x.logs)
	n.process.Store(p)
	n.quiet = goroutines(p.said)
	n.ready.Store(&p.said)
}

// goroutines returns the number in a node, 0 if unknown.
func goroutines(at string) (n int) {
	res, err := http.Get(at + "/debug/pprof/goroutine?debug=1")
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	_, _ = fmt.Fscanf(res.Body, "goroutine profile: total %d", &n)
	return n
}

// balance checks whether a node is ready, as a load balancer does.
func (n *chaosNode) balance(stop chan struct{}) {
	client := &http.Client{Timeout: time.Second}
	for tick := time.Tick(300 * time.Millisecond); ; {
		select {
		case <-stop:
			return
		case <-tick:
		}
		at := n.process.Load().said
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

// gateways are the nodes that accept clients.
func (x *chaosSite) gateways() []*chaosNode {
	return slices.DeleteFunc(slices.Clone(x.nodes), func(n *chaosNode) bool { return n.role == cluster.RoleGame })
}

// gateway returns the address of a random ready node, or of any.
func (x *chaosSite) gateway() string {
	gateways := x.gateways()
	first := rand.IntN(len(gateways))
	for i := range gateways {
		if at := gateways[(first+i)%len(gateways)].ready.Load(); at != nil {
			return *at
		}
	}
	time.Sleep(100 * time.Millisecond)
	return gateways[first].process.Load().said
}

// game creates a game at a line, or returns nil at the end.
func (x *chaosSite) game(at int, clock string) (*linear, []*tab) {
	for !x.end.Load() {
		g, tabs, err := tryLinear(x.t, x.gateway(), "", clock)
		if err != nil {
			time.Sleep(50 * time.Millisecond)
			continue
		}
		g.gateway, g.pace = x.gateway, chaosPace
		g.hears = func(call time.Time) {
			x.mu.Lock()
			defer x.mu.Unlock()
			x.lines[at].answers = append(x.lines[at].answers, answer{call, time.Now()})
		}
		return g, tabs
	}
	return nil, nil
}

// known records the final state of a game.
func (x *chaosSite) known(g *linear, tabs []*tab) {
	game := &chaosGame{linear: g, acks: map[string]int{}}
	for _, b := range tabs {
		for id, version := range b.acks {
			game.acks[id] = version
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.games[g.id] = game
}

// load plays games one after another at a line.
func (x *chaosSite) load(at int) {
	for {
		g, tabs := x.game(at, "")
		if g == nil {
			return
		}
		var wg sync.WaitGroup
		for _, b := range tabs {
			wg.Go(b.play)
		}
		wg.Wait()
		x.known(g, tabs)
	}
}

// pair plays games with a clock, without pauses.
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

// trouble is a fault that the test causes.
type trouble struct {
	name   string
	begin  func()
	lasts  time.Duration
	mend   func()
	within time.Duration // longest pause of a game
	loss   time.Duration // that a clock may lose, 0 without a limit
}

func (x *chaosSite) troubles() (all []trouble) {
	add := func(name string, begin func(), lasts time.Duration, mend func(), within, loss time.Duration) {
		all = append(all, trouble{name, begin, lasts, mend, within, loss})
	}
	nothing := func() {}
	add("nothing", nothing, 2*time.Second, nothing, upgradeTime, clockLoss)
	each := func(what string, begin func(i int, n *chaosNode), lasts time.Duration,
		mend func(i int, n *chaosNode), within, loss time.Duration) {
		for i, n := range x.nodes { // one after another, so that the previous one has games again
			name := fmt.Sprintf("node %d is %s", i, what)
			if n.role != cluster.RoleAll {
				name = fmt.Sprintf("node %d (%s) is %s", i, n.role, what)
			}
			if i > 0 && n.role != cluster.RoleAll && n.role == x.nodes[i-1].role {
				continue // one for each role is enough
			}
			add(name, func() { begin(i, n) }, lasts, func() { mend(i, n) }, within, loss)
		}
	}
	start := func(i int, _ *chaosNode) { x.start(i) }
	each("killed", func(_ int, n *chaosNode) { n.process.Load().kill() }, 6*time.Second, start, chaosBudget, clockLoss)
	each("paused for 6 s", func(_ int, n *chaosNode) { x.signal(n.process.Load(), syscall.SIGSTOP) }, 6*time.Second,
		func(_ int, n *chaosNode) { x.signal(n.process.Load(), syscall.SIGCONT) }, chaosBudget, hungLoss)
	each("cut from NATS for 4 s", func(_ int, n *chaosNode) { n.messages.whole.Lock() }, 4*time.Second,
		func(_ int, n *chaosNode) { n.messages.whole.Unlock() }, 4*time.Second+chaosBudget, 0)
	each("cut from PostgreSQL for 6 s", func(i int, _ *chaosNode) { x.cutMoves(i) }, 6*time.Second,
		func(_ int, n *chaosNode) { n.database.whole.Unlock() }, chaosBudget, 0)
	each("stopped", func(_ int, n *chaosNode) { x.stop(n.process.Load()) }, 4*time.Second, start, upgradeTime, clockLoss)
	add("NATS is killed, and back after 2 s", func() { x.nats.kill() }, 2*time.Second, x.startNATS, 2*time.Second+chaosBudget, 0)
	add("PostgreSQL restarts", x.try(x.postgres.Restart), 0, nothing, chaosBudget, 0)
	add("PostgreSQL crashes, and is back after 2 s", x.try(x.postgres.Crash), 2*time.Second, x.try(x.postgres.Run), 2*chaosBudget, 0)
	return all
}

// cutMoves cuts a node off from PostgreSQL. In some games a move is then in transit, the last
// event there: others only watch the game when another node has it. The version would not
// reject that late move; the writer's lost ownership does.
func (x *chaosSite) cutMoves(i int) {
	gateways := x.gateways()
	at := func(i int) func() string {
		return func() string { return gateways[i%len(gateways)].process.Load().said }
	}
	var black, white []*tab
	for len(black) < chaosQuiet {
		g, tabs, err := tryLinear(x.t, at(i)(), "", "")
		if err != nil {
			x.t.Error(err)
			break
		}
		g.gateway = at(i)
		tabs[0].look()
		black, white = append(black, tabs[0]), append(white, tabs[1])
		g.gateway = at(i + 1)
	}
	x.nodes[i].database.whole.Lock()
	for _, b := range black {
		if b.conn != nil {
			_ = b.conn.Write(context.Background(), websocket.MessageText, []byte(`{"type": "play", "id": "late", "ply": 0, "move": "C3"}`))
		}
	}
	time.AfterFunc(4200*time.Millisecond, func() {
		for _, b := range white {
			b.look()
			b.drop()
		}
	})
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

// goesOn reports whether all games have continued since a time.
func (x *chaosSite) goesOn(from time.Time) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return !slices.ContainsFunc(x.lines[:], func(l line) bool {
		return !slices.ContainsFunc(l.answers[max(0, len(l.answers)-1):], func(a answer) bool { return a.call.After(from) })
	})
}

// suffered is the effect of a fault.
type suffered struct {
	trouble
	began, over time.Time
	longest     time.Duration // longest time without a move of a pair
}

// make causes a fault and waits until all games continue.
func (x *chaosSite) make(w trouble) suffered {
	s := suffered{trouble: w, began: time.Now()}
	w.begin()
	time.Sleep(w.lasts)
	w.mend()
	for mended := time.Now(); !x.goesOn(mended); time.Sleep(20 * time.Millisecond) {
		if time.Since(mended) > 3*chaosBudget || x.t.Failed() {
			x.t.Errorf("%s: not all games have continued after %v", w.name, time.Since(mended).Round(time.Millisecond))
			break
		}
	}
	time.Sleep(1500 * time.Millisecond) // until all nodes have seen all leases
	s.over = time.Now()
	s.longest = x.longest(s.began, s.over)
	return s
}

// longest returns the longest time between two moves of a pair.
func (x *chaosSite) longest(from, to time.Time) (gap time.Duration) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, l := range x.lines[chaosGames:] {
		before := time.Time{}
		for _, a := range l.answers {
			if !before.IsZero() && a.back.After(from) && before.Before(to) {
				gap = max(gap, a.back.Sub(before))
			}
			before = a.back
		}
	}
	return gap
}

// TestChaos runs three nodes with all roles.
func TestChaos(t *testing.T) { testChaos(t, cluster.RoleAll, cluster.RoleAll, cluster.RoleAll) }

// TestChaosRoles is TestChaos with games and people at different nodes.
func TestChaosRoles(t *testing.T) {
	testChaos(t, cluster.RoleGame, cluster.RoleGame, cluster.RoleGateway, cluster.RoleGateway)
}

// testChaos plays on several nodes while each of them, PostgreSQL and NATS are killed,
// paused, cut off and stopped in turn. No acknowledged move may be lost, each event must be
// written by the game's owner, each game's history must be possible for one log, and all
// games must continue in time.
func testChaos(t *testing.T, roles ...string) {
	testenv.Long(t)
	testenv.SkipUnderRace(t)
	x := startChaos(t, roles...)
	var playing sync.WaitGroup
	for i := range chaosGames {
		playing.Go(func() { x.load(i) })
	}
	for i := range chaosPairs {
		playing.Go(func() { x.pair(chaosGames + i) })
	}
	time.Sleep(4 * time.Second) // until all have started
	var all []suffered
	for _, w := range x.troubles() {
		if only := os.Getenv("MOYO_TEST_TROUBLE"); strings.Contains(w.name, only) && !t.Failed() {
			s := x.make(w)
			t.Logf("%s: %.1f s, after %.1f s", w.name, s.longest.Seconds(), time.Since(x.began).Seconds())
			all = append(all, s)
		}
	}
	x.end.Store(true)
	playing.Wait()
	x.quiet()
	operations, unsure := x.judge()
	moves := x.checkLogs()
	x.strange("events written by one that did not own the game",
		`SELECT w.writer || ' wrote ' || w.game || ' ' || w.version || ' of ' || w.node FROM writes w
		JOIN (SELECT node, min(writer) AS writer FROM (
			SELECT node, writer, count(*) AS n, rank() OVER (PARTITION BY node ORDER BY count(*) DESC) AS place
			FROM writes WHERE version > 1 GROUP BY node, writer) counted WHERE place = 1 GROUP BY node) usual
		ON usual.node = w.node WHERE w.version > 1 AND w.writer <> usual.writer`)
	x.strange("events without an owner", `SELECT game || ' ' || version FROM writes WHERE version > 1 AND coalesce(node, '') = ''`)
	x.strange("events of a former epoch", `SELECT game || ' ' || version FROM (SELECT game, version, epoch, `+
		`lag(epoch) OVER (PARTITION BY game ORDER BY version) AS before FROM writes) w WHERE epoch < before`)
	if err := postgres.Check(context.Background(), x.address); err != nil {
		t.Errorf("the database is damaged: %v", err)
	}
	text := "\n  what                                            longest until a move   most on a clock\n"
	for _, s := range all {
		worst := mostElapsed(moves, s)
		lost := worst.elapsed()
		if lost > time.Second {
			x.explain(s, worst)
		}
		if s.longest > s.within {
			t.Errorf("%s: a game stood still for %v, want %v", s.name, s.longest, s.within)
		}
		if s.loss > 0 && lost > s.loss {
			t.Errorf("%s: a clock has lost %v, want %v", s.name, lost, s.loss)
		}
		text += fmt.Sprintf("  %-48s %16.1f s %15.1f s\n", s.name, s.longest.Seconds(), lost.Seconds())
	}
	t.Logf("%d games, %d operations, %d of them sent again or given up%s", len(x.games), operations, unsure, text)
	x.checkNodes()
}

// timed is a move of a game with a clock.
type timed struct {
	match.Event
	game    string
	version int
}

func (m timed) elapsed() time.Duration { return time.Duration(m.Elapsed) * time.Millisecond }

// mostElapsed returns the move with the most time on its player's clock meanwhile.
func mostElapsed(moves []timed, s suffered) (most timed) {
	for _, m := range moves {
		if m.At.After(s.began) && m.At.Before(s.over) && m.Elapsed > most.Elapsed {
			most = m
		}
	}
	return most
}

// explain describes the log of a game around a move, with the writers.
func (x *chaosSite) explain(s suffered, m timed) {
	conn, err := pgx.Connect(context.Background(), x.address)
	if err != nil {
		x.t.Fatal(err)
	}
	defer conn.Close(context.Background())
	rows, err := conn.Query(context.Background(),
		`SELECT e.version || ' at ' || (e.body::jsonb->>'at') || ' by ' || w.writer || ' (' || coalesce(w.epoch, 0) || '): ' || e.body
		FROM events e JOIN writes w ON w.game = e.game AND w.version = e.version
		WHERE e.game = $1 AND e.version BETWEEN $2 AND $3 ORDER BY e.version`,
		m.game, m.version-3, m.version+1)
	if err != nil {
		x.t.Fatal(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		x.t.Fatal(err)
	}
	x.t.Logf("%s, from %s on: %v went on a clock in game %s:\n\t%s",
		s.name, s.began.UTC().Format("04:05.000"), m.elapsed(), m.game, strings.Join(found, "\n\t"))
}

// judge checks all games without clocks, which the model does not cover.
func (x *chaosSite) judge() (operations, unsure int) {
	for _, g := range x.games {
		if !g.patient {
			g.judge()
		}
		operations, unsure = operations+g.operations, unsure+g.unsure
	}
	return operations, unsure
}

// checkLogs checks for every acknowledged command, and returns the moves of games
// with clocks.
func (x *chaosSite) checkLogs() (moves []timed) {
	s, err := postgres.Open(context.Background(), x.address)
	if err != nil {
		x.t.Fatal(err)
	}
	defer s.Close()
	for id, game := range x.games {
		g, log, err := s.Load(context.Background(), id)
		if err != nil || len(log) < game.end.version {
			x.t.Errorf("game %s: the log has %d events, a player saw %d: %v", id, len(log), game.end.version, err)
			continue
		}
		for command, version := range game.acks {
			if version < 1 || version > len(log) || !strings.HasSuffix(log[version-1].Command, "/"+command) {
				x.t.Errorf("game %s: command %s was acknowledged as %d of %d, and is not there", id, command, version, len(log))
			}
		}
		for i, e := range log {
			if g.Clock != "" && e.Event.Kind == match.Moved {
				moves = append(moves, timed{e.Event, id, i + 1})
			}
		}
	}
	return moves
}

// quiet waits until the nodes have ended unused goroutines.
func (x *chaosSite) quiet() {
	http.DefaultClient.CloseIdleConnections()
	for i, n := range x.nodes {
		have := 0
		for end := time.Now().Add(testTime); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
			if have = goroutines(n.process.Load().said); have <= n.quiet+chaosStray {
				break
			}
		}
		x.t.Logf("node %d has %d goroutines, and had %d when it began", i, have, n.quiet)
		if have == 0 || have > n.quiet+chaosStray {
			x.t.Errorf("node %d has %d goroutines, and had %d when it began", i, have, n.quiet)
		}
	}
}

// checkNodes checks the nodes' logs.
func (x *chaosSite) checkNodes() {
	if _, err := x.logs.Seek(0, io.SeekStart); err != nil {
		x.t.Fatal(err)
	}
	text, err := io.ReadAll(x.logs)
	if err != nil {
		x.t.Fatal(err)
	}
	if i := strings.Index(string(text), "panic"); i >= 0 {
		x.t.Errorf("a node has panicked: %s", text[max(0, i-300):min(len(text), i+2000)])
	}
}
