package weiqi

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/neural"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// deviceBoards are of all kinds, with and without squares, with and without an edge.
var deviceBoards = []string{"grid:7", "grid:6x5", "torus:5x5", "hex:3", "cube:2", "mobius:7x3", "star:5"}

// python returns a Python with PyTorch; it skips the test if none is installed.
func python(t *testing.T) string {
	t.Helper()
	name := os.Getenv("MOYO_PYTHON")
	if name == "" {
		name = "python3"
	}
	if err := exec.Command(name, "-c", "import torch").Run(); err != nil {
		t.Skipf("no PyTorch for %s (Debian: python3-torch; or set MOYO_PYTHON): %v", name, err)
	}
	return name
}

// devicePosition is a game so far, as the trainer reads it.
type devicePosition struct {
	Board string      `json:"board"`
	Komi  float64     `json:"komi"`
	Moves []game.Move `json:"moves"`
}

// deviceEvaluation is the trainer's input and output for a position.
type deviceEvaluation struct {
	Planes   []float32 `json:"planes"`
	Policy   []float32 `json:"policy"`
	Pass     float32   `json:"pass"`
	Win      float32   `json:"win"`
	Owner    []float32 `json:"owner"`
	Playable []bool    `json:"playable"`
	Whole    []float32 `json:"whole"`  // policy, pass and the logit of the win, by the kernel that computes all layers
	Visits   []int     `json:"visits"` // of the search, the pass last
	Better   []float64 `json:"better"` // the improved policy that results
	Chosen   int       `json:"chosen"`
	Chance   float64   `json:"chance"`
}

// randomGame plays random legal moves, sometimes a pass.
func randomGame(t *testing.T, r *rand.Rand, spec string) devicePosition {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	law := rules.Default()
	law.Komi = float64(r.IntN(20)) / 2
	pos, err := law.New(b)
	if err != nil {
		t.Fatal(err)
	}
	d := devicePosition{Board: spec, Komi: law.Komi, Moves: []game.Move{}}
	for range r.IntN(4 * b.Len()) {
		legal := pos.LegalMoves(nil)
		m := legal[r.IntN(len(legal))]
		if m < 0 && r.IntN(3) > 0 {
			continue
		}
		next := pos.Clone()
		if err := next.Play(m); err != nil {
			t.Fatal(err)
		}
		if next.ToPlay() == game.Empty {
			break
		}
		pos, d.Moves = next, append(d.Moves, m)
	}
	return d
}

// TestDevice compares the PyTorch trainer's input features and network outputs
// with the engine's: two programs with the same rules, features and weights.
func TestDevice(t *testing.T) {
	testenv.SkipUnderRace(t)
	name := python(t)
	many := 70
	if os.Getenv("MOYO_LONG") != "" {
		many = 1000
	}
	dir := t.TempDir()
	net := deviceNet(t, filepath.Join(dir, "net.bin"))
	positions := devicePositions(t, dir, many)
	cmd := exec.Command(name, "../../cmd/device", "--device", "cpu", "--boards", filepath.Join(dir, "boards.json"),
		"look", "--net", filepath.Join(dir, "net.bin"), "--positions", filepath.Join(dir, "positions"))
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	evaluations := json.NewDecoder(bytes.NewReader(out))
	l := newSamples(net.Config.Features, 0.5)
	l.model.net = net
	for i, d := range positions {
		var theirs deviceEvaluation
		if err := evaluations.Decode(&theirs); err != nil {
			t.Fatalf("position %d: %v", i, err)
		}
		law := rules.Default()
		law.Komi = d.Komi
		s, err := l.start(&Played{Board: d.Board, Rules: law.ID()})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range d.Moves {
			s.Play(m)
		}
		s.compare(t, d, &theirs)
		s.checkSearch(t, d, &theirs)
	}
}

// checkSearch checks what holds for any search: it visits legal moves only, and
// a side that can win by answering a pass with a pass does so.
func (s *state) checkSearch(t *testing.T, d devicePosition, theirs *deviceEvaluation) {
	t.Helper()
	n, visits, sum := int(s.n), 0, 0.0
	for m, v := range theirs.Visits {
		if m < n && !s.viewer.legal[m] && (v > 0 || theirs.Better[m] > 0) {
			t.Fatalf("%+v: %d may not be played, and has %d visits and %v of the policy", d, m, v, theirs.Better[m])
		}
		visits, sum = visits+v, sum+theirs.Better[m]
	}
	if c := theirs.Chosen; visits != 16 || math.Abs(sum-1) > 1e-4 || c < 0 || c > n ||
		theirs.Visits[c] == 0 || theirs.Chance < 0 || theirs.Chance > 1 {
		t.Fatalf("%+v: %d visits, a policy of %v, move %d, chance %v", d, visits, sum, c, theirs.Chance)
	}
	if s.Passes() == 0 {
		return
	}
	lead := float64(s.Area(make([]game.Color, n))) - s.rules.Komi
	if s.ToPlay() == game.White {
		lead = -lead
	}
	if best := slices.Index(theirs.Better, slices.Max(theirs.Better)); lead > 0 && theirs.Visits[n] > 0 && best != n {
		t.Fatalf("%+v: passing wins, and %d is preferred", d, best)
	}
}

func deviceNet(t *testing.T, file string) *neural.Net {
	t.Helper()
	net, err := neural.New(neural.Config{Inputs: inputs, Features: featuresPlain, Channels: 64, Blocks: 2, Head: 32}, 5)
	if err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := net.Write(out, "weights drawn by chance"); err != nil {
		t.Fatal(err)
	}
	return net
}

