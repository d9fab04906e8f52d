package generate_test

import (
	"context"
	"os"
	"strconv"
	"testing"

	"moyo/tsumego"
	"moyo/tsumego/proof"
)

func TestProofs(t *testing.T) {
	from, _ := strconv.Atoi(os.Getenv("FROM"))
	to, _ := strconv.Atoi(os.Getenv("TO"))
	num, _ := strconv.Atoi(os.Getenv("PN"))
	if num == 0 {
		t.Skip()
	}
	total, size, bad := 0, 0, 0
	for empty := from; empty <= to; empty++ {
		for i, p := range problems(num, empty) {
			s, err := tsumego.NewSolver(p, tsumego.Options{Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			proofs, err := s.Proof(context.Background())
			if err != nil {
				t.Errorf("%d/%d: %v", empty, i, err)
				bad++
				continue
			}
			for _, q := range proofs {
				total++
				size += len(q.Moves)
				if _, err := proof.Check(context.Background(), q, proof.Options{}); err != nil {
					t.Errorf("%d/%d: %v captured %v threats %d %d: %v", empty, i, q.Defender, q.Captured, q.Black, q.White, err)
					bad++
				}
			}
		}
	}
	t.Logf("%d proofs, %d moves, %d bad", total, size, bad)
}
