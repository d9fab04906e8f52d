package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestBenchRules(t *testing.T) {
	var out, errs strings.Builder
	if code := run([]string{"bench", "rules", "--board", "grid:5,torus:4x4", "--time", "30ms", "--rounds", "3", "--json"}, &out, &errs); code != exitDone {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	var speeds []rulesSpeed
	if err := json.Unmarshal([]byte(out.String()), &speeds); err != nil {
		t.Fatalf("%v in %s", err, out.String())
	}
	if len(speeds) != 2 || speeds[0].Board != "grid:5" || speeds[1].Board != "torus:4x4" {
		t.Fatalf("%+v", speeds)
	}
	for _, s := range speeds {
		if s.MovesPerSec < 1e4 || s.MovesPlayout < float64(s.Points)/2 || s.Playouts == 0 || s.AllocsPerMove != 0 {
			t.Errorf("%+v", s)
		}
	}
}

func TestBenchRulesWrongUse(t *testing.T) {
	for _, args := range [][]string{{"--board", "grod:5"}, {"--time", "0s"}, {"--rounds", "0"}} {
		var out, errs strings.Builder
		if code := run(append([]string{"bench", "rules"}, args...), &out, &errs); code != exitWrongUse || errs.Len() == 0 {
			t.Errorf("%v: exit %d, %q", args, code, errs.String())
		}
	}
}

func TestBenchSearch(t *testing.T) {
	var out, errs strings.Builder
	if code := run([]string{"bench", "search", "--time", "5ms", "--rounds", "1", "--json"}, &out, &errs); code != exitDone {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	var list []searchSpeed
	if err := json.Unmarshal([]byte(out.String()), &list); err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		if s.One <= 0 || s.Two <= 0 {
			t.Errorf("%+v: no nodes", s)
		}
	}
	if len(list) != len(searchPlaces) {
		t.Errorf("%d lines, want %d", len(list), len(searchPlaces))
	}
	if code := run([]string{"bench", "search", "--time", "0"}, &out, &errs); code != exitWrongUse {
		t.Errorf("exit %d without time, want %d", code, exitWrongUse)
	}
}
