package mistakes

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"moyo/game"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/queue"
	"moyo/server/machines/solvers"
	"moyo/server/store"
	"moyo/solve/gomoku"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/mistakes"
	"moyo/study/review"
)

// The bounds of a proof.
const (
	groupTime  = 5 * time.Second // for each group of a Go position
	rowsTime   = 4 * time.Second // for each of the two positions of an n-in-a-row game
	rowsMemory = 32 << 20
)

// provers are the solvers by game.
var provers = map[string]func(*service, context.Context, game.Position, game.Move, game.Move) (mistakes.Proof, bool, error){
	"weiqi":  (*service).proveLife,
	"gomoku": (*service).proveRows,
}

func (s *service) prove(ctx context.Context, in *named) (*endpoint.Answer[MistakeProved], error) {
	m, err := s.mistake(ctx, *in)
	if err != nil {
		return nil, err
	}
	var b body
	if err := json.Unmarshal(m.Body, &b); err != nil {
		return nil, err
	}
	prover := provers[convert.GameID(b.Rules)]
	if prover == nil || b.Proof != nil {
		return endpoint.Reply(MistakeProved{Proof: b.Proof}), nil
	}
	var pos game.Position
	err = s.Queue.Do(ctx, queue.Judgement, queue.Of(ctx, m.Owner), nil, func() error {
		f, err := s.Reviews.Game(ctx, m.Game)
		if err != nil {
			return refusal(err)
		}
		if len(f.Position.Moves()) < m.Number {
			return errNone
		}
		pos = review.Before(f.Position, m.Number-1)
		return nil
	})
	if err != nil {
		return nil, err
	}
	better, err1 := game.ParseMove(pos, b.Better)
	played, err2 := game.ParseMove(pos, b.Played)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	proof, ok, err := prover(s, ctx, pos, better, played)
	if err != nil || !ok {
		return endpoint.Reply(MistakeProved{}), err
	}
	name := game.Format(pos, proof.Move)
	shown := &MistakeProof{Kind: string(proof.Kind), Move: name, Points: convert.Points(proof.Stones)}
	return endpoint.Reply(MistakeProved{Proof: shown}), s.keepProof(ctx, *in, b, shown)
}

// keepProof stores a proof with the mistake, whose card may have changed meanwhile.
func (s *service) keepProof(ctx context.Context, in named, b body, proof *MistakeProof) error {
	b.Proof = proof
	text, err := json.Marshal(b)
	if err != nil {
		return err
	}
	m, err := s.kept().one(ctx, identity.Player(ctx), in.Game, in.Number)
	if errors.Is(err, store.ErrNotFound) {
		return errNone
	}
	if err != nil {
		return err
	}
	m.Body = text
	return s.kept().save(ctx, m)
}

// proveLife asks the solver about the groups near the moves, until it proves something about one.
func (s *service) proveLife(ctx context.Context, pos game.Position, better, played game.Move) (proof mistakes.Proof, ok bool, err error) {
	silent := func(*solvers.SolveProgress) {}
	for _, p := range mistakes.Groups(pos, better, played) {
		err := s.Solvers.Use(ctx, queue.Problem, queue.Of(ctx, identity.Player(ctx)),
			p, life.Options{}, silent, func(k *solvers.Kept) (err error) {
				now, cancel := context.WithTimeout(ctx, groupTime)
				defer cancel()
				proof, ok, err = mistakes.Life(now, k, p, played)
				return err
			})
		_, refused := errors.AsType[*apierror.Error](err)
		switch {
		case ok:
			return proof, true, nil
		case ctx.Err() != nil:
			return proof, false, ctx.Err()
		case refused:
			return proof, false, err
		case err != nil && !errors.Is(err, tsumego.ErrProblem) && !errors.Is(err, context.DeadlineExceeded):
			return proof, false, err
		}
	}
	return mistakes.Proof{}, false, nil
}

// proveRows asks whether a win by fours was missed or allowed.
func (s *service) proveRows(ctx context.Context, pos game.Position, _, played game.Move) (proof mistakes.Proof, ok bool, err error) {
	err = s.Queue.Do(ctx, queue.Problem, queue.Of(ctx, identity.Player(ctx)), nil, func() error {
		proof, ok = mistakes.Rows(ctx, pos, played, gomoku.Options{NoVC2: true, Time: rowsTime, Memory: rowsMemory})
		return ctx.Err()
	})
	return proof, ok, err
}
