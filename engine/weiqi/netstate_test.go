package weiqi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/neural"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// untrained returns a network with its initial weights.
func untrained(t testing.TB) *neural.Net {
	t.Helper()
	n, err := neural.New(neural.Config{Inputs: inputs, Features: featuresPlain, Channels: 16, Blocks: 1, Head: 16}, 5)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestGuidedEngine passes an engine with a guiding network through the suite for all engines, also where the network does not apply.
func TestGuidedEngine(t *testing.T) {
	testenv.SkipUnderRace(t)
	net := untrained(t)
	networkSuite(t, func() engine.Engine {
		return New(Options{Net: net, NetSearch: &NetSearch{Playouts: 1, Weight: 0.5}, Memory: 4 << 20})
	})
}

// TestGuidedThreads searches with two threads, for the race detector.
func TestGuidedThreads(t *testing.T) {
	e := New(Options{Net: untrained(t), NetSearch: &NetSearch{}, Threads: 2, FullTime: true})
	for range 2 {
		info, err := e.Search(t.Context(), played(t, "komi=6.5", "grid:7", "d4"), engine.Limits{Nodes: 200, Ownership: true}, nil)
		if err != nil || info.Nodes != 200 || len(info.Ownership) != 49 {
			t.Fatalf("%+v %v", info, err)
		}
	}
}

// TestGuidedOnlyWhereQuick: on large and dense boards, and with komi far from the training's, the search runs without the network.
func TestGuidedOnlyWhereQuick(t *testing.T) {
	testenv.SkipUnderRace(t)
	net := untrained(t)
	for _, c := range []struct {
		rules, spec string
		same        bool
	}{
		{"komi=6.5", "grid:32", true}, {"komi=6.5", "complete:120", true}, {"komi=40.5", "grid:5", true}, {"komi=-20.5", "grid:5", true},
		{"komi=20.5", "grid:5", false}, {"komi=-6.5", "grid:5", false}, {"komi=20.5", "torus:5x5", true}, {"komi=-6.5", "hex:3", true},
		{"score=territory,komi=0.5", "grid:5", false}, {"komi=0.5", "grid:5", false},
	} {
		var infos [2]engine.Info
		for i, opt := range []Options{{}, {Net: net, NetSearch: &NetSearch{}}} {
			opt.FullTime = true
			info, err := New(opt).Search(t.Context(), played(t, c.rules, c.spec), engine.Limits{Nodes: 10, Seed: 1, Ownership: true}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if info.Rough != (c.same && i > 0) {
				t.Errorf("%s on %s: rough %v with options %d", c.rules, c.spec, info.Rough, i)
			}
			info.Elapsed, info.Rough = 0, false
			infos[i] = info
		}
		if reflect.DeepEqual(infos[0], infos[1]) != c.same {
			t.Errorf("%s on %s: %+v\n%+v", c.rules, c.spec, infos[0], infos[1])
		}
	}
}

// TestGuidedTerritory: under territory scoring a network that knows area scoring alone receives a komi larger by the stones that
// Black has played more, and its leads are less by them. A game that has ended is evaluated, since stones on the board may be dead.
func TestGuidedTerritory(t *testing.T) {
	testenv.SkipUnderRace(t)
	net := untrained(t)
	for _, c := range []struct {
		moves []string
		komi  string // by area
		spent float64
	}{
		{nil, "komi=6.5", 0}, {[]string{"c3"}, "komi=7.5", 1}, {[]string{"c3", "pass", "b3"}, "komi=8.5", 2},
		{[]string{"pass", "c3", "pass", "d3"}, "komi=4.5", -2},
		{[]string{"a1", "b1", "c3", "a2", "c2"}, "komi=7.5", 1}, // including a stone that was taken
	} {
		a := netStateOf(t, net, &NetSearch{}, played(t, "score=territory,komi=6.5", "grid:5", c.moves...))
		b := netStateOf(t, net, &NetSearch{}, played(t, c.komi, "grid:5", c.moves...))
		a.Reset()
		b.Reset()
		if !slices.Equal(a.view().Planes, b.view().Planes) {
			t.Errorf("%v: features other than with %s by area", c.moves, c.komi)
		}
		_, value := a.Evaluate(nil)
		lead := a.EndScore(nil)
		_, same := b.Evaluate(nil)
		if value != same || math.Abs(lead-b.EndScore(nil)) > 1e-9 {
			t.Errorf("%v: value %v, lead %v; by area %v, %v", c.moves, value, lead, same, b.EndScore(nil))
		}
	}
	s := netStateOf(t, net, &NetSearch{}, played(t, "score=territory,komi=0.5", "grid:5", "c3"))
	s.Reset()
	s.Play(game.Pass)
	s.Play(game.Pass)
	out := net.NewEval(neural.Fine).Evaluate([]neural.Input{s.view()}, true)[0]
	if children, value := s.Evaluate(nil); len(children) != 0 || value != s.forBlack(float64(out.Win)) {
		t.Errorf("after two passes: %d children, %v; the network evaluates it as %v", len(children), value, out.Win)
	}
}

// TestGuidedTerritoryEnd: the search passes in a game that is over except for dead stones,
// whatever the network would do by area, and the last player to pass changes little.
func TestGuidedTerritoryEnd(t *testing.T) {
	testenv.SkipUnderRace(t)
	rows := slices.Repeat([]string{".X.XO.O.."}, 9)
	rows[2], rows[4], rows[6] = ".XOXO.O..", "OX.XO.O..", ".X.XO.OX."
	for _, side := range []game.Color{game.Black, game.White} {
		pos := setUp(t, rules.Rules{Komi: -5.5, Scoring: rules.Territory}, rows, side) // White leads by 2½
		if err := pos.Play(game.Pass); err != nil {
			t.Fatal(err)
		}
		e := New(Options{Net: Shipped(), NetSearch: &NetSearch{}, Steady: true})
		info, err := e.Search(t.Context(), pos, engine.Limits{Nodes: 200, Seed: 1}, nil)
		if err != nil || info.Move != game.Pass || info.Value > 0.2 != (side == game.Black) ||
			math.Abs(info.Lead) < 1 || math.Abs(info.Lead) > 4 {
			t.Errorf("after %v's pass: %v, value %.2f, lead %.1f, %v", side, game.Format(pos, info.Move), info.Value, info.Lead, err)
		}
		s := netStateOf(t, Shipped(), &NetSearch{}, pos)
		s.Reset()
		s.Play(game.Pass)
		if children, value := s.Evaluate(nil); len(children) != 0 || value > 0.2 {
			t.Errorf("after two passes, %v's first: %d children, %.2f for Black", side, len(children), value)
		}
	}
}

// TestGuidedLeads: on open boards leads are no farther from even than win probabilities.
func TestGuidedLeads(t *testing.T) {
	testenv.SkipUnderRace(t)
	for spec, most := range map[string]float64{"grid:9": 2, "grid:13": 4, "grid:19": 6, "torus:9x9": 7, "sphere:12x8": 7} {
		e := New(Options{Net: Shipped(), NetSearch: &NetSearch{}, FullTime: true})
		info, err := e.Search(t.Context(), played(t, "komi=7", spec), engine.Limits{Nodes: 100, Seed: 1}, nil)
		if err != nil || !info.HasLead || math.Abs(info.Lead) > most {
			t.Errorf("%s: value %.2f, lead %.1f, %v", spec, info.Value, info.Lead, err)
		}
	}
}

// TestOwnershipInSearch asks for ownership during a search, for the race detector.
func TestOwnershipInSearch(t *testing.T) {
	testenv.SkipUnderRace(t)
	e := New(Options{Net: untrained(t), NetSearch: &NetSearch{}, FullTime: true})
	pos := played(t, "komi=6.5", "grid:13")
	asked := 0
	_, err := e.Search(t.Context(), pos, engine.Limits{Time: 350 * time.Millisecond}, func(engine.Info) {
		if own, err := e.Ownership(t.Context(), pos); err != nil || len(own) != 169 {
			t.Errorf("%d owners, %v", len(own), err)
		}
		asked++
	})
	if err != nil || asked == 0 {
		t.Errorf("asked %d times, %v", asked, err)
	}
}

// TestSpent counts suicides as the other side's prisoners.
func TestSpent(t *testing.T) {
	s := netStateOf(t, untrained(t), &NetSearch{},
		played(t, "komi=0.5,score=territory,suicide=yes", "grid:5", "a2", "a1", "b1", "e1", "d1", "e5", "d2", "d5", "e3", "e2"))
	if got := s.spent(); got != 0 {
		t.Errorf("Black has played %d stones more, of five each", got)
	}
}

// TestGuidedNaN searches with weights whose outputs are not numbers: all values stay probabilities.
func TestGuidedNaN(t *testing.T) {
	testenv.SkipUnderRace(t)
	net, err := neural.New(neural.Config{Inputs: inputs, Features: featuresPlain, Channels: 16, Blocks: 12, Head: 16}, 5)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := net.Write(&file, ""); err != nil {
		t.Fatal(err)
	}
	raw := file.Bytes()
	head := bytes.IndexByte(raw, '{')
	body := head + int(binary.LittleEndian.Uint32(raw[head-4:]))
	old := fmt.Sprintf("%x", sha256.Sum256(raw[body:]))
	for i := body; i+4 <= len(raw); i += 4 {
		binary.LittleEndian.PutUint32(raw[i:], math.Float32bits([]float32{9e5, -9e5}[i/4%3%2]))
	}
	raw = bytes.Replace(raw, []byte(old), []byte(fmt.Sprintf("%x", sha256.Sum256(raw[body:]))), 1)
	if net, err = ReadNet(bytes.NewReader(raw)); err != nil {
		t.Fatal(err)
	}
	info, err := New(Options{Net: net, NetSearch: &NetSearch{}}).Search(t.Context(), played(t, "komi=6.5", "grid:5"),
		engine.Limits{Nodes: 50}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range info.Candidates {
		if !(c.Value >= 0 && c.Value <= 1) || c.Visits > 51 {
			t.Errorf("%+v", c)
		}
	}
}

// TestGuidedBoards: a network guides on boards whose usual point has as many neighbours as it needs, and on no others.
func TestGuidedBoards(t *testing.T) {
	for spec, want := range map[string]bool{
		"grid:9": true, "grid:5": true, "torus:5x5": true, "hex:3": true, "cube:3": true, "geodesic:3": false, "box:4x4x4": false,
		"klein:12x9": true, "circle:4x16": true, "torus:9x9": true, "sphere:12x8": true, "honeycomb:3": false, "star:5": false, "path:4": false,
	} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		e := New(Options{Net: untrained(t), NetSearch: ShippedSearch()})
		if got := e.model.guides(rules.Default(), b); got != want {
			t.Errorf("%s: %v, want %v", spec, got, want)
		}
	}
}

// netStateOf returns the state of a search of pos that net guides.
func netStateOf(t *testing.T, net *neural.Net, how *NetSearch, pos game.Position) *netState {
	t.Helper()
	r, err := (&model{know: full, policy: heavy, net: net, search: how, room: knownMost}).root(pos, &atomic.Bool{})
	if err != nil {
		t.Fatal(err)
	}
	return r.State(1).(*netState)
}

// TestEvaluateStays evaluates positions of random games twice: the state stays
// in place and gives the same moves.
func TestEvaluateStays(t *testing.T) {
	testenv.SkipUnderRace(t)
	r := rand.New(rand.NewPCG(2, 1))
	for _, spec := range []string{"grid:5", "torus:4x4", "hex:3"} {
		s := netStateOf(t, untrained(t), &NetSearch{Playouts: 2, Weight: 0.5}, played(t, "", spec))
		s.Reset()
		for range 25 {
			hash, toPlay := s.StonesHash(), s.ToPlay()
			once, _ := s.Evaluate(nil)
			twice, _ := s.Evaluate(nil)
			if s.StonesHash() != hash || s.ToPlay() != toPlay || !slices.Equal(once, twice) || len(once) == 0 {
				t.Fatalf("%s: %v to play and %v after %v and %v", spec, s.ToPlay(), twice, toPlay, once)
			}
			if m := once[r.IntN(len(once))].Move; m >= 0 {
				s.Play(m)
			}
		}
	}
}

// TestEvaluateEnds compares the values at ends of random games with the rules.
func TestEvaluateEnds(t *testing.T) {
	testenv.SkipUnderRace(t)
	net := untrained(t)
	r := rand.New(rand.NewPCG(1, 1))
	seen := map[game.Color]int{}
	for k := range 60 {
		spec := []string{"grid:4", "star:5", "torus:4x4"}[k%3]
		pos := played(t, []string{"komi=0", "komi=0.5", "komi=3"}[k/3%3], spec)
		for range r.IntN(20) {
			legal := pos.LegalMoves(nil)
			if m := legal[r.IntN(len(legal))]; m >= 0 {
				_ = pos.Play(m)
			}
		}
		s := netStateOf(t, net, &NetSearch{Playouts: 1, Weight: 0.5}, pos)
		s.Reset()
		for range 2 {
			s.Play(game.Pass)
			_ = pos.Play(game.Pass)
		}
		children, value := s.Evaluate(nil)
		out := pos.Outcome()
		want := [...]float64{game.Empty: 0.5, game.Black: 1, game.White: 0}[out.Winner]
		if len(children) != 0 || value != want {
			t.Fatalf("%s: %d children, value %v of a game that ends %v", spec, len(children), value, out)
		}
		own := make([]float64, s.n)
		lead, sum := s.EndScore(own), -s.rules.Komi
		for _, o := range own {
			sum += o
		}
		if lead != sum || lead > 0 != (out.Winner == game.Black) {
			t.Fatalf("lead %v, owners %v, %v", lead, own, out)
		}
		seen[out.Winner]++
	}
	if len(seen) != 3 {
		t.Errorf("ends: %v; the test shows too little", seen)
	}
}

// TestEvaluatePass: a side that can win by answering a pass with a pass does so
// without an evaluation.
func TestEvaluatePass(t *testing.T) {
	net := untrained(t)
	for _, c := range []struct {
		komi string
		wins bool
	}{{"komi=6.5", true}, {"komi=-0.5", false}, {"komi=0", false}} {
		s := netStateOf(t, net, &NetSearch{}, played(t, c.komi, "grid:5"))
		s.Reset()
		s.Play(game.Pass) // Black's: White scores nothing against nothing, and komi
		children, value := s.Evaluate(nil)
		if c.wins != (len(children) == 1 && children[0].Move == game.Pass && value == 0) {
			t.Errorf("%s: %v, %v", c.komi, children, value)
		}
		if !c.wins && (len(children) != 26 || value <= 0 || value >= 1) {
			t.Errorf("%s: %d children, %v", c.komi, len(children), value)
		}
	}
}

// TestEvaluateNetwork compares with the network's output for the position, for either side.
func TestEvaluateNetwork(t *testing.T) {
	net := untrained(t)
	for _, moves := range [][]string{{"c3", "c2", "b3"}, {"c3", "c2", "b3", "pass"}} {
		s := netStateOf(t, net, &NetSearch{}, played(t, "komi=6.5", "grid:5", moves...))
		out := net.NewEval(neural.Fine).Evaluate([]neural.Input{s.view()}, true)[0]
		children, value := s.Evaluate(nil)
		win, sign := float64(out.Win), 1.0
		if s.ToPlay() == game.White {
			win, sign = 1-win, -1
		}
		own := make([]float64, s.n)
		s.EndScore(own)
		sum := float32(0)
		for _, c := range children {
			sum += c.Wins
			weight := out.Pass
			if c.Move >= 0 {
				weight = out.Policy[c.Move]
			}
			want := float64(weight - out.Pass)
			if got := math.Log(float64(c.Wins / children[len(children)-1].Wins)); math.Abs(got-want) > 1e-4 {
				t.Errorf("%v: e^%g times the pass, want e^%g", c, got, want)
			}
		}
		if value != win || math.Abs(float64(sum-1)) > 1e-5 || len(children) != 23 || own[7] != sign*float64(out.Ownership[7]) {
			t.Errorf("value %v, want %v; %d children with priors of %v; owner %v, want %v",
				value, win, len(children), sum, own[7], sign*float64(out.Ownership[7]))
		}
	}
}

// TestEvaluateMixes mixes in the results of playouts of a decided game.
func TestEvaluateMixes(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := setUp(t, rules.Rules{Komi: 0.5}, []string{
		".X.X",
		"XXXX",
		"XXXX",
		".X.O"}, game.White)
	net := untrained(t)
	_, plain := netStateOf(t, net, &NetSearch{}, pos).Evaluate(nil)
	s := netStateOf(t, net, &NetSearch{Playouts: 3, Weight: 0.25}, pos)
	for range 2 { // the position is the same again after a reset
		s.Reset()
		if _, mixed := s.Evaluate(nil); math.Abs(mixed-(0.75*plain+0.25)) > 1e-9 {
			t.Errorf("%v, without playouts %v", mixed, plain)
		}
	}
	open := netStateOf(t, net, &NetSearch{Playouts: 2, Weight: 1}, played(t, "komi=0.5", "grid:5"))
	split := 0
	for range 60 {
		open.Reset()
		if _, mixed := open.Evaluate(nil); math.Abs(mixed-0.5) < 1e-9 {
			split++
		}
	}
	if split == 0 {
		t.Error("two playouts of a position always end alike")
	}
	s.stop.Store(true)
	s.Reset()
	if _, cut := s.Evaluate(nil); cut != plain {
		t.Errorf("%v without a playout to its end, want %v", cut, plain)
	}
}

// TestGuidedFewVisits stops a search at each number of visits: the move is legal, and all it reports was searched.
func TestGuidedFewVisits(t *testing.T) {
	testenv.SkipUnderRace(t)
	net := untrained(t)
	ended, stop := context.WithCancel(t.Context())
	stop()
	for _, moves := range [][]string{nil, {"c3", "c2", "b3"}, {"c3", "c2", "b3", "pass"}} {
		pos := played(t, "komi=6.5", "grid:5", moves...)
		for nodes := range int64(40) {
			ctx := t.Context()
			if nodes == 0 {
				ctx = ended
			}
			info, err := New(Options{Net: net, NetSearch: &NetSearch{}, Steady: true, FullTime: true}).Search(ctx,
				pos, engine.Limits{Nodes: nodes, Seed: 1}, nil)
			if err != nil || info.Nodes != nodes || pos.Check(info.Move) != game.Legal || info.Resign || info.Mate != 0 || info.Solved {
				t.Fatalf("%v, %d visits: %+v, %v", moves, nodes, info, err)
			}
			visits := int64(0)
			for _, c := range info.Candidates {
				if visits += c.Visits; c.Value < 0 || c.Value > 1 || c.HasLead != (c.Visits > 0) {
					t.Errorf("%v, %d visits: %+v", moves, nodes, c)
				}
			}
			if visits > nodes || len(info.PV) == 0 || info.PV[0] != info.Move {
				t.Errorf("%v, %d visits: %d by move, line %v", moves, nodes, visits, info.PV)
			}
		}
	}
}

// TestGuidedRepeats: the number of visits and the seed determine the result, whatever the engine searched before.
func TestGuidedRepeats(t *testing.T) {
	testenv.SkipUnderRace(t)
	net := untrained(t)
	pos := played(t, "komi=6.5", "grid:7", "d4", "d5", "e5")
	e := New(Options{Net: net, NetSearch: &NetSearch{Playouts: 1, Weight: 0.3}, Steady: true})
	var first engine.Info
	for k := range 3 {
		info := think(t, e, pos, 150)
		if info.Elapsed = 0; k == 0 {
			first = info
		} else if !reflect.DeepEqual(info, first) {
			t.Errorf("%+v, then %+v", first, info)
		}
		think(t, e, played(t, "komi=6.5", "grid:5"), 20)
	}
}

// TestGuidedTurned searches the empty board, where moves that a symmetry maps to each other have the same probability.
func TestGuidedTurned(t *testing.T) {
	testenv.SkipUnderRace(t)
	b := board.Grid(5, 5)
	s := netStateOf(t, untrained(t), &NetSearch{}, played(t, "komi=6.5", "grid:5"))
	children, _ := s.Evaluate(nil)
	children = children[:25]
	for _, to := range b.Symmetries(8) {
		for p, c := range children {
			if q := children[to[p]]; math.Abs(float64(q.Wins-c.Wins)) > 1e-5 {
				t.Fatalf("%v, turned %v", c, q)
			}
		}
	}
	info := think(t, New(Options{Net: untrained(t), NetSearch: &NetSearch{}, FullTime: true}), played(t, "komi=6.5", "grid:5"), 400)
	if info.Value <= 0 || info.Value >= 1 || len(info.Candidates) != 12 {
		t.Errorf("%+v", info)
	}
}

// TestGuidedReads finds the last liberty that decides the game with an untrained
// network, since the rules score the end, and longer sequences with some playouts.
func TestGuidedReads(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range []struct {
		rows []string
		how  NetSearch
		want string
	}{
		{[]string{
			"XXOO",
			"XXOO",
			"XXOO",
			"X..O"}, NetSearch{}, "C1"},
		{[]string{
			".X.XO..",
			"XXXXO.O",
			"OOOOXOO",
			"XXX.XXX",
			"OOOXX.X",
			".O.O.XX",
			"O.OOOOO"}, NetSearch{Playouts: 2, Weight: 0.8}, "D4"},
	} {
		pos := setUp(t, rules.Rules{Komi: 0.5}, c.rows, game.Black)
		info := think(t, New(Options{Net: untrained(t), NetSearch: &c.how, Steady: true}), pos, 800)
		if got := game.Format(pos, info.Move); got != c.want || info.Value < 0.5 {
			t.Errorf("plays %s, value %.3f, want %s; %v", got, info.Value, c.want, info.Candidates)
		}
	}
}

// TestGuidedPasses checks the rules for passing, with an untrained network.
func TestGuidedPasses(t *testing.T) {
	testenv.SkipUnderRace(t)
	e := New(Options{Net: untrained(t), NetSearch: &NetSearch{}, Memory: 8 << 20})
	won := setUp(t, rules.Rules{Komi: 6.5}, []string{
		".XXO.O.",
		"X.XOOOO",
		"XXXXOOO",
		".XXXXXO",
		"XXXXX.X",
		"X.XXXXX",
		"XXX.XXX"}, game.White)
	if err := won.Play(game.Pass); err != nil {
		t.Fatal(err)
	}
	for pos, passes := range map[game.Position]bool{
		won:                                     true,
		played(t, "komi=6.5", "grid:9", "pass"): false,
		played(t, "komi=6.5", "grid:9", "e5", "e4", "pass"):                                            false,
		played(t, "komi=4.5", "grid:5", walls...):                                                      true,
		played(t, "komi=25.5", "grid:5", "c3", "c2", "d2", "b2", "d3", "b3", "c4", "b4", "d1", "pass"): false,
	} {
		if info := think(t, e, pos, 60); (info.Move == game.Pass) != passes {
			t.Errorf("after %d moves: plays %s", len(pos.Moves()), game.Format(pos, info.Move))
		}
	}
}

// TestGuidedCleansUp takes dead stones off before it passes, where they decide.
func TestGuidedCleansUp(t *testing.T) {
	testenv.SkipUnderRace(t)
	cleansUp(t, New(Options{Net: untrained(t), NetSearch: &NetSearch{Playouts: 2, Weight: 0.9}}), 600)
}

// TestGuidedResumes keeps the tree of the previous search where time bounds the
// search, and begins again where nodes do.
func TestGuidedResumes(t *testing.T) {
	testenv.SkipUnderRace(t)
	e := New(Options{Net: untrained(t), NetSearch: &NetSearch{}, FullTime: true})
	pos := played(t, "komi=6.5", "grid:7", "d4")
	search := func(lim engine.Limits) engine.Info {
		info, err := e.Search(t.Context(), pos, lim, nil)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	first := search(engine.Limits{Time: 150 * time.Millisecond})
	if err := pos.Play(first.Move); err != nil {
		t.Fatal(err)
	}
	if len(first.PV) < 2 {
		t.Skip("too few visits on this machine")
	}
	before := first.Candidates[0].PVVisits[1]
	again := search(engine.Limits{Time: time.Nanosecond})
	inherited := -again.Nodes
	for _, c := range again.Candidates {
		inherited += c.Visits
	}
	if before > 0 && inherited <= 0 || mostVisits(again) < before {
		t.Errorf("%+v\nthen, for a moment, %+v", first, again)
	}
	if fresh := search(engine.Limits{Nodes: 5}); fresh.Candidates[0].Visits > 5 {
		t.Errorf("%+v", fresh)
	}
}

// mostVisits returns the visits of the move that has the most: not always the best move.
func mostVisits(info engine.Info) (most int64) {
	for _, c := range info.Candidates {
		most = max(most, c.Visits)
	}
	return most
}

// TestGuidedBans leaves out excluded moves.
func TestGuidedBans(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := played(t, "komi=6.5", "grid:5")
	e := New(Options{Net: untrained(t), NetSearch: &NetSearch{}, FullTime: true})
	free := think(t, e, pos, 60)
	info, err := e.Search(t.Context(), pos, engine.Limits{Nodes: 60, Seed: 1, Exclude: []game.Move{free.Move}}, nil)
	if err != nil || slices.ContainsFunc(info.Candidates, func(c engine.Candidate) bool { return c.Move == free.Move }) {
		t.Errorf("%+v %v", info, err)
	}
}
