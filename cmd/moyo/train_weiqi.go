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

// trainWeiqi makes a network for Go. Klein bottles, honeycombs and geodesic spheres are no boards that it learns
// from by itself, to see what the network makes of boards that it does not know.
type trainWeiqi struct {
	Dir      string   `help:"Folder of the games and of where the training stands; with the same one it goes on after a kill." required:"" type:"path"`
	Games    int      `help:"Games to learn from; 4000 where there are steps and no labels." default:"-1"`
	Boards   []string `help:"Boards to draw from, as often as they stand here." default:"grid:9,grid:9,grid:9,grid:9,grid:9,grid:9,grid:7,grid:7,torus:7x7,torus:9x9,hex:5,grid:11x7,cylinder:9x7,cube:3,grid:13"`
	Playouts int64    `help:"Playouts of a search, or positions judged where a network leads it." default:"500"`
	Cheap    int64    `help:"Playouts of the searches that nothing is learned from, so that more games end in the same time; 0 for none such." default:"0"`
	Full     float64  `help:"Share of the searches that are learned from, where there are cheap ones." default:"0.25"`
	Noise    float64  `help:"Share of the chances that goes to moves drawn by chance, in searches that a network leads and that are learned from, so that games try what it would not." default:"0.25"`
	Network  string   `help:"File of a network that leads the games and is what is taught on; none for a new one, and games without one." type:"existingfile"`
	Keep     float64  `help:"Share of that network's weights in what is written: between it and what it was taught on to often lies one that knows what both know." default:"0.5"`
	Steps    int      `help:"Steps of learning; 0 makes games and labels and compares the network with --held." default:"12000"`
	Batch    int      `help:"Positions of a step." default:"64"`
	Channels int      `help:"Channels of a new network, a multiple of 16, or those that --network grows to." default:"32"`
	Blocks   int      `help:"Blocks of a new network, or those that --network grows to." default:"4"`
	Straight bool     `help:"The network sees direction: how much the points at opposite sides of a point differ."`
	Lead     bool     `help:"The network says by how many points the side to move will lead."`
	Tactics  bool     `help:"The network of --network is told of ladders, of moves that save and of self-atari, where it was not so far."`
	Labels   []string `help:"Files of labelled positions to learn from; with them, only --games plays games." type:"existingfile"`
	Teacher  string   `help:"Program that speaks KataGo's analysis protocol and evaluates positions to learn from."`
	Taught   int      `name:"teacher-games" help:"Games that the teacher evaluates, with those already in the folder." default:"1000"`
	TaughtOn []string `name:"teacher-boards" help:"Grids for the teacher's games, such as grid:9, drawn as often as named; else all sides of 5 to 19." placeholder:"BOARD"`
	Searched float64  `name:"teacher-search-share" help:"Share of positions that the teacher searches for a better value. 0.05 takes five times as long as 0." default:"0.05"`
	Held     []string `help:"Files of labelled positions to measure by; none: some of the games and labels." type:"existingfile"`
	Own      float64  `name:"own-share" help:"Share of moyo's own games in a step, beside labels." default:"0.25"`
	Average  float64  `help:"Part of the average of weights that a step keeps; 0 writes the last weights." default:"0"`
	Rate     float64  `help:"Rate of learning at its highest." default:"0.002"`
	Search   float64  `name:"search-share" help:"What the win chance that a search saw weighs in what is learned of a position, beside how the game ended." default:"0.5"`
	Threads  int      `help:"Games at once, and parts of a step." default:"1"`
	Seed     uint64   `help:"Seed of the random numbers; with as many threads the result is repeatable." default:"1"`
	Out      string   `help:"File to write." required:""`
}

// check fills in how many games are played where the flag leaves it open, and returns what is wrong with the flags.
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
		return errors.New("games, playouts and batch have to be 1 at least, and steps cannot be fewer than 0")
	}
	if c.Noise < 0 || c.Noise > 1 || c.Search < 0 || c.Search > 1 || c.Keep < 0 || c.Keep > 1 || c.Searched < 0 || c.Searched > 1 {
		return errors.New("the shares of noise, of what a search saw, of what is kept and of what the teacher searches are 0 to 1")
	}
	if c.Cheap < 0 || c.Full <= 0 || c.Full > 1 {
		return errors.New("cheap playouts cannot be fewer than 0, and the share of full searches is more than 0 and at most 1")
	}
	return nil
}

// Run plays and learns; after Ctrl-C it writes nothing, and goes on from there the next time.
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
			say("step %d of %d: %s; of positions held back %s", step, c.Steps, lossText(learned), lossText(held))
		},
	})
	if err != nil {
		return err
	}
	return c.write(net, begun)
}

// network returns the one that leads and is taught on, nil for none.
func (c *trainWeiqi) network() (*neural.Net, error) {
	if c.Network == "" {
		return nil, nil
	}
	return readFile(c.Network, weiqi.ReadNet)
}

// measure writes how far a network, if there is one, is from labels that are held back.
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

// labels has the teacher evaluate games, and returns these with those of the files.
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

// teacherGames is how many games are evaluated at the same time, so that the teacher can put positions together.
const teacherGames = 8

// readLabels reads the games of some files of labels.
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
		after = fmt.Sprintf(", going on from the network with hash %s that led them (noise %g) and makes %g of it,",
			begun.Hash(), c.Noise, c.Keep)
	}
	playouts := fmt.Sprintf("%d playouts a move", c.Playouts)
	if c.Cheap > 0 {
		playouts = fmt.Sprintf("%d playouts for %g of the moves and %d for the others", c.Playouts, c.Full, c.Cheap)
	}
	about := fmt.Sprintf("Learned%s from %d games that moyo played against itself, %s, "+
		"on %s; %d steps of %d positions, rate %g, search share %g, seed %d, %d threads.",
		after, c.Games, playouts, strings.Join(c.Boards, " "), c.Steps, c.Batch, c.Rate, c.Search, c.Seed, c.Threads)
	return writeFile(c.Out, func(out io.Writer) error { return net.Write(out, about) })
}
