package analysis

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/game/rules/weiqi"
)

// TestMain makes the test binary the program, if a test has named its behaviour.
func TestMain(m *testing.M) {
	if how := os.Getenv("MOYO_TEST_PROGRAM"); how != "" {
		program(how)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// program answers queries: in pairs, the second first, or badly.
func program(how string) {
	if how == "serve" {
		cfg := Config{
			Board: board.Parse, Rules: rulesOf, Go: weiqi.Name, Positions: 2, Threads: 2, Settings: DefaultSettings(),
			Engine: func() (engine.Engine, error) { return quick{}, nil },
		}
		if err := Serve(context.Background(), os.Stdin, os.Stdout, cfg); err != nil {
			panic(err)
		}
		return
	}
	lines := bufio.NewScanner(os.Stdin)
	var held *Query
	answer := func(q *Query) {
		fmt.Printf(`{"id":%q,"isDuringSearch":true}`+"\n", q.ID)
		const format = `{"id":%q,"isDuringSearch":false,"policy":[1],"ownership":[-1],"rootInfo":{"winrate":%g,"scoreLead":2,"visits":%d}}`
		fmt.Printf(format+"\n", q.ID, q.Komi/100, q.MaxVisits)
	}
	for lines.Scan() {
		var q Query
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			panic(err)
		}
		switch how {
		case "pairs":
			if held == nil {
				held = &q
				continue
			}
			answer(&q)
			answer(held)
			held = nil
		case "refuse":
			fmt.Printf(`{"id":%q,"error":"no such rules","field":"rules"}`+"\n", q.ID)
		case "cannot":
			fmt.Println(`{"error":"could not parse the line"}`)
		case "garbage":
			fmt.Println("Segmentation fault")
		case "long":
			fmt.Printf(`{"id":%q,"error":"%s"}`+"\n", q.ID, strings.Repeat("x", maxLine))
		case "dies":
			fmt.Fprintln(os.Stderr, "out of memory")
			return
		}
	}
}

func start(t *testing.T, how string) *Client {
	t.Helper()
	t.Setenv("MOYO_TEST_PROGRAM", how)
	c, err := Start("'" + os.Args[0] + "'")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// TestBothSides: the client understands the server.
func TestBothSides(t *testing.T) {
	c := start(t, "serve")
	q := Query{Rules: "japanese", Komi: 6.5, Width: 9, Height: 9, Moves: [][2]string{{"B", "E5"}}, MaxVisits: 10, Settings: SideToMove()}
	a, err := c.Ask(t.Context(), q)
	if err != nil || a.Root.Win != 0.5 || a.Root.Visits != 2 {
		t.Errorf("%+v, %v", a, err)
	}
	q.Moves = append(q.Moves, [2]string{"W", "E5"})
	if a, err = c.Ask(t.Context(), q); err == nil || a.Field != "moves" {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestAsk: each of many callers gets its own answer, in whatever order they come; partial answers are ignored.
func TestAsk(t *testing.T) {
	c := start(t, "pairs")
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			a, err := c.Ask(t.Context(), Query{Komi: float64(i), MaxVisits: i + 1, Settings: SideToMove()})
			right := a.Root.Win == float64(i)/100 && a.Root.Visits == i+1 && a.Root.Lead == 2
			if err != nil || !right || len(a.Policy) != 1 || len(a.Ownership) != 1 {
				t.Errorf("asker %d: %+v, %v", i, a, err)
			}
		})
	}
	wg.Wait()
}

// TestErrors: the caller learns what went wrong and in which program.
func TestErrors(t *testing.T) {
	for how, want := range map[string]string{
		"refuse":  `refuses the query: no such rules (field "rules")`,
		"cannot":  "could not parse the line",
		"garbage": `"Segmentation fault" is not an answer`,
		"long":    "token too long",
		"dies":    "out of memory",
	} {
		c := start(t, how)
		if _, err := c.Ask(t.Context(), Query{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", how, err, want)
		}
		if how == "refuse" {
			continue // it continues
		}
		if _, err := c.Ask(t.Context(), Query{}); err == nil {
			t.Errorf("%s: asked again, it answers", how)
		}
	}
	for _, command := range []string{"", "moyo-no-such-program"} {
		if _, err := Start(command); err == nil {
			t.Errorf("%q was started", command)
		}
	}
}

// TestAskStopped: a caller whose context ends does not wait, and the others do.
func TestAskStopped(t *testing.T) {
	c := start(t, "pairs")
	ctx, stop := context.WithCancel(t.Context())
	first := make(chan error)
	go func() {
		_, err := c.Ask(ctx, Query{Komi: 1})
		first <- err
	}()
	stop()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("the first asker: %v", err)
	}
	var wg sync.WaitGroup
	for range 3 { // with the first, or without it, the number of queries becomes even
		wg.Go(func() {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			c.Ask(ctx, Query{Komi: 2})
		})
	}
	c.Close()
	wg.Wait()
	if _, err := c.Ask(t.Context(), Query{}); err == nil {
		t.Error("a closed program answers")
	}
}

// FuzzHear hears any line; an answer reaches its caller alone.
func FuzzHear(f *testing.F) {
	f.Add([]byte(`{"id":"1","rootInfo":{"winrate":0.5}}`))
	f.Add([]byte(`{"error":"x"}`))
	f.Add([]byte(`{"id":"1","isDuringSearch":true}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		to := make(chan Answer, 1)
		c := &Client{waiting: map[string]chan Answer{"1": to}}
		err := c.hear(line)
		select {
		case a := <-to:
			if err != nil || a.ID != "1" || len(c.waiting) != 0 {
				t.Errorf("%+v, %v", a, err)
			}
		default:
			if len(c.waiting) != 1 {
				t.Error("the asker was forgotten")
			}
		}
	})
}
