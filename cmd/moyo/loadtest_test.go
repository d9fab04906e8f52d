package main

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"moyo/client/bot/loadtest"
	"moyo/server"
	"moyo/server/base/wire"
	"moyo/server/store/sqlite/sqlitetest"
)

// TestLoadtest loads a server for a short time, with text and JSON output.
func TestLoadtest(t *testing.T) {
	s := server.New(server.Config{Store: sqlitetest.New(t), Version: "test", Engines: []wire.EngineEntry{}})
	web := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		web.Close()
	})
	args := []string{
		"loadtest", web.URL, "--games", "2", "--moves", "20", "--duration", "500ms", "--warm-up", "100ms", "--board", "grid:9", "--no-limits",
	}
	var out, errs bytes.Buffer
	if code := run(args, &out, &errs); code != exitDone || !strings.Contains(out.String(), "hold exactly what was acknowledged") {
		t.Fatalf("%d: %s\n%s", code, &out, &errs)
	}
	out.Reset()
	if code := run(append(args, "--json"), &out, &errs); code != exitDone {
		t.Fatalf("%d: %s\n%s", code, &out, &errs)
	}
	var report loadtest.Report
	if err := json.Unmarshal(out.Bytes(), &report); err != nil || report.Moves == 0 ||
		report.Checked != 2 || len(report.Errors) > 0 || report.Waits[0].P50 <= 0 {
		t.Errorf("%v: %s", err, &out)
	}
	out.Reset()
	if code := run([]string{"loadtest", "--model", "--processors", "8"}, &out, &errs); code != exitDone ||
		!strings.Contains(out.String(), "machines of 8 processors and 4 GiB") {
		t.Errorf("a model: %d: %s\n%s", code, &out, &errs)
	}
	for _, wrong := range [][]string{
		{"loadtest", "nowhere"}, {"loadtest", web.URL, "--rules", "chess"}, {"loadtest", web.URL, "--board", "id:1"},
		{"loadtest", web.URL, "--games", "0"}, {"loadtest"}, {"loadtest", web.URL, "--model"}, {"loadtest", "--model", "--memory", "0"},
	} {
		if code := run(wrong, &out, &errs); code != exitWrongUse {
			t.Errorf("%v: %d", wrong, code)
		}
	}
}

// TestStanding writes a line for each new phase and every ten calls or, on a terminal, overwrites
// one line.
func TestStanding(t *testing.T) {
	var out bytes.Buffer
	s := standing{out: &out}
	for i := range 12 {
		s.tell(loadtest.Standing{Doing: "measuring", Done: i, Total: 12, Rate: 99.6})
	}
	s.tell(loadtest.Standing{Doing: "comparing records", Done: 1, Total: 2})
	s.end()
	const lines = "0 s of 12: 100 moves a second, p50 0s, p99 0s, 0 errors\n" +
		"10 s of 12: 100 moves a second, p50 0s, p99 0s, 0 errors\n" +
		"comparing records: 1 of 2\n"
	if out.String() != lines {
		t.Errorf("%q", &out)
	}
	out.Reset()
	s = standing{out: &out, terminal: true}
	s.tell(loadtest.Standing{Doing: "warming up", Rate: 5})
	s.end()
	if want := "\r\x1b[Kwarming up: 5 moves a second\r\x1b[K"; out.String() != want {
		t.Errorf("%q", &out)
	}
}
