package server

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"moyo/server/learn/analysis"
)

// readProblems sends a file and returns the problems in it.
func (p *person) readProblems(name, text string) (analysis.TsumegoList, int) {
	p.t.Helper()
	res, err := p.http.Post(p.url+"/api/tsumego/read?name="+url.QueryEscape(name), "application/octet-stream", strings.NewReader(text))
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	var list analysis.TsumegoList
	if res.StatusCode == http.StatusOK {
		if err := json.Unmarshal(data, &list); err != nil {
			p.t.Fatal(err)
		}
	}
	return list, res.StatusCode
}

// TestProblemFiles writes a problem in every format and reads it back.
func TestProblemFiles(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.Problems = 10_000
	p := newPerson(t, start(t, cfg))
	full := withKo()
	full.ID, full.Notes, full.Threats = "three", "One line.\nAnother.", &analysis.Threats{Black: 1, White: 255}
	for _, c := range []struct {
		format, begins string
		problem        *analysis.Tsumego
		back           bool
	}{
		{"sgf", "(;", full, true},
		{"jsonl", "{", full, true},
		{"text", "---o", corner(), true},
		{"sgf", "(;", withWalls(), true},
		{"jsonl", "{", withWalls(), true},
		{"text", "---o", withWalls(), true},
		{"svg", "<svg ", full, false},
		{"png", "\x89PNG", full, false},
		{"svg", "<svg ", &analysis.Tsumego{Board: "torus:3x4", Stones: strings.Repeat(".", 12), ToPlay: "black", Question: "kill"}, false},
	} {
		status, body := p.call("POST", "/api/tsumego/write", analysis.TsumegoWrite{Problem: *c.problem, Format: c.format}, nil)
		if status != 200 || !strings.HasPrefix(body, c.begins) {
			t.Errorf("%s: %d %.200s", c.format, status, body)
			continue
		}
		if !c.back {
			continue
		}
		list, status := p.readProblems("it."+c.format, body)
		if status != 200 || len(list.Problems) != 1 || len(list.Errors) > 0 {
			t.Errorf("%s: %d %+v", c.format, status, list)
			continue
		}
		got := list.Problems[0]
		if c.problem.ID == "" {
			got.ID = "" // the file's name
		}
		if !reflect.DeepEqual(got, *c.problem) {
			t.Errorf("%s: got %+v, want %+v", c.format, got, *c.problem)
		}
	}
}

// TestProblemWithoutWalls: a client without walls leaves them out.
func TestProblemWithoutWalls(t *testing.T) {
	t.Parallel()
	p := newPerson(t, start(t, testConfig(newStore(t))))
	problem := map[string]any{
		"id": "", "board": "grid:5", "stones": cornerStones, "toPlay": "black", "ko": nil, "question": "kill",
		"target": []int{3}, "region": []int{}, "threats": nil, "notes": "",
	}
	if status, body := p.call("POST", "/api/tsumego/write", map[string]any{"problem": problem, "format": "text"}, nil); status != 200 {
		t.Errorf("%d %s", status, body)
	}
}

// TestProblemFileRefusals sends invalid files and problems.
func TestProblemFileRefusals(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.Problems = 10_000
	p := newPerson(t, start(t, cfg))
	list, status := p.readProblems("it", "no problem at all")
	if status != 200 || len(list.Problems) != 0 || len(list.Errors) != 1 || !strings.HasPrefix(list.Errors[0], "it: ") {
		t.Errorf("nonsense: %d %+v", status, list)
	}
	list, _ = p.readProblems("", "{}\n")
	if len(list.Errors) != 1 || !strings.Contains(list.Errors[0], "the file: line 1") {
		t.Errorf("an empty problem: %+v", list)
	}
	list, _ = p.readProblems("many", strings.Repeat(`{"size":5,"to_move":"b","black":["aa"],"white":["bb"]}`+"\n", 505))
	if len(list.Problems) != 500 || !list.More || list.Problems[7].Stones[0] != 'x' {
		t.Errorf("%d problems, more %t, errors %q", len(list.Problems), list.More, list.Errors)
	}
	if _, status := p.readProblems("large", strings.Repeat(" ", 1<<20+1)); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a large file: %d", status)
	}
	gone := corner()
	gone.Board = "grid:0"
	torus := &analysis.Tsumego{Board: "torus:3x4", Stones: strings.Repeat(".", 12), ToPlay: "black", Question: "kill"}
	for _, c := range []struct {
		problem *analysis.Tsumego
		format  string
		want    string
	}{{corner(), "doc", "please use sgf"}, {gone, "sgf", "grid"}, {torus, "text", "only grids"}} {
		status, body := p.call("POST", "/api/tsumego/write", analysis.TsumegoWrite{Problem: *c.problem, Format: c.format}, nil)
		if status != 400 || !strings.Contains(body, c.want) {
			t.Errorf("%s: %d %s, want %q in it", c.format, status, body, c.want)
		}
	}
}

// TestProblemRates bounds how often an address may load problems.
func TestProblemRates(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.Problems = 0.01
	p := newPerson(t, start(t, cfg))
	refused := false
	for range 4 {
		_, status := p.readProblems("it", "{}")
		refused = refused || status == http.StatusTooManyRequests
	}
	if !refused {
		t.Error("no request was told to wait")
	}
}
