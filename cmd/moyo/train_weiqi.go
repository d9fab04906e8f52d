package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"moyo/board"
	"moyo/engine/neural"
	"moyo/engine/weiqi"
	"moyo/engine/weiqi/teacher"
)

// trainWeiqi trains a Go network. Its default boards omit Klein bottles, honeycombs and geodesic spheres, to
// test the network on kinds of boards that it has not seen.
type trainWeiqi struct {
	Dir      string   `help:"Folder of the games and the state of the training; with the same folder an interrupted training continues." required:"" type:"path"`
	Games    int      `help:"Self-play games; the default is 4000 with --steps and without --labels." default:"-1"`
	Boards   []string `help:"Boards to draw from; repeat one to use it more often." default:"grid:9,grid:9,grid:9,grid:9,grid:9,grid:9,grid:7,grid:7,torus:7x7,torus:9x9,hex:5,grid:11x7,cylinder:9x7,cube:3,grid:13"`
	Playouts int64    `help:"Playouts per search, or evaluations if a network leads it." default:"500"`
	Cheap    int64    `help:"Playouts of quick searches, which give no samples but more games in the same time; 0 for no quick searches." default:"0"`
	Full     float64  `help:"Share of full searches, if there are quick ones." default:"0.25"`
	Noise    float64  `help:"Share of random noise in the policy at the root of full searches led by a network, so that games explore." default:"0.25"`
	Network  string   `help:"File of a network that leads the games and is trained further. The default is a new network, and games without one." type:"existingfile"`
	Keep     float64  `help:"Share of that network's weights in the result: an average of the old and the trained network is often better than both." default:"0.5"`
	Steps    int      `help:"Training steps; 0 only makes games and labels, and compares the network with --held." default:"12000"`
	Batch    int      `help:"Positions per step." default:"64"`
	Channels int      `help:"Channels of a new network, a multiple of 16, or those that --network grows to." default:"32"`
	Blocks   int      `help:"Blocks of a new network, or those that --network grows to." default:"4"`
	Straight bool     `help:"Give the network a sense of direction: how much the points at opposite sides of a point differ."`
	Lead     bool     `help:"Give the network an output for the lead of the side to move, in points."`
	Tactics  bool     `help:"Add ladders, saving moves and self-atari to the input features of the network of --network."`
	Labels   []string `help:"Files of labelled positions for training; with them, only --games plays games." type:"existingfile"`
	Teacher  string   `help:"Program with KataGo's analysis protocol that labels positions for training."`
	Taught   int      `name:"teacher-games" help:"Games for the teacher to evaluate, including those already in the folder." default:"1000"`
	TaughtOn []string `name:"teacher-boards" help:"Grids for the teacher's games, such as grid:9; repeat one to use it more often. The default is all sides of 5 to 19." placeholder:"BOARD"`
	Searched float64  `name:"teacher-search-share" help:"Share of positions that the teacher searches for a better value. 0.05 takes five times as long as 0." default:"0.05"`
	Held     []string `help:"Files of labelled positions as the validation set. The default is some of the games and labels." type:"existingfile"`
	Own      float64  `name:"own-share" help:"Share of self-play games in a step, beside labels." default:"0.25"`
	Average  float64  `help:"Decay of the weight average per step; 0 writes the last weights." default:"0"`
	Rate     float64  `help:"Highest learning rate." default:"0.002"`
	Search   float64  `name:"search-share" help:"Weight of the search's win probability in the target, beside the game's result." default:"0.5"`
	Threads  int      `help:"Games at the same time, and parts of a step." default:"1"`
	Seed     uint64   `help:"Seed of the random numbers; with as many threads the result is repeatable." default:"1"`
	Out      string   `help:"File to write." required:""`
}

// check sets the default number of games, and returns an error if the flags are not valid.
func (c *trainWeiqi) check() error {
	for _, spec := range c.Boards {
		if _, err := board.Parse(spec); err != nil {
			return err
		}
	}
	if c.Games < 0 {
		c.Games = 4000
		if len(c.Labels) > 0 || c.Teacher != "" || c.Steps == 0 {
			c.Games = 0
		}
	}
	if c.Games+len(c.Labels)+c.Taught < 1 || c.Playouts < 1 || c.Steps < 0 || c.Batch < 1 {
		return errors.New("games, playouts and batch must be at least 1, and steps at least 0")
	}
	if c.Noise < 0 || c.Noise > 1 || c.Search < 0 || c.Search > 1 || c.Keep < 0 || c.Keep > 1 || c.Searched < 0 || c.Searched > 1 {
		return errors.New("--noise, --search-share, --keep and --teacher-search-share must be 0 to 1")
	}
	if c.Cheap < 0 || c.Full <= 0 || c.Full > 1 {
		return errors.New("quick playouts must be at least 0, and the share of full searches above 0 and at most 1")
	}
	return nil
}

