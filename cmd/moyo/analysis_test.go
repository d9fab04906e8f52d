package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"moyo/engine/protocol/analysis"
	"moyo/game"
)

// TestKataFlags: KataGo's flags begin with one hyphen.
func TestKataFlags(t *testing.T) {
	for _, tt := range []struct{ argv, want string }{
		{"moyo analysis -config a.cfg -model m -quit-without-waiting", "analysis --config a.cfg --model m --quit-without-waiting"},
		{"moyo analysis --threads 2 -h -override-config a=-1", "analysis --threads 2 -h --override-config a=-1"},
		{"moyo gtp -config", "gtp -config"},
	} {
		if got := withSubcommand(strings.Fields(tt.argv)); !slices.Equal(got, strings.Fields(tt.want)) {
			t.Errorf("%s: %v", tt.argv, got)
		}
	}
}

// analysisConfig returns the environment for a command line, and its warnings.
func analysisConfig(t *testing.T, c analysisCmd) (analysis.Config, string, error) {
	t.Helper()
	var log bytes.Buffer
	c.Memory = 64
	cfg, err := c.config(&log)
	return cfg, log.String(), err
}

// TestAnalysisConfig: parameters come from files and flags; those that moyo does not have are named in a warning.
func TestAnalysisConfig(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.cfg")
	text := "# for KataGo\nmaxVisits = 20\nnumAnalysisThreads = 3\nnnMaxBatchSize=8\nreportAnalysisWinratesAs = WHITE\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, log, err := analysisConfig(t, analysisCmd{
		Parameters: []string{file, "missing.cfg"}, OverrideConfig: []string{"homeDataDir=/x,maxVisits=30"}, Model: "m.bin.gz", HumanModel: "h",
	})
	if err != nil || cfg.Positions != 3 || cfg.Settings.Visits != 30 || cfg.Settings.As != game.White {
		t.Errorf("%+v, %v", cfg.Settings, err)
	}
	for _, want := range []string{"missing.cfg", "nnMaxBatchSize, homeDataDir", "-model m.bin.gz", "-human-model h"} {
		if !strings.Contains(log, want) {
			t.Errorf("no %q in\n%s", want, log)
		}
	}
	if cfg, _, err = analysisConfig(t, analysisCmd{AnalysisThreads: 5, Threads: 2, Parameters: []string{file}}); err != nil ||
		cfg.Positions != 5 || cfg.Threads != 2 {
		t.Errorf("%+v, %v", cfg, err)
	}
	for _, tt := range []struct {
		c    analysisCmd
		want string
	}{
		{analysisCmd{OverrideConfig: []string{"maxVisits"}}, "want name=value"},
		{analysisCmd{OverrideConfig: []string{"maxVisits=many"}}, "maxVisits: many"},
		{analysisCmd{AnalysisThreads: -1}, "want 0 to 256"},
		{analysisCmd{Threads: 1000}, "1000"},
		{analysisCmd{Network: file}, file},
		{analysisCmd{Engine: "nobody"}, "nobody"},
	} {
		cfg, _, err := analysisConfig(t, tt.c)
		if err == nil {
			_, err = cfg.Engine()
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.c, err, tt.want)
		}
	}
}

// TestAnalysisEngines: the real engines answer queries for Go, with a network, and for other games.
func TestAnalysisEngines(t *testing.T) {
	cfg, log, err := analysisConfig(t, analysisCmd{Threads: 1, Seed: 1})
	if err != nil || log != "" {
		t.Fatal(log, err)
	}
	cfg.Ready = nil
	var out bytes.Buffer
	queries := []string{
		`{"id":"go","boardXSize":5,"boardYSize":5,"rules":"japanese","moves":[["B","C3"]],"maxVisits":8,` +
			`"includePolicy":true,"includeOwnership":true}`,
		`{"id":"torus","board":"torus:5x5","rules":"chinese","moves":[],"maxVisits":8}`,
		`{"id":"five","board":"grid:9","game":"gomoku","moves":[["B","E5"]],"maxVisits":50}`,
		`{"id":"four","board":"grid:7x6","game":"connect4","moves":[["B","D1"]],"maxVisits":50}`,
	}
	if err := analysis.Serve(t.Context(), strings.NewReader(strings.Join(queries, "\n")), &out, cfg); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"id":"go",`, `"policy":[`, `"ownership":[`, `"rawWinrate":`, `"scoreLead":`, `{"id":"torus",`, `{"id":"five",`, `{"id":"four",`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in the answers", want)
		}
	}
	if text := out.String(); strings.Contains(text, `"error"`) || strings.Count(text, "\n") != len(queries) {
		t.Error(text)
	}
}
