package server

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game/match"
	"moyo/internal/testenv"
	"moyo/server/base/identity"
	"moyo/server/base/storage"
	"moyo/server/base/wire"
	"moyo/server/learn/training"
	"moyo/server/people/notify"
	"moyo/server/play/sweep"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
	"moyo/server/store/storetest"
)

// pathBoard returns the file of a board with a number of points in a row.
func pathBoard(points int) boards.NewBoard {
	var file strings.Builder
	for i := range points {
		fmt.Fprintf(&file, "v %d 0 0\n", i)
	}
	for i := range points - 1 {
		fmt.Fprintf(&file, "l %d %d\n", i+1, i+2)
	}
	return boards.NewBoard{Name: "Path", File: file.String(), Component: -1}
}

// fast are limits that only bound stored bytes.
func fast(l storage.Limits) Limits {
	for _, n := range []*int64{&l.Address, &l.Guests, &l.Total} {
		if *n == 0 {
			*n = -1
		}
	}
	return Limits{Requests: 1e6, NewBoards: 1e6, NewGames: 1e6, Storage: l}
}

// A storageFlood stores as much as allowed, and more.
type storageFlood struct {
	what   string
	limits storage.Limits
	least  int // least number that succeeds
	most   int
	status int  // status of the others
	large  bool // boards of thousands of points
	flood  func(f *flooder) func(i int) int
	other  func(f *flooder) int // somebody else
}

// TestStorageFloods fills each total, and checks the refusals, while another player
// still works.
func TestStorageFloods(t *testing.T) {
	t.Parallel()
	for _, c := range storageFloods(t) {
		t.Run(c.what, func(t *testing.T) {
			if c.large {
				testenv.LongUnderRace(t) // as for the cases with small boards
			}
			f := newFlooderWith(t, fast(c.limits))
			try := c.flood(f)
			through, status := 0, 0
			for i := range 2*c.most + 10 {
				if status = try(i); status >= 300 {
					break
				}
				through++
			}
			if through < c.least || through > c.most || status != c.status {
				t.Errorf("%d get through, want %d to %d; then %d, want %d", through, c.least, c.most, status, c.status)
			}
			if got := c.other(f); got >= 300 {
				t.Errorf("another player: %d", got)
			}
		})
	}
}

// storageFloods are the cases of TestStorageFloods.
func storageFloods(t *testing.T) []storageFlood {
	lone := wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human"}
	board := func(f *flooder, address int, token string, points int) int {
		return f.send(address, token, "POST", "/api/boards", pathBoard(points))
	}
	const full, often = http.StatusInsufficientStorage, http.StatusTooManyRequests
	return []storageFlood{
		{"boards of one person, by their number", storage.Limits{}, 200, 200, full, false, func(f *flooder) func(int) int {
			token := f.member("Ada")
			return func(i int) int { return board(f, i, token, i+2) }
		}, func(f *flooder) int { return board(f, 1, "", 3) }},
		{"boards of one person, by their bytes", storage.Limits{}, 25, 90, full, true, func(f *flooder) func(int) int {
			token := f.member("Ada")
			return func(i int) int { return board(f, i, token, 9900-i) }
		}, func(f *flooder) int { return board(f, 1, "", 3) }},
		{"boards of one address, each with a cookie of its own", storage.Limits{Address: 2e6},
			2, 30, often, true, func(f *flooder) func(int) int {
				return func(i int) int { return board(f, 1, "", 9900-i) }
			}, func(f *flooder) int { return board(f, 2, "", 3) }},
		{"boards of guests from everywhere", storage.Limits{Guests: 2e6}, 2, 30, full, true, func(f *flooder) func(int) int {
			return func(i int) int { return board(f, i, "", 9900-i) }
		}, func(f *flooder) int { return board(f, 2, f.member("Bo"), 3) }},
		{"boards of guests until the disk is nearly full", storage.Limits{Total: 3e6}, 2, 30, full, true, func(f *flooder) func(int) int {
			return func(i int) int { return board(f, i, "", 9900-i) }
		}, func(f *flooder) int { return board(f, 2, f.member("Bo"), 3) }},
		{"games of one address", storage.Limits{Address: 200 * storage.Request}, 200, 200, often, false, func(f *flooder) func(int) int {
			return func(int) int { return f.send(1, "", "POST", "/api/games", lone) }
		}, func(f *flooder) int { return f.send(2, "", "POST", "/api/games", lone) }},
		{"games of one person that have not ended", storage.Limits{}, 500, 500, often, false, func(f *flooder) func(int) int {
			token := identity.NewToken()
			id := identity.GuestID(identity.Hash(token))
			for i := range 450 { // in which another player joins
				g, first := storetest.Game(fmt.Sprint("g", i))
				g.Black.Player = id
				if err := f.s.cfg.Store.Create(t.Context(), g, first); err != nil {
					t.Fatal(err)
				}
			}
			return func(i int) int {
				if i < 450 {
					return http.StatusCreated
				}
				return f.send(1, token, "POST", "/api/games", lone)
			}
		}, func(f *flooder) int { return f.send(1, "", "POST", "/api/games", lone) }},
		{"follows, reports and the like of one address", storage.Limits{Address: 10 * storage.Request},
			1, 10, often, false, func(f *flooder) func(int) int {
				return func(int) int {
					return f.send(1, "", "PUT", "/api/me/notifications/settings", notify.NotificationSettings{Off: []string{}})
				}
			}, func(f *flooder) int {
				return f.send(2, "", "PUT", "/api/me/notifications/settings", notify.NotificationSettings{Off: []string{}})
			}},
		{"problems to train with of one address", storage.Limits{Address: 10 * storage.Request},
			10, 10, often, false, func(f *flooder) func(int) int {
				return func(int) int {
					return f.send(1, "", "POST", "/api/training/next", training.TrainingChoice{Mode: "rated"})
				}
			}, func(f *flooder) int {
				return f.send(2, "", "POST", "/api/training/next", training.TrainingChoice{Mode: "rated"})
			}},
	}
}

