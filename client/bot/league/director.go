// Package league directs a standing tournament of programs on a moyo server, as CGOS does. An event
// is a game, a board and a clock. For each event the director makes arenas on the server, one after
// the other, collects their games, rates the players over all of them, and writes pages with
// ratings, crosstable, openings and games.
//
// Its state is in a folder. Each game is written to a log there once, under its tournament and
// number, and the pages are computed from the log. So the director can be killed and restarted at
// any time. The tournaments continue meanwhile: the server runs them.
package league

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"moyo/client/bot/client"
	"moyo/server/base/wire"
)

// Keep limits what is kept of each event.
type Keep struct {
	Games   int // games in games.jsonl; at this number the older half is removed
	Records int // SGF records of the last games
}

// Replace replaces a file atomically.
type Replace func(name string, write func(io.Writer) error) error

// Config configures a ladder.
type Config struct {
	Client  *client.Client // with the scope challenge
	Dir     string
	Events  []Event
	Minutes int  // duration of each tournament
	Most    int  // players of a tournament
	Rated   bool // rated by the server too
	Keep    Keep
	Every   time.Duration // approximate time between two checks of the server
	Replace Replace
	Title   func(rules string) string // name of a game for people
	Notify  func(text string)         // receives messages about what happens
	Now     func() time.Time
}

// noShow is the time in seconds after which a program that has not come loses its game.
const noShow = 60

// The limits on waiting.
const (
	// lastGamesTake is how long after the end of a tournament the director waits for its last games:
	// abandoned ones may never end.
	lastGamesTake = 2 * time.Hour
	// overlap is how long the next tournament waits for them, so that the players of a last game have
	// their machines to themselves.
	overlap = 10 * time.Minute
	// backFor is the least time for which a restarted director waits for them, even after a long
	// absence: a server that cannot show them immediately may do so later.
	backFor = 10 * time.Minute
)

// mostAtOnce is how many games of one event are collected in a row, so that other events have their
// turn.
const mostAtOnce = 200

// Director directs a ladder. Create one with [New].
type Director struct {
	cfg      Config
	name     string // of the account
	began    time.Time
	lock     *os.File
	archives []*archive
	others   map[string]bool // tournaments, by id, that have a title of ours and another director
}

