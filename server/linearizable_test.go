package server

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/coder/websocket"

	"moyo/internal/testenv"
	"moyo/server/base/wire"
	"moyo/server/store/sqlite"
)

// linearGames is the environment variable for a longer TestLinearizable: the number of games.
const linearGames = "MOYO_TEST_GAMES"

// asked is a player's action: a command, or a look at the game.
type asked struct {
	what string // "look", or a command
	by   int    // 0 Black, 1 White
	ply  int
	move string
}

// answered is the result of an action.
type answered struct {
	unknown bool   // whether it succeeded is unknown
	code    string // of a refusal
	version int
	moves   string // of a look
	over    bool   // of a look
}

// modelled is a game as its players can know it.
type modelled struct {
	version int
	moves   string // each move and a space
	asks    int    // who asks to take back, -1 for neither
	over    bool
}

func (m modelled) ply() int { return strings.Count(m.moves, " ") }

// back returns how many moves there are from a player's last one to the end, 0 for none.
func (m modelled) back(by int) int {
	n := 2
	if m.ply()%2 != by {
		n = 1
	}
	if n > m.ply() {
		return 0
	}
	return n
}

func (m modelled) without(n int) string {
	moves := strings.Fields(m.moves)
	return strings.Join(append(moves[:len(moves)-n], ""), " ")
}

// refuses reports whether a command may be refused with a code. Commands may also be refused
// "not now" for reasons outside of the model.
func (m modelled) refuses(in asked, code string) bool {
	switch code {
	case "out-of-step":
		return in.what == "play" && !m.over && in.ply != m.ply()
	case "not-your-turn":
		return in.what == "play" && !m.over && in.ply == m.ply() && in.ply%2 != in.by
	case "game-over":
		return m.over
	case "not-now":
		return !m.over && in.what != "play" && in.what != "resign"
	}
	return false
}

// takes returns the game after a command, and whether the command is possible.
func (m modelled) takes(in asked) (modelled, bool) {
	next := m
	next.version++
	switch {
	case m.over:
		return m, false
	case in.what == "play" && in.ply == m.ply() && in.ply%2 == in.by:
		next.moves, next.asks = m.moves+in.move+" ", -1
	case in.what == "undo" && m.asks == -1 && m.back(in.by) > 0:
		next.asks = in.by
	case in.what == "grant" && m.asks == 1-in.by && m.back(1-in.by) > 0:
		next.moves, next.asks = m.without(m.back(1-in.by)), -1
	case in.what == "deny" && m.asks != -1:
		next.asks = -1
	case in.what == "resign":
		next.over = true
	default:
		return m, false
	}
	return next, true
}

