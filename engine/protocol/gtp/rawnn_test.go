package gtp

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"moyo/engine"
	engineweiqi "moyo/engine/weiqi"
	"moyo/game"
	"moyo/internal/testenv"
)

// evaluating is firstMove with a network.
type evaluating struct{ firstMove }

func (*evaluating) Evaluate(pos game.Position) (engine.Evaluation, bool) {
	if pos.Board().Len() > 4 {
		return engine.Evaluation{}, false
	}
	v := engine.Evaluation{Policy: []float64{0.5, -1, 0.25, 0.125, 0.125}, Value: 0.75, Lead: 2, Ownership: []float64{1, -1, 0.5, 0}}
	if pos.ToPlay() == game.White {
		v.Value = 0.25
	}
	return v, true
}

// TestRawNN: numbers are White's for either side to move, points are in rows, and invalid arguments are refused.
func TestRawNN(t *testing.T) {
	cfg := testConfig(&evaluating{})
	cfg.StartBoard = "grid:2"
	const rest = "policy\n0.500000      NAN\n0.250000 0.125000\npolicyPass 0.125000\n" +
		"whiteOwnership\n-1.0000000  1.0000000\n-0.5000000  0.0000000\n\n"
	for command, want := range map[string]string{
		"kata-raw-nn 3":     "= symmetry 3\nwhiteWin 0.250000\nwhiteLoss 0.750000\nnoResult 0.000000\nwhiteLead -2.000\n" + rest,
		"kata-raw-nn w all": "= symmetry 0\nwhiteWin 0.250000\nwhiteLoss 0.750000\nnoResult 0.000000\nwhiteLead 2.000\n" + rest,
		"kata-raw-nn":       "? syntax error\n\n",
		"kata-raw-nn 8":     "? syntax error\n\n",
		"kata-raw-nn b":     "? syntax error\n\n",
		"kata-raw-nn x 0":   "? syntax error\n\n",
	} {
		if got := serve(t, cfg, command+"\n"); got != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
	cfg.StartBoard = "grid:3"
	if got := serve(t, cfg, "kata-raw-nn 0\n"); !strings.Contains(got, "no network") {
		t.Errorf("a board that the network does not know: %q", got)
	}
	if got := serve(t, testConfig(&firstMove{}), "kata-raw-nn 0\n"); !strings.Contains(got, "no network") {
		t.Errorf("an engine without a network: %q", got)
	}
}

// TestRawNNOfMoyo uses moyo's own network: probabilities add up to one, also on boards without rows.
func TestRawNNOfMoyo(t *testing.T) {
	testenv.SkipUnderRace(t)
	shipped := engineweiqi.Options{Memory: 8 << 20, Net: engineweiqi.Shipped(), NetSearch: engineweiqi.ShippedSearch()}
	cfg := testConfig(engineweiqi.New(shipped))
	for _, spec := range []string{"grid:5", "hex:3"} {
		cfg.StartBoard = spec
		got := serve(t, cfg, "play b c3\nkata-raw-nn 0\n")
		_, policy, ok := strings.Cut(got, "policy\n")
		points, pass, _ := strings.Cut(policy, "policyPass ")
		sum, count := 0.0, 0
		for _, word := range append(strings.Fields(points), strings.Fields(pass)[0]) {
			if count++; word != "NAN" {
				x := 0.0
				if _, err := fmt.Sscan(word, &x); err != nil {
					t.Fatal(err)
				}
				sum += x
			}
		}
		if !ok || math.Abs(sum-1) > 1e-4 || count < 19 || !strings.Contains(points, "NAN") {
			t.Errorf("%s: %d numbers that add up to %v: %.300q", spec, count, sum, got)
		}
	}
}