// New opens the folder of a ladder, or creates it. The caller closes the director.
func New(cfg Config) (*Director, error) {
	if len(cfg.Events) == 0 {
		return nil, errors.New("no event")
	}
	if err := os.MkdirAll(cfg.Dir, 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(cfg.Dir, ".lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	d := &Director{cfg: cfg, began: cfg.Now(), lock: f, others: map[string]bool{}}
	if err := lock(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", cfg.Dir, err)
	}
	for i, e := range cfg.Events {
		if k := slices.IndexFunc(cfg.Events[:i], func(o Event) bool { return o.Folder() == e.Folder() }); k >= 0 {
			return nil, errors.Join(fmt.Errorf("the events %s and %s have the same folder, %s", cfg.Events[k].Name, e.Name, e.Folder()), d.Close())
		}
		s, err := openArchive(cfg.Dir, e, cfg.Keep, cfg.Replace)
		if err != nil {
			return nil, errors.Join(err, d.Close())
		}
		d.archives = append(d.archives, s)
	}
	return d, nil
}

// Close closes the folder.
func (d *Director) Close() error {
	var errs []error
	for _, s := range d.archives {
		errs = append(errs, s.close())
	}
	return errors.Join(append(errs, d.lock.Close())...)
}

// diskError is an error of the folder, after which the director cannot continue.
type diskError struct{ error }

func (e diskError) Unwrap() error { return e.error }

func onDisk(err error) error {
	if err == nil {
		return nil
	}
	return diskError{err}
}

// Run directs until ctx ends, which leaves everything as it is, or until it cannot continue: the
// token is not valid, say, or the disk is full.
func (d *Director) Run(ctx context.Context) error {
	if err := d.publish(); err != nil {
		return err
	}
	for try := 0; ; try++ {
		err := d.round(ctx)
		if perr := d.publish(); perr != nil {
			return perr
		}
		pause := d.cfg.Every/2 + rand.N(d.cfg.Every)
		switch {
		case ctx.Err() != nil:
			return nil
		case client.IsFinal(err) || errors.As(err, new(diskError)):
			return err
		case err != nil:
			d.cfg.Notify(err.Error())
			pause = max(pause, client.Pause(try))
		default:
			try = 0
		}
		if client.Sleep(ctx, pause) != nil {
			return nil
		}
	}
}

// round handles all events once. An error in one does not affect the others.
func (d *Director) round(ctx context.Context) error {
	var me wire.Me
	if err := d.get(ctx, "/api/me", &me); err != nil {
		return fmt.Errorf("the director's account cannot be read: %w", err)
	}
	if d.name != me.Name {
		d.name = me.Name
		d.cfg.Notify(fmt.Sprintf("%s directs %d events at %s", me.Name, len(d.archives), d.cfg.Client.Root()))
		for _, s := range d.archives {
			s.news = true // the pages name the director
		}
	}
	var lists wire.TournamentLists
	if err := d.get(ctx, "/api/tournaments", &lists); err != nil {
		return fmt.Errorf("the tournaments cannot be listed: %w", err)
	}
	var errs []error
	for _, s := range d.archives {
		if err := d.runEvent(ctx, s, &lists); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", s.Name, err))
		}
	}
	return errors.Join(errs...)
}

// get makes a request, and retries if the server is busy.
func (d *Director) get(ctx context.Context, path string, out any) error {
	return client.Insist(ctx, func() error { return d.cfg.Client.Get(ctx, path, out) })
}

// runEvent does the work for one event.
func (d *Director) runEvent(ctx context.Context, s *archive, lists *wire.TournamentLists) error {
	if err := d.adopt(ctx, s, lists); err != nil {
		return err
	}
	var waiting []wire.Tournament // and running ones
	last := time.Time{}           // since when games of an ended tournament are missing
	for _, t := range slices.Clone(s.state.Tournaments) {
		view, err := d.view(ctx, t.ID)
		if err != nil {
			return err
		}
		if view == nil {
			d.cfg.Notify(s.title(t.Number) + " no longer exists")
			if err := s.leave(t.ID); err != nil {
				return onDisk(err)
			}
			continue
		}
		open, taken, err := d.collect(ctx, s, view)
		if err != nil {
			return err
		}
		if view.Head.Phase != "over" {
			waiting = append(waiting, *view)
			continue
		}
		over, err := d.end(s, t.ID, open, taken)
		if err != nil {
			return onDisk(err)
		}
		if open > 0 && over.After(last) {
			last = over
		}
	}
	if len(waiting) == 0 {
		return d.create(ctx, s)
	}
	return d.begin(ctx, s, waiting, d.cfg.Now().Sub(last) < overlap)
}

// adopt enters tournaments that the director has made and does not have in its folder: it was
// killed before it wrote them, or its folder is another one.
func (d *Director) adopt(ctx context.Context, s *archive, lists *wire.TournamentLists) error {
	all := slices.Concat(lists.Running, lists.Open, lists.Over)
	listed := map[string]bool{}
	for _, h := range all {
		listed[h.ID] = true
		n, ours := s.number(h.Title)
		if !ours || h.Format != "arena" || s.knows(h.ID) || d.others[h.ID] || h.Phase == "over" && n < s.state.Next {
			continue
		}
		view, err := d.view(ctx, h.ID)
		if err != nil {
			return err
		}
		if view == nil || view.Director != d.name {
			d.others[h.ID] = true
			continue
		}
		d.cfg.Notify("adopts " + h.Title)
		if err := s.enter(h.ID, n); err != nil {
			return onDisk(err)
		}
	}
	for id := range d.others {
		if !listed[id] {
			delete(d.others, id)
		}
	}
	return nil
}

// view returns the current state of a tournament, nil if it does not exist.
func (d *Director) view(ctx context.Context, id string) (*wire.Tournament, error) {
	var t wire.Tournament
	err := d.get(ctx, "/api/tournaments/"+url.PathEscape(id), &t)
	if client.IsGone(err) {
		return nil, nil
	}
	return &t, err
}

// end records that a tournament is over, and forgets it when it waits for no more of its games. As
// long as games arrive, it waits for the others. It returns when the tournament was seen to be
// over.
func (d *Director) end(s *archive, id string, open, taken int) (time.Time, error) {
	i := slices.IndexFunc(s.state.Tournaments, func(t entered) bool { return t.ID == id })
	t := &s.state.Tournaments[i]
	now := d.cfg.Now()
	switch {
	case t.Over.IsZero():
		t.Over = now
		d.cfg.Notify(s.title(t.Number) + " is over")
		if open > 0 {
			return now, s.writeState()
		}
	case open > 0 && (taken > 0 || now.Sub(t.Over) < lastGamesTake || now.Sub(d.began) < backFor):
		return t.Over, nil
	}
	return now, s.leave(id)
}

// create makes the next tournament of an event.
func (d *Director) create(ctx context.Context, s *archive) error {
	in := wire.TournamentSetup{
		Title: s.title(s.state.Next), Format: "arena", Minutes: d.cfg.Minutes, Most: d.cfg.Most, NoShow: noShow,
		Board: s.Board.Spec(), Rules: s.Rules.ID(), Clock: s.Clock.String(), Rated: d.cfg.Rated, For: "programs",
	}
	var made wire.Tournament
	// without a retry: one whose answer is lost is found in the next round
	if err := d.cfg.Client.Ask(ctx, http.MethodPost, "/api/tournaments", in, &made); err != nil {
		return fmt.Errorf("the tournament cannot be created: %w", err)
	}
	d.cfg.Notify("made " + in.Title)
	return onDisk(s.enter(made.Head.ID, s.state.Next))
}

// begin starts a tournament that waits for its second player. If several tournaments are not over,
// the first is the event's. The others have an unknown origin, and those that have not begun are
// called off. No tournament starts while others finish their games.
func (d *Director) begin(ctx context.Context, s *archive, all []wire.Tournament, busy bool) error {
	slices.SortStableFunc(all, func(a, b wire.Tournament) int { return cmp.Compare(rank(a.Head.Phase), rank(b.Head.Phase)) })
	for _, extra := range all[1:] {
		if extra.Head.Phase == "open" {
			if err := d.act(ctx, extra.Head, "cancel"); err != nil {
				return err
			}
		}
	}
	first := all[0]
	here := 0
	for _, p := range first.Players {
		if !p.Withdrawn && !p.Paused {
			here++
		}
	}
	if first.Head.Phase != "open" || here < 2 || busy {
		return nil
	}
	s.news = true
	return d.act(ctx, first.Head, "start")
}

// rank orders the phases of tournaments that are not over.
func rank(phase string) int {
	if phase == "running" {
		return 0
	}
	return 1
}

// act sends an action to a tournament.
func (d *Director) act(ctx context.Context, h wire.TournamentHead, do string) error {
	err := d.cfg.Client.Ask(ctx, http.MethodPost, "/api/tournaments/"+url.PathEscape(h.ID)+"/acts", wire.TournamentAct{Do: do}, nil)
	if err != nil {
		return fmt.Errorf("%s %s: %w", do, h.Title, err)
	}
	d.cfg.Notify(fmt.Sprintf("%s: %s", h.Title, do))
	return nil
}
