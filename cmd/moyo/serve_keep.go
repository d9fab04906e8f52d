package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"moyo/server"
	"moyo/server/play/lobby"
	"moyo/server/play/sweep"
)

// keepFlags are the settings of `moyo serve` about storage: how much and how long.
type keepFlags struct {
	KeepGuests     days `default:"90d" env:"MOYO_KEEP_GUESTS" help:"How long to keep guests without games and with almost no training, such as 90d; 0 for ever."`
	KeepOpenGames  days `default:"30d" env:"MOYO_KEEP_OPEN_GAMES" help:"How long to keep games without an opponent or with very few moves; 0 for ever."`
	KeepUnfinished days `default:"365d" env:"MOYO_KEEP_UNFINISHED" help:"How long a game without a clock may be inactive before it is ended; 0 for ever."`
	KeepBoards     days `default:"30d" env:"MOYO_KEEP_BOARDS" help:"How long to keep boards without an owner and without games; 0 for ever."`
	KeepTeams      days `default:"365d" env:"MOYO_KEEP_TEAMS" help:"How long to keep inactive teams; 0 for ever."`
	KeepClasses    days `default:"365d" env:"MOYO_KEEP_CLASSES" help:"How long to keep classes that neither the teacher nor a pupil visits, with all data of the pupils; 0 for ever."`

	StorageAddress int64 `default:"100" env:"MOYO_STORAGE_ADDRESS" help:"Megabytes that one address may store per day; 0 for no limit."`
	StorageGuests  int64 `default:"2000" env:"MOYO_STORAGE_GUESTS" help:"Megabytes that all guests together may store per day; 0 for no limit."`
	StorageTotal   int64 `default:"20000" env:"MOYO_STORAGE_TOTAL" help:"Largest size of the database in megabytes; guests cannot add data above 80 % of it, others above 90 %; 0 for no limit."`
}

// check returns an error if the settings are not valid.
func (f *keepFlags) check() error {
	const day = 24 * time.Hour
	for _, k := range []struct {
		name  string
		keep  days
		least time.Duration
		why   string
	}{
		{"keep-guests", f.KeepGuests, 7 * day, "people come back after a week"},
		{"keep-open-games", f.KeepOpenGames, lobby.AbandonedIn, "lists show them until then"},
		{"keep-unfinished", f.KeepUnfinished, lobby.AbandonedIn, "lists show them until then"},
		{"keep-boards", f.KeepBoards, day, "a board may have just been uploaded"},
		{"keep-teams", f.KeepTeams, 90 * day, "seasons have breaks"},
		{"keep-classes", f.KeepClasses, 90 * day, "holidays are long"},
	} {
		if k.keep != 0 && time.Duration(k.keep) < k.least {
			return fmt.Errorf("%s %v: want %v or more (%s), or 0 for ever", k.name, k.keep, days(k.least), k.why)
		}
	}
	for name, megabytes := range map[string]int64{
		"storage-address": f.StorageAddress, "storage-guests": f.StorageGuests, "storage-total": f.StorageTotal,
	} {
		if megabytes < 0 || megabytes > 1e9 {
			return fmt.Errorf("%s %d: want megabytes, or 0 for no limit", name, megabytes)
		}
	}
	return nil
}

// apply completes a server's configuration.
func (f *keepFlags) apply(cfg *server.Config) {
	cfg.Keep = sweep.Default()
	cfg.Keep.Guests, cfg.Keep.Open = time.Duration(f.KeepGuests), time.Duration(f.KeepOpenGames)
	cfg.Keep.Unfinished = time.Duration(f.KeepUnfinished)
	cfg.Keep.Boards = time.Duration(f.KeepBoards)
	cfg.Keep.Classes = time.Duration(f.KeepClasses)
	cfg.Keep.Teams = time.Duration(f.KeepTeams)
	if f.KeepGuests == 0 {
		cfg.Keep.Trained = 0
	}
	s := &cfg.Limits.Storage
	s.Address, s.Guests, s.Total = megabytes(f.StorageAddress), megabytes(f.StorageGuests), megabytes(f.StorageTotal)
}

// megabytes converts a limit to bytes for [server.Limits], where 0 means the default.
func megabytes(n int64) int64 {
	if n == 0 {
		return -1
	}
	return n * 1e6
}

// days is a duration written as 90d, or as in Go.
type days time.Duration

// maxDays keeps a time within what the clock can subtract.
const maxDays = 36_500

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *days) UnmarshalText(text []byte) error {
	count, whole := strings.CutSuffix(string(text), "d")
	n, err := strconv.ParseUint(count, 10, 32)
	if err == nil && n <= maxDays && (whole || n == 0) {
		*d = days(time.Duration(n) * 24 * time.Hour)
		return nil
	}
	other, err := time.ParseDuration(string(text))
	if err != nil || other < 0 || other > maxDays*24*time.Hour {
		return fmt.Errorf("%.40q is not a time such as 90d, at most %dd", text, maxDays)
	}
	*d = days(other)
	return nil
}

func (d days) String() string {
	const day = 24 * time.Hour
	if t := time.Duration(d); t%day != 0 {
		return t.String()
	}
	return fmt.Sprintf("%dd", time.Duration(d)/day)
}
