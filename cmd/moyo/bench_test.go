package main

import (
	"encoding/json"
	"strings"
	"testing"

	"moyo/cmd/moyo/bench"
	"moyo/internal/testenv"
)

// TestBench measures for a short time and reads the JSON output.
func TestBench(t *testing.T) {
	testenv.LongUnderRace(t)
	for _, args := range [][]string{
		{"rules", "--board", "grid:5,torus:4x4", "--time", "30ms", "--rounds", "3"},
		{"search", "--time", "5ms", "--rounds", "1"},
		{"mcts", "--board", "grid:5", "--time", "10ms"},
	} {
		var out, errs strings.Builder
		if code := run(append(append([]string{"bench"}, args...), "--json"), &out, &errs); code != exitDone {
			t.Fatalf("%v: exit %d: %s", args, code, errs.String())
		}
		var speeds []bench.RulesSpeed // all of them contain the board
		if err := json.Unmarshal([]byte(out.String()), &speeds); err != nil || len(speeds) == 0 || speeds[0].Board == "" {
			t.Errorf("%v: %v in %s", args, err, out.String())
		}
	}
}

func TestBenchWrongUse(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, args := range [][]string{
		{"rules", "--board", "grod:5"}, {"rules", "--time", "0s"}, {"rules", "--rounds", "0"},
		{"search", "--time", "0"}, {"mcts", "--memory", "0"},
		{"tables", "--games", "0"}, {"tables", "--games", "5"}, {"tables", "--engine", "nobody"},
	} {
		var out, errs strings.Builder
		if code := run(append([]string{"bench"}, args...), &out, &errs); code != exitWrongUse || errs.Len() == 0 {
			t.Errorf("%v: exit %d, %q", args, code, errs.String())
		}
	}
}
