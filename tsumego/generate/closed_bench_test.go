package generate_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"moyo/board"
	"moyo/tsumego"
	"moyo/tsumego/generate"
)

func problems(n, empty int) []tsumego.Problem {
	r := rand.New(rand.NewPCG(uint64(empty), 7))
	b := board.Grid(13, 13)
	var list []tsumego.Problem
	for len(list) < n {
		if p, ok := generate.Closed(r, b, empty); ok {
			list = append(list, p)
		}
	}
	return list
}

func TestSpeed(t *testing.T) {
	limit := 10 * time.Second
	counts := map[string]int{}
	from, _ := strconv.Atoi(os.Getenv("FROM"))
	to, _ := strconv.Atoi(os.Getenv("TO"))
	num, _ := strconv.Atoi(os.Getenv("N"))
	if num == 0 {
		t.Skip()
	}
	for empty := from; empty <= to; empty++ {
		var times []float64
		solved := 0
		var nodes int64
		var total float64
		clear(counts)
		for _, p := range problems(num, empty) {
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			began := time.Now()
			a, err := tsumego.Solve(ctx, p, tsumego.Options{Threads: 1})
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			ms := time.Since(began).Seconds() * 1000
			times = append(times, ms)
			if a.Verdict != tsumego.Unknown {
				solved++
			}
			counts[string(a.Verdict)+"/"+string(a.Fate)]++
			nodes += a.Nodes
			total += ms
		}
		slices.Sort(times)
		fmt.Printf("%2d: solved %d/%d median %.2f ms 95%% %.1f max %.0f; %.2f M nodes/s %v\n", empty, solved, num, times[num/2], times[num*95/100], times[num-1], float64(nodes)/total/1000, counts)
	}
}
