package solvers

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/server/base/queue"
	"moyo/server/machines/engines"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// stub is a solver that knows the answer.
type stub struct{}

func (stub) Solve(context.Context) (*life.Answer, error) {
	return &life.Answer{Verdict: life.Win}, nil
}

func (stub) After(context.Context, []game.Move) (*life.Answer, error) {
	return &life.Answer{Verdict: life.Lose}, nil
}

// pool returns a pool of stubs and the number of stubs that it has created.
func pool(cfg Config) (p *Pool, made *int) {
	made = new(int)
	cfg.Now = time.Now
	cfg.Queue = queue.New(queue.Config{Slots: cfg.AtOnce + 1, Most: []int{queue.Judgement: 1, queue.Problem: cfg.AtOnce}})
	cfg.Make = func(tsumego.Problem, life.Options) (Solver, error) { *made++; return stub{}, nil }
	return New(cfg), made
}

func use(t *testing.T, p *Pool, guest string, problem tsumego.Problem) {
	t.Helper()
	err := p.Use(t.Context(), queue.Problem, queue.Asker{Person: guest}, problem,
		life.Options{}, func(*SolveProgress) {}, func(k *Kept) error {
			_, err := k.Solve(t.Context())
			return err
		})
	if err != nil {
		t.Fatal(err)
	}
}

func (s *Pool) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.kept) + s.inUse
}

// TestSolversAreBounded checks that kept solvers are limited by number and time.
func TestSolversAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, made := pool(Config{AtOnce: 1, Most: 3, Idle: time.Minute})
		defer p.Close()
		problem := tsumego.Problem{Board: board.Grid(3, 3)}
		for _, guest := range []string{"a", "b", "c", "d"} {
			use(t, p, guest, problem)
		}
		if p.count() != 3 || *made != 4 {
			t.Errorf("%d are kept, %d were made; want 3 and 4", p.count(), *made)
		}
		use(t, p, "d", problem)
		if *made != 4 {
			t.Error("a solver was created although one was kept")
		}
		time.Sleep(30 * time.Second)
		use(t, p, "d", problem)
		time.Sleep(30 * time.Second)
		if synctest.Wait(); p.count() != 1 {
			t.Errorf("%d are kept after a minute, want the one that was used in between", p.count())
		}
		time.Sleep(30 * time.Second)
		if synctest.Wait(); p.count() != 0 {
			t.Errorf("%d are kept for longer than a minute", p.count())
		}
	})
}

// TestAnotherProblem uses a separate solver for each problem, and keeps one for each guest.
func TestAnotherProblem(t *testing.T) {
	p, made := pool(Config{AtOnce: 1, Most: 3, Idle: time.Hour})
	defer p.Close()
	b := board.Grid(3, 3)
	use(t, p, "a", tsumego.Problem{Board: b, ToPlay: game.Black})
	use(t, p, "a", tsumego.Problem{Board: b, ToPlay: game.White})
	if *made != 2 || p.count() != 1 {
		t.Errorf("%d were made, %d are kept; want 2 and 1", *made, p.count())
	}
}

// TestFailedSolversGo does not use a solver again after a panic.
func TestFailedSolversGo(t *testing.T) {
	p, _ := pool(Config{AtOnce: 1, Most: 3, Idle: time.Hour})
	defer p.Close()
	err := p.Use(t.Context(), queue.Judgement, queue.Asker{Person: "a"}, tsumego.Problem{}, life.Options{}, nil, func(*Kept) error {
		panic("out of memory")
	})
	if err == nil || p.count() != 0 {
		t.Errorf("%v, %d are kept", err, p.count())
	}
}

// TestLines checks that a caller in a full queue receives its place and can give up.
func TestLines(t *testing.T) {
	p, _ := pool(Config{AtOnce: 1, Most: 3, Idle: time.Hour})
	defer p.Close()
	err := p.Use(t.Context(), queue.Problem, queue.Asker{Person: "a"}, tsumego.Problem{}, life.Options{}, nil, func(*Kept) error {
		ctx, cancel := context.WithCancel(t.Context())
		waiting := false
		tell := func(w *SolveProgress) { waiting = w.Waiting != nil; cancel() }
		err := p.Use(ctx, queue.Problem, queue.Asker{Person: "b"}, tsumego.Problem{}, life.Options{}, tell, nil)
		if !errors.Is(err, context.Canceled) || !waiting {
			t.Errorf("in a full queue: %v, waiting %v", err, waiting)
		}
		return p.Use(t.Context(), queue.Judgement, queue.Asker{Person: "b"}, tsumego.Problem{}, life.Options{}, tell, func(*Kept) error {
			return nil
		})
	})
	if err != nil {
		t.Error(err)
	}
}

// away is a failing solver on another machine.
type away struct{ err error }

func (a away) Solver(tsumego.Problem, life.Options) Solver { return a }

func (a away) Solve(context.Context) (*life.Answer, error) {
	return &life.Answer{Verdict: life.InKo}, a.err
}

func (a away) After(context.Context, []game.Move) (*life.Answer, error) { return nil, a.err }

// TestElsewhere checks that a whole problem without a place on this machine is solved elsewhere, or on this machine
// if that fails. A judgement never is, because it needs the table.
func TestElsewhere(t *testing.T) {
	for _, test := range []struct {
		err     error
		urgency queue.Urgency
		want    life.Verdict
	}{{nil, queue.Problem, life.InKo}, {engines.ErrElsewhere, queue.Problem, life.Win}, {nil, queue.Judgement, life.Win}} {
		synctest.Test(t, func(t *testing.T) {
			places := new(queue.Elsewhere)
			places.Set(1)
			p, _ := pool(Config{AtOnce: 1, Elsewhere: away{test.err}})
			p.cfg.Queue = queue.New(queue.Config{Slots: 1, Elsewhere: places})
			begun, end := make(chan struct{}), make(chan struct{})
			go func() {
				_ = p.cfg.Queue.Do(t.Context(), queue.Move, queue.Asker{}, nil, func() error { close(begun); <-end; return nil })
			}()
			<-begun
			if test.want == life.Win {
				time.AfterFunc(50*time.Millisecond, func() { close(end) })
			}
			var got life.Verdict
			solve := func(k *Kept) error {
				a, err := k.Solve(t.Context())
				got = a.Verdict
				return err
			}
			problem := tsumego.Problem{Board: board.Grid(3, 3)}
			err := p.Use(t.Context(), test.urgency, queue.Asker{Person: "p"}, problem, life.Options{}, func(*SolveProgress) {}, solve)
			if err != nil || got != test.want {
				t.Errorf("%v elsewhere, urgency %d: %v, %v; want %v", test.err, test.urgency, got, err, test.want)
			}
			if test.want != life.Win {
				close(end)
			}
			p.Close()
		})
	}
}