// gameModel is a game's log that takes one command after another.
var gameModel = porcupine.Model{
	Init: func() any { return modelled{version: 2, asks: -1} },
	Step: func(state, input, output any) (bool, any) {
		m, in, out := state.(modelled), input.(asked), output.(answered)
		if in.what == "look" {
			return out.unknown || out.version == m.version && out.moves == m.moves && out.over == m.over, m
		}
		if out.code != "" {
			return m.refuses(in, out.code), m
		}
		next, ok := m.takes(in)
		if out.unknown { // a refused command has no effect
			return true, next
		}
		return ok && next.version == out.version, next
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v: %+v", input, output) },
}

// linear is a game of two players over a bad network, and its history.
type linear struct {
	t     *testing.T
	id    string
	start time.Time

	mu      sync.Mutex
	history []porcupine.Operation
	unsure  int // commands sent more than once, or abandoned

	operations, refused int
	end                 modelled // as a player saw it last

	chaos // further faults
}

// chaos has the further options of a game on several nodes, any of which may fail.
type chaos struct {
	gateway func() string        // where a page connects; nil for a fixed address
	pace    time.Duration        // the longest pause between two commands of a page
	patient bool                 // no command is abandoned, and each must succeed
	hears   func(call time.Time) // called for each answer that a room gives
}

// unanswered reports whether a refusal only means that a part of the server failed: then
// the command's effect is unknown.
func (c chaos) unanswered(code string) bool {
	return c.gateway != nil && (code == "internal" || code == "reconnect" || code == "too-many")
}

// judge checks whether one log could have given these answers, and clears the history.
func (g *linear) judge() {
	for _, o := range g.history {
		out := o.Output.(answered)
		if out.code != "" {
			g.refused++
		}
		if o.Input.(asked).what == "look" && out.version > g.end.version {
			g.end = modelled{version: out.version, moves: out.moves, over: out.over}
		}
	}
	if result, info := porcupine.CheckOperationsVerbose(gameModel, g.history, time.Minute); result != porcupine.Ok {
		g.t.Errorf("game %s: %s", g.id, result)
		show(g.t, g.history, info)
	}
	g.operations, g.history = len(g.history), nil
}

func (g *linear) note(client int, in asked, out answered, call time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	end := int64(math.MaxInt64)
	if !out.unknown {
		end = time.Since(g.start).Nanoseconds()
	}
	g.history = append(g.history, porcupine.Operation{
		ClientId: client, Input: in, Call: call.Sub(g.start).Nanoseconds(), Output: out, Return: end,
	})
}

// tab is a page of one of the players.
type tab struct {
	g      *linear
	person *person
	client int // of the history
	side   int
	conn   *websocket.Conn
	seen   modelled // as of the last look
	sent   int
	acks   map[string]int
}

const (
	answerIn  = 3 * time.Second  // cuts come earlier
	connectIn = 60 * time.Second // in which the game can be opened again
	linearOf  = 14               // commands of each page
)

// connect opens the game through the network, with retries.
func (b *tab) connect() bool {
	for end := time.Now().Add(connectIn); time.Now().Before(end); {
		if b.g.gateway != nil {
			b.person.url = b.g.gateway()
		}
		ctx, cancel := context.WithTimeout(context.Background(), answerIn)
		conn, _, err := websocket.Dial(ctx, strings.Replace(b.person.url, "http", "ws", 1)+"/api/games/"+b.g.id+"/ws", &websocket.DialOptions{
			HTTPClient: b.person.http,
		})
		cancel()
		if err == nil {
			conn.SetReadLimit(8 << 20)
			b.conn = conn
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.g.t.Errorf("game %s cannot be opened", b.g.id)
	return false
}

func (b *tab) drop() {
	if b.conn != nil {
		_ = b.conn.CloseNow()
		b.conn = nil
	}
}

// exchange sends messages and reads until one satisfies done; false after a cut.
func (b *tab) exchange(done func(wire.ServerMessage) bool, messages ...wire.ClientMessage) bool {
	ctx, cancel := context.WithTimeout(context.Background(), answerIn)
	defer cancel()
	for _, msg := range messages {
		data, err := json.Marshal(msg)
		if err != nil {
			panic(err)
		}
		if b.conn.Write(ctx, websocket.MessageText, data) != nil {
			b.drop()
			return false
		}
	}
	for {
		_, data, err := b.conn.Read(ctx)
		if err != nil {
			b.drop()
			return false
		}
		var msg wire.ServerMessage
		if err := json.Unmarshal(data, &msg); err != nil {
			// A cut at the end of a frame's payload looks like a complete message.
			if _, _, cut := b.conn.Read(ctx); cut == nil {
				b.g.t.Errorf("the server sent %q: %v", data, err)
			}
			b.drop()
			return false
		}
		if done(msg) {
			return true
		}
	}
}

// look asks for the whole game until it comes.
func (b *tab) look() {
	for {
		if b.conn == nil && !b.connect() {
			return
		}
		call := time.Now()
		var out answered
		if b.exchange(func(m wire.ServerMessage) bool {
			if m.Snapshot != nil {
				out = answered{
					version: m.Snapshot.Version, moves: strings.Join(append(m.Snapshot.Moves, ""), " "), over: m.Snapshot.State.Phase == "finished",
				}
			}
			return m.Snapshot != nil
		}, wire.ClientMessage{Type: "hello"}) {
			b.g.note(b.client, asked{what: "look", by: b.side}, out, call)
			if b.g.hears != nil {
				b.g.hears(call)
			}
			b.seen = modelled{version: out.version, moves: out.moves, over: out.over}
			return
		}
	}
}

// give sends a command under one id until it is answered or abandoned, sometimes
// twice, and again after the answer.
func (b *tab) give(in asked) {
	b.sent++
	msg := wire.ClientMessage{Type: in.what, ID: fmt.Sprintf("%d-%d", b.client, b.sent), Ply: in.ply, Move: in.move}
	call := time.Now()
	var out answered
	answer := func(m wire.ServerMessage) bool {
		switch {
		case m.Ack != nil && m.Ack.ID == msg.ID:
			if before, known := b.acks[msg.ID]; known && before != m.Ack.Version {
				b.g.t.Errorf("game %s: %+v was carried out as %d and as %d", b.g.id, msg, before, m.Ack.Version)
			}
			b.acks[msg.ID], out = m.Ack.Version, answered{version: m.Ack.Version}
		case m.Error != nil && m.Error.ID == msg.ID:
			out = answered{code: m.Error.Code}
		default:
			return false
		}
		return true
	}
	hello := []wire.ClientMessage{{Type: "hello", Version: b.seen.version}}
	copies := 0
	for tries := 0; ; tries++ {
		if tries > 0 && !b.g.patient && rand.IntN(5) == 0 {
			b.g.note(b.client, in, answered{unknown: true}, call)
			b.g.unsureOne()
			b.client += 10 // a client that waits forever asks nothing else
			return
		}
		var greeting []wire.ClientMessage
		if b.conn == nil {
			if !b.connect() {
				return
			}
			greeting = hello
		}
		again := slices.Repeat([]wire.ClientMessage{msg}, 1+rand.IntN(8)/7)
		copies += len(again)
		if !b.exchange(answer, slices.Concat(greeting, again)...) {
			b.g.unsureOne()
			continue
		}
		if b.g.unanswered(out.code) {
			b.drop()
			b.g.unsureOne()
			continue
		}
		if b.g.hears != nil {
			b.g.hears(call)
		}
		if out.code == "internal" || out.code == "bad-request" || out.code != "" && b.g.patient {
			b.g.t.Errorf("game %s: %+v: %s", b.g.id, msg, out.code)
		}
		b.g.note(b.client, in, out, call)
		if out.code != "" && copies > 1 { // the game may accept another copy later
			b.g.note(b.client+5, in, answered{unknown: true}, call)
			b.client += 10
		}
		break
	}
	if _, acked := b.acks[msg.ID]; acked && rand.IntN(10) == 0 && b.conn != nil {
		b.exchange(answer, msg)
	}
}

func (g *linear) unsureOne() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.unsure++
}

// play sends commands according to the page's view, which may be old.
func (b *tab) play() {
	defer func() { b.drop() }()
	for n := range linearOf {
		if n%3 == 0 || rand.IntN(3) == 0 {
			b.look()
		}
		if b.seen.over {
			return
		}
		ply := b.seen.ply()
		in := asked{what: "play", by: b.side, ply: ply, move: pointOf(ply, rand.IntN(2))}
		switch k := rand.IntN(20); {
		case k < 3:
			in = asked{what: "undo", by: b.side}
		case k < 6:
			in = asked{what: "grant", by: b.side}
		case k < 7:
			in = asked{what: "deny", by: b.side}
		case k < 8 && n > linearOf/2:
			in = asked{what: "resign", by: b.side}
		}
		if b.g.pace > 0 {
			time.Sleep(rand.N(b.g.pace))
		}
		b.give(in)
		if in.what == "play" { // as if it had been done
			b.seen.moves += in.move + " "
		}
	}
	b.look()
}

// pointOf returns one of two points for a move; no two points touch.
func pointOf(ply, choice int) string {
	n := 2*(ply%45) + choice
	return fmt.Sprintf("%c%d", "ACEGJLNQS"[n%9], 1+2*(n/9))
}

// newLinear creates a game with two players, each with two pages.
func newLinear(t *testing.T, direct func() string, network string) (*linear, []*tab) {
	for {
		g, tabs, err := tryLinear(t, direct(), network, "")
		if err == nil {
			return g, tabs
		}
		time.Sleep(20 * time.Millisecond) // the server was just killed
	}
}

func tryLinear(t *testing.T, url, network, clock string) (*linear, []*tab, error) {
	ada, bo := newPerson(t, url), newPerson(t, url)
	ada.http.Timeout, bo.http.Timeout = answerIn, answerIn
	g, err := ada.makeGame(wire.NewGame{Board: "grid:19", Rules: "weiqi:komi=0.5", Clock: clock, Color: "black", Opponent: "human"})
	if err != nil {
		return nil, nil, err
	}
	l := &linear{t: t, id: g.ID, start: time.Now()}
	ctx, cancel := context.WithTimeout(context.Background(), answerIn)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, strings.Replace(url, "http", "ws", 1)+"/api/games/"+g.ID+"/ws",
		&websocket.DialOptions{HTTPClient: bo.http})
	if err != nil {
		return nil, nil, err
	}
	join := &tab{g: l, person: bo, conn: conn, acks: map[string]int{}}
	defer join.drop()
	if !join.exchange(func(m wire.ServerMessage) bool { return m.Ack != nil },
		wire.ClientMessage{Type: "hello"}, wire.ClientMessage{Type: "join", ID: "join"}) {
		return nil, nil, fmt.Errorf("no player joined")
	}
	ada.url, bo.url = network, network
	var tabs []*tab
	for i := range 4 {
		tabs = append(tabs, &tab{g: l, person: []*person{ada, bo}[i%2], client: i, side: i % 2, acks: map[string]int{}})
	}
	return l, tabs, nil
}

// show prints the longest part of a history that one log could have answered, and the
// rest.
func show(t *testing.T, all []porcupine.Operation, info porcupine.LinearizationInfo) {
	var longest []porcupine.Operation
	for _, partition := range info.PartialLinearizationsOperations() {
		for _, some := range partition {
			if len(some) > len(longest) {
				longest = some
			}
		}
	}
	line := func(word string, o porcupine.Operation) {
		t.Logf("%s %d-%d ms, page %d: %+v: %+v", word, o.Call/1e6, o.Return/1e6, o.ClientId, o.Input, o.Output)
	}
	for _, o := range longest {
		line("fits", o)
	}
	slices.SortFunc(all, func(a, b porcupine.Operation) int { return cmp.Compare(a.Call, b.Call) })
	for _, o := range all {
		if !slices.ContainsFunc(longest, func(p porcupine.Operation) bool { return p.Call == o.Call && p.ClientId == o.ClientId }) {
			line("left", o)
		}
	}
}

// makeGame is newGame while the server may be down.
func (p *person) makeGame(in wire.NewGame) (g wire.GameInfo, err error) {
	data, err := json.Marshal(in)
	if err != nil {
		return g, err
	}
	res, err := p.http.Post(p.url+"/api/games", "application/json", strings.NewReader(string(data)))
	if err != nil {
		return g, err
	}
	defer res.Body.Close()
	if res.StatusCode != 201 {
		return g, fmt.Errorf("status %d", res.StatusCode)
	}
	return g, json.NewDecoder(res.Body).Decode(&g)
}

// TestLinearizable plays many games over a network that delays, cuts and loses data, while the
// server is killed and restarted. Players send commands twice, repeat and abandon them, each on
// two pages at the same time. Each history must be possible for one log that takes one command
// after another, and the log on disk must be its end.
func TestLinearizable(t *testing.T) {
	testenv.SkipUnderRace(t)
	games := linearRuns()
	dir := filepath.Join(t.TempDir(), "data")
	network := newBadNetwork(t)
	var mu sync.Mutex
	url, kill := startChild(t, dir)
	aim := func() {
		target := strings.TrimPrefix(url, "http://")
		network.target.Store(&target)
	}
	aim()
	direct := func() string {
		mu.Lock()
		defer mu.Unlock()
		return url
	}
	stop, stopped, kills := make(chan struct{}), make(chan struct{}), 0
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Duration(300+rand.IntN(1500)) * time.Millisecond):
			}
			kill()
			kills++
			mu.Lock()
			url, kill = startChild(t, dir)
			aim()
			mu.Unlock()
		}
	}()
	results := make(chan *linear, games)
	places := make(chan struct{}, 12)
	for range games {
		places <- struct{}{}
		go func() {
			defer func() { <-places }()
			g, tabs := newLinear(t, direct, network.url)
			var wg sync.WaitGroup
			for _, b := range tabs {
				wg.Go(b.play)
			}
			wg.Wait()
			g.judge()
			results <- g
		}()
	}
	operations, unsure, refused := 0, 0, 0
	ends := map[string]modelled{}
	for range games {
		g := <-results
		operations, unsure, refused = operations+g.operations, unsure+g.unsure, refused+g.refused
		ends[g.id] = g.end
	}
	close(stop)
	<-stopped
	kill()
	checkLogs(t, dir, ends)
	t.Logf("%d games, %d operations, of which %d were refused and %d were sent again or given up; %d kills, %d connections cut",
		games, operations, refused, unsure, kills, network.cuts.Load())
	if unsure < games/4 || kills == 0 {
		t.Error("too little happened")
	}
}

// checkLogs fails if the log of a game lacks events that a player saw.
func checkLogs(t *testing.T, dir string, ends map[string]modelled) {
	disk, err := sqlite.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	for id, end := range ends {
		if _, log, err := disk.Load(t.Context(), id); err != nil || len(log) < end.version {
			t.Errorf("game %s: the log has %d events, a player saw %d: %v", id, len(log), end.version, err)
		}
	}
}

// linearRuns returns the number of games.
func linearRuns() int {
	games := 40
	if os.Getenv("MOYO_LONG") != "" {
		games = 10_000
	}
	if n, err := strconv.Atoi(os.Getenv(linearGames)); err == nil {
		games = n
	}
	return games
}