// TestMovesGoOn: an address that has used up its total cannot create games or talk, but continues its
// games; at twice the total they can only be ended. What a game refuses is not stored, and
// does not count.
func TestMovesGoOn(t *testing.T) {
	cfg := testConfig(sqlitetest.New(t))
	cfg.Limits.Storage = storage.Limits{Address: 20 * storage.Request, Guests: -1, Total: -1}
	ada := newPerson(t, start(t, cfg))
	g := ada.newGame(wire.NewGame{Board: "grid:9", Rules: "gomoku:n=5", Color: "black", Opponent: "human"})
	bo := newPerson(t, ada.url)
	hers := ada.open(g.ID)
	his := bo.open(g.ID)
	his.must(wire.ClientMessage{Type: "join", Name: "Bo"})
	for status := 201; status == 201; {
		status, _ = ada.call("POST", "/api/games", wire.NewGame{Board: "grid:9", Rules: "weiqi", Color: "black", Opponent: "human"}, nil)
	}
	var points [2][]string // of the sides, no three in a row
	for y := range 9 {
		for x := range 8 {
			side := (x + 2*y) % 4 / 2
			points[side] = append(points[side], fmt.Sprintf("%c%d", 'A'+x, y+1))
		}
	}
	for i := range 100 {
		msg := hers.command(wire.ClientMessage{Type: "play", Move: "A1", Ply: 99, ID: fmt.Sprint("x", i)})
		if msg.Error == nil || msg.Error.Code == "too-often" {
			t.Fatalf("nonsense %d: %+v", i, msg.Error)
		}
	}
	refused := false
	for i := 0; i < 60 && !refused; i++ {
		msg := []*table{hers, his}[i%2].command(wire.ClientMessage{Type: "play", Move: points[i%2][i/2], Ply: i, ID: fmt.Sprint("m", i)})
		if refused = msg.Error != nil && msg.Error.Code == "too-often"; msg.Error != nil && (!refused || i < 30) {
			t.Fatalf("move %d: %+v", i, msg.Error)
		}
	}
	if !refused {
		t.Error("an address keeps whatever it likes")
	}
	hers.must(wire.ClientMessage{Type: "resign"})
}

// TestServerSweeps: a server deletes a game without an opponent by itself, soon after
// it is old enough.
func TestServerSweeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := &clock{now: time.Now()}
		disk := sqlitetest.New(t)
		s := New(Config{Store: disk, Keep: sweep.Default(), Now: now.Now})
		defer s.Close()
		g, first := storetest.Game("g")
		g.Phase, g.Updated = match.Waiting, now.Now()
		if err := disk.Create(t.Context(), g, first); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute)
		if _, err := disk.Game(t.Context(), "g"); err != nil {
			t.Fatalf("a game of today: %v", err)
		}
		now.pass(31 * 24 * time.Hour)
		time.Sleep(time.Hour)
		if _, err := disk.Game(t.Context(), "g"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a game of last month: %v", err)
		}
	})
}