func devicePositions(t *testing.T, dir string, many int) []devicePosition {
	t.Helper()
	var boards []*board.Board
	for _, spec := range deviceBoards {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		boards = append(boards, b)
	}
	var graphs, lines bytes.Buffer
	if err := WriteGraphs(&graphs, boards); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(21, 22))
	positions := make([]devicePosition, many)
	for i := range positions {
		positions[i] = randomGame(t, r, deviceBoards[i%len(deviceBoards)])
		line, err := json.Marshal(positions[i])
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	for file, what := range map[string][]byte{"boards.json": graphs.Bytes(), "positions": lines.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, file), what, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return positions
}

// compare compares features and network outputs with those of s.
func (s *state) compare(t *testing.T, d devicePosition, theirs *deviceEvaluation) {
	t.Helper()
	in := s.view()
	for k, v := range in.Planes {
		if math.Abs(float64(v-theirs.Planes[k])) > 1e-6 {
			t.Fatalf("%+v: point %d, feature %d: %v by the engine, %v by the trainer", d, k/inputs, k%inputs, v, theirs.Planes[k])
		}
	}
	if !slices.Equal(s.viewer.legal, theirs.Playable) {
		t.Fatalf("%+v: playable %v by the engine, %v by the trainer", d, s.viewer.legal, theirs.Playable)
	}
	out := s.eval.Evaluate([]neural.Input{in}, true)[0]
	const bound = 2e-4
	near := func(a, b float32) bool { return math.Abs(float64(a-b)) <= bound*(1+math.Abs(float64(a))) }
	if !near(out.Pass, theirs.Pass) || !near(out.Win, theirs.Win) {
		t.Fatalf("%+v: pass %v, win %v by the engine, %v and %v by the trainer", d, out.Pass, out.Win, theirs.Pass, theirs.Win)
	}
	whole := append(slices.Clone(out.Policy), out.Pass, float32(math.Log(float64(out.Win)/(1-float64(out.Win)))))
	for k := range whole {
		if !near(whole[k], theirs.Whole[k]) {
			t.Fatalf("%+v: output %d of the kernel of all layers: %v by the engine, %v by the trainer", d, k, whole[k], theirs.Whole[k])
		}
	}
	for p := range out.Policy {
		if !near(out.Policy[p], theirs.Policy[p]) || !near(out.Ownership[p], theirs.Owner[p]) {
			t.Fatalf("%+v: point %d: %v and %v by the engine, %v and %v by the trainer", d, p,
				out.Policy[p], out.Ownership[p], theirs.Policy[p], theirs.Owner[p])
		}
	}
}

// TestDeviceTrains trains a small network from nothing for a few minutes, continues
// for as long, and lets it guide a search that beats one with an untrained network.
func TestDeviceTrains(t *testing.T) {
	testenv.Long(t)
	name := python(t)
	dir := t.TempDir()
	var boards bytes.Buffer
	if err := WriteGraphs(&boards, []*board.Board{board.Grid(5, 5)}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "boards.json"), boards.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	net := filepath.Join(dir, "net.bin")
	for range 2 {
		cmd := exec.Command(name, "../../cmd/device", "--device", "cpu",
			"--boards", filepath.Join(dir, "boards.json"), "train", "--dir", filepath.Join(dir, "state"),
			"--minutes", "2.5", "--games", "32", "--sims", "8", "--most", "4", "--channels", "16",
			"--blocks", "1", "--batch", "64", "--rate", "3e-3", "--out", net)
		cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	f, err := os.Open(net)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	trained, err := ReadNet(f)
	if err != nil {
		t.Fatal(err)
	}
	beatsUntrained(t, trained)
}

// TestTrainsFromNothing does the same with moyo alone: it plays games by playouts and trains a network on them.
func TestTrainsFromNothing(t *testing.T) {
	testenv.Long(t)
	games, err := PlayGames(t.Context(), filepath.Join(t.TempDir(), "games"),
		PlayOptions{Boards: []string{"grid:5"}, Playouts: 100, Seed: 1}, 150, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	trained, err := Train(t.Context(), games, TrainOptions{
		Config: neural.Config{Channels: 16, Blocks: 2}, Steps: 1500, Batch: 32, Rate: 3e-3, Threads: 2, Seed: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	beatsUntrained(t, trained)
}

// beatsUntrained plays forty games on 5×5 between the trained and an untrained
// network, twenty evaluations a move, each opening with both colours.
func beatsUntrained(t *testing.T, trained *neural.Net) {
	t.Helper()
	const games = 40
	won := 0
	for k := range games {
		sides := [2]*Engine{}
		for i, net := range [2]*neural.Net{trained, untrained(t)} {
			sides[i] = New(Options{Net: net, NetSearch: &NetSearch{}, Memory: 4 << 20})
		}
		b := board.Grid(5, 5)
		first, second := game.Point(k/2), game.Point((k/2+7)%b.Len())
		pos := played(t, "komi=3.5", "grid:5", b.Name(first), b.Name(second))
		for turn := k; pos.ToPlay() != game.Empty && len(pos.Moves()) < 150; turn++ {
			info, err := sides[turn%2].Search(t.Context(), pos, engine.Limits{Nodes: 20, Seed: uint64(k)}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := pos.Play(info.Move); err != nil {
				t.Fatal(err)
			}
		}
		if mine := [2]game.Color{game.Black, game.White}[k%2]; pos.Outcome().Winner == mine {
			won++
		}
	}
	t.Logf("%d of %d", won, games)
	if won < games*3/4 {
		t.Errorf("the trained one wins %d of %d", won, games)
	}
}
