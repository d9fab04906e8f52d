package main

import (
	"testing"
	"time"

	"moyo/server"
	"moyo/server/play/sweep"
)

func TestDays(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"90d": 90 * 24 * time.Hour, "0": 0, "0d": 0, "36h": 36 * time.Hour, "36500d": maxDays * 24 * time.Hour,
	} {
		var d days
		if err := d.UnmarshalText([]byte(text)); err != nil || time.Duration(d) != want {
			t.Errorf("%q is %v %v, want %v", text, d, err, want)
		}
		var again days
		if err := again.UnmarshalText([]byte(d.String())); err != nil || again != d {
			t.Errorf("%q comes back as %v %v", d.String(), again, err)
		}
	}
	for _, text := range []string{"", "d", "90", "-1d", "1.5d", "36501d", "999999999999999999999d", "-1h", "9d9", "many"} {
		var d days
		if err := d.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is %v", text, d)
		}
	}
}

// TestKeepDefaults: the flags' defaults are the server's.
func TestKeepDefaults(t *testing.T) {
	var flags keepFlags
	parse(t, &flags, nil)
	var cfg server.Config
	flags.apply(&cfg)
	if cfg.Keep != sweep.Default() || flags.check() != nil {
		t.Errorf("%+v is kept, want %+v; %v", cfg.Keep, sweep.Default(), flags.check())
	}
	if got, want := cfg.Limits.WithDefaults().Storage, (server.Limits{}).WithDefaults().Storage; got != want {
		t.Errorf("storage is bounded by %+v, want %+v", got, want)
	}
}

func TestKeepFlags(t *testing.T) {
	const day = days(24 * time.Hour)
	good := keepFlags{
		KeepGuests: 90 * day, KeepOpenGames: 30 * day, KeepUnfinished: 365 * day, KeepBoards: 30 * day,
		KeepClasses: 365 * day, KeepTeams: 365 * day, StorageAddress: 100, StorageTotal: 20_000,
	}
	if err := good.check(); err != nil {
		t.Error(err)
	}
	var cfg server.Config
	good.apply(&cfg)
	want := sweep.Default()
	if l := cfg.Limits.WithDefaults().Storage; cfg.Keep != want || l.Address != 100e6 || l.Guests != -1 || l.Total != 20e9 {
		t.Errorf("%+v and %+v", cfg.Keep, l)
	}
	var none keepFlags
	if err := none.check(); err != nil {
		t.Error(err)
	}
	if none.apply(&cfg); cfg.Keep != (sweep.Keep{}) {
		t.Errorf("for ever is %+v", cfg.Keep)
	}
	for name, change := range map[string]func(*keepFlags){
		"guests": func(f *keepFlags) { f.KeepGuests = day }, "open": func(f *keepFlags) { f.KeepOpenGames = 13 * day },
		"unfinished": func(f *keepFlags) { f.KeepUnfinished = 13 * day },
		"boards":     func(f *keepFlags) { f.KeepBoards = 1 }, "classes": func(f *keepFlags) { f.KeepClasses = 89 * day },
		"teams": func(f *keepFlags) { f.KeepTeams = 89 * day }, "negative": func(f *keepFlags) { f.StorageTotal = -1 },
	} {
		bad := good
		if change(&bad); bad.check() == nil {
			t.Errorf("%s: %+v is taken", name, bad)
		}
	}
}