// Run plays and trains; after Ctrl-C it writes no network, and the next run continues.
func (c *trainWeiqi) Run(ctx context.Context) error {
	taughtOn, err := teacher.Grids(c.TaughtOn)
	if err != nil {
		return wrongUse(fmt.Errorf("--teacher-boards: %w", err))
	}
	if err := c.check(); err != nil {
		return wrongUse(err)
	}
	begun, err := c.network()
	if err != nil {
		return wrongUse(err)
	}
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return err
	}
	begin := time.Now()
	say := func(format string, args ...any) {
		fmt.Fprintf(os.Stderr, "%8s  %s\n", time.Since(begin).Round(time.Second), fmt.Sprintf(format, args...))
	}
	shown := begin
	opt := weiqi.PlayOptions{Boards: c.Boards, Playouts: c.Playouts, Cheap: c.Cheap, Full: c.Full, Noise: c.Noise, Net: begun, Seed: c.Seed}
	games, err := weiqi.PlayGames(ctx, filepath.Join(c.Dir, "games.jsonl"), opt, c.Games, c.Threads, func(n int) {
		if now := time.Now(); now.Sub(shown) > 10*time.Second || n == c.Games {
			shown = now
			say("%d of %d games", n, c.Games)
		}
	})
	if err != nil {
		return err
	}
	labels, err := c.labels(ctx, begun, taughtOn, say)
	if err != nil {
		return err
	}
	held, err := readLabels(c.Held)
	if err != nil {
		return err
	}
	if c.Steps == 0 {
		return measure(begun, held)
	}
	config := neural.Config{Channels: c.Channels, Blocks: c.Blocks, Straight: c.Straight, Lead: c.Lead}
	net, err := weiqi.Train(ctx, games, weiqi.TrainOptions{
		Net: begun, Keep: c.Keep, Config: config, Tactics: c.Tactics, Labels: labels, Validation: held, OwnShare: c.Own, Average: c.Average,
		Steps: c.Steps, Batch: c.Batch, Rate: c.Rate, SearchShare: c.Search, Threads: c.Threads, Seed: c.Seed,
		State: filepath.Join(c.Dir, "state"),
		Progress: func(step int, learned, held neural.Loss) {
			say("step %d of %d: %s; validation: %s", step, c.Steps, lossText(learned), lossText(held))
		},
	})
	if err != nil {
		return err
	}
	return c.write(net, begun)
}

// network returns the network that leads and is trained further, nil for none.
func (c *trainWeiqi) network() (*neural.Net, error) {
	if c.Network == "" {
		return nil, nil
	}
	return readFile(c.Network, weiqi.ReadNet)
}

// measure prints the losses of a network, if there is one, on the validation set.
func measure(net *neural.Net, held []*weiqi.Labelled) error {
	if net == nil || len(held) == 0 {
		return nil
	}
	kinds, err := weiqi.Measure(net, held)
	if err != nil {
		return err
	}
	for _, k := range kinds {
		if k.Positions > 0 {
			fmt.Printf("%-7s %6d positions: %s\n", k.Board, k.Positions, lossText(k.Loss))
		}
	}
	return nil
}

// labels lets the teacher evaluate games, and returns them with those of the files.
func (c *trainWeiqi) labels(
	ctx context.Context, begun *neural.Net, boards [][2]int, say func(format string, args ...any),
) ([]*weiqi.Labelled, error) {
	files := c.Labels
	if c.Teacher != "" {
		net := begun
		if net == nil {
			net = weiqi.Shipped()
		}
		file := filepath.Join(c.Dir, "labels.jsonl")
		opt := teacher.Options{
			Command: c.Teacher, Games: c.Taught, AtOnce: teacherGames, Boards: boards, Searched: c.Searched, Net: net, Seed: c.Seed,
		}
		shown := time.Now()
		opt.Done = func(games, labels int) {
			if now := time.Now(); now.Sub(shown) > 10*time.Second || games == c.Taught {
				shown = now
				say("the teacher has evaluated %d of %d games, %d positions since the start", games, c.Taught, labels)
			}
		}
		if err := teacher.Label(ctx, file, opt); err != nil {
			return nil, err
		}
		files = append(files[:len(files):len(files)], file)
	}
	return readLabels(files)
}

// teacherGames is how many games are evaluated at the same time, so that the teacher can batch positions.
const teacherGames = 8

// readLabels reads the games of label files.
func readLabels(names []string) (all []*weiqi.Labelled, err error) {
	for _, name := range names {
		games, err := weiqi.ReadLabelled(name)
		if err != nil {
			return nil, err
		}
		all = append(all, games...)
	}
	return all, nil
}

func lossText(l neural.Loss) string {
	return fmt.Sprintf("policy %.3f nats over the least, best move first %.1f %%, win %.3f nats, off by %.3f, "+
		"owner %.3f squares, lead off by %.1f",
		l.Policy-l.Least, 100*l.First, l.Win, l.Value, l.Ownership, l.Lead)
}

func (c *trainWeiqi) write(net, begun *neural.Net) error {
	after := ""
	if begun != nil {
		after = fmt.Sprintf(", continuing from the network with hash %s that led them (noise %g) and makes %g of it,",
			begun.Hash(), c.Noise, c.Keep)
	}
	playouts := fmt.Sprintf("%d playouts per move", c.Playouts)
	if c.Cheap > 0 {
		playouts = fmt.Sprintf("%d playouts for %g of the moves and %d for the others", c.Playouts, c.Full, c.Cheap)
	}
	about := fmt.Sprintf("Trained%s on %d self-play games, %s, "+
		"on %s; %d steps of %d positions, rate %g, search share %g, seed %d, %d threads.",
		after, c.Games, playouts, strings.Join(c.Boards, " "), c.Steps, c.Batch, c.Rate, c.Search, c.Seed, c.Threads)
	return writeFile(c.Out, func(out io.Writer) error { return net.Write(out, about) })
}
