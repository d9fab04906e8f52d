package weiqi

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"sync"
)

// readGames reads the games of a file, one a line. It ignores a last line without
// an end, which a killed program left; length is where to truncate the file.
func readGames(name string) (games []*Played, length int64, err error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	r := bufio.NewReader(f)
	for {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return games, length, nil
		}
		if err != nil {
			return nil, 0, err
		}
		g := new(Played)
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		if err = d.Decode(g); err == nil {
			err = g.check()
		}
		if err != nil {
			return nil, 0, fmt.Errorf("%s, game %d: %w", name, len(games)+1, err)
		}
		games, length = append(games, g), length+int64(len(line))
	}
}

// check returns an error if the lengths of a game's lists do not match.
func (g *Played) check() error {
	if len(g.Visits) != len(g.Moves) || len(g.Values) != len(g.Moves) {
		return fmt.Errorf("%d moves with %d searches and %d values", len(g.Moves), len(g.Visits), len(g.Values))
	}
	for i, v := range g.Visits {
		if len(v)%2 != 0 {
			return fmt.Errorf("the search of move %d has no visits of its last candidate", i+1)
		}
		for k := 0; k < len(v); k += 2 {
			if v[k] >= int64(len(g.Owner)) || v[k+1] <= 0 {
				return fmt.Errorf("the search of move %d has a candidate that is not on the board, or without visits", i+1)
			}
		}
	}
	return nil
}

// PlayGames plays games into the file, in the order of their numbers, until it contains count, on the
// given number of goroutines, and returns all of them. It keeps the games that the file has already
// and plays a truncated one again. If done is not nil, it is called with the number of games so far.
func PlayGames(ctx context.Context, file string, opt PlayOptions, count, threads int, done func(games int)) ([]*Played, error) {
	games, length, err := readGames(file)
	if err != nil || len(games) >= count {
		return games, err
	}
	out, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return games, err
	}
	defer out.Close()
	if err := out.Truncate(length); err != nil {
		return games, err
	}
	if _, err := out.Seek(length, io.SeekStart); err != nil {
		return games, err
	}
	play := func(ctx context.Context, n int) (*Played, error) { return PlayGame(ctx, opt, uint64(n)) }
	for g, err := range inOrder(ctx, len(games), count, max(1, threads), play) {
		if err != nil {
			return games, err
		}
		line, err := json.Marshal(g)
		if err != nil {
			return games, err
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return games, err
		}
		if games = append(games, g); done != nil {
			done(len(games))
		}
	}
	return games, ctx.Err()
}

// outcome is a game, or the error that ended it.
type outcome struct {
	game *Played
	err  error
}

// inOrder plays games number from to number to, several at the same time, and yields them in order.
// It ends after the first failure, or when the caller stops; then no game is still running.
func inOrder(ctx context.Context, from, to, threads int, play func(ctx context.Context, n int) (*Played, error)) iter.Seq2[*Played, error] {
	return func(yield func(*Played, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		var wg sync.WaitGroup
		defer wg.Wait()
		defer stop()
		var ahead []chan outcome // games that are being played, in order
		for n := from; n < to || len(ahead) > 0; {
			for ; n < to && len(ahead) < threads; n++ {
				slot, number := make(chan outcome, 1), n
				ahead = append(ahead, slot)
				wg.Go(func() {
					g, err := play(ctx, number)
					slot <- outcome{g, err}
				})
			}
			o := <-ahead[0]
			ahead = ahead[1:]
			if !yield(o.game, o.err) || o.err != nil {
				return
			}
		}
	}
}
