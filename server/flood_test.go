package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/game/match"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/club/ladders"
	"moyo/server/club/teams"
	"moyo/server/learn/classes"
	"moyo/server/learn/training"
	"moyo/server/people/account"
	"moyo/server/people/account/password"
	"moyo/server/people/moderation"
	"moyo/server/people/notify"
	"moyo/server/play/correspondence"
	"moyo/server/share/boards"
	"moyo/server/share/studies"
	"moyo/server/share/viewer"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// flooder sends requests from any address, without a network.
type flooder struct {
	t     *testing.T
	s     *Server
	clock *clock
	mail  *letters

	teachers int // so far
}

func newFlooder(t *testing.T) *flooder {
	return newFlooderWith(t, Limits{})
}

// newFlooderWith is newFlooder for a server with the given limits.
func newFlooderWith(t *testing.T, l Limits) *flooder {
	f := &flooder{t: t, clock: &clock{now: time.Now()}, mail: &letters{}}
	f.s = New(Config{
		Store: sqlitetest.New(t), Site: "https://go.example", Mail: f.mail, PasswordCost: password.Least, Limits: l, Now: f.clock.Now,
	})
	t.Cleanup(f.s.Close)
	return f
}

// member returns the token of a player with an account, who has just signed in.
func (f *flooder) member(name string) string {
	f.t.Helper()
	id := identity.GuestID(identity.Hash("account of " + name))
	p := store.Player{ID: id, Role: store.Member, Name: name, Skeleton: skeleton(name), Created: f.clock.Now()}
	if err := f.s.cfg.Store.Enroll(f.t.Context(), p, store.Credentials{Player: id, Version: 1, Password: "x"}); err != nil {
		f.t.Fatal(err)
	}
	token, err := f.s.sessions.Start(f.t.Context(), id, "test")
	if err != nil {
		f.t.Fatal(err)
	}
	return token
}

// send sends a request with a token, "" for a new guest, from the n-th address, and
// returns the status of its answer.
func (f *flooder) send(address int, token, method, path string, in any) int {
	f.t.Helper()
	var body bytes.Buffer
	if in != nil {
		if err := json.NewEncoder(&body).Encode(in); err != nil {
			f.t.Fatal(err)
		}
	}
	r := httptest.NewRequest(method, path, &body)
	r.RemoteAddr = fmt.Sprintf("10.%d.%d.%d:1", address>>16, address>>8&255, address&255)
	if in != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		r.AddCookie(&http.Cookie{Name: "moyo", Value: token})
	}
	w := httptest.NewRecorder()
	f.s.ServeHTTP(w, r)
	if w.Code >= 400 &&
		!slices.Contains([]int{http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusInsufficientStorage}, w.Code) {
		f.t.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
	}
	return w.Code
}

// A rush is an action that is requested as often as possible.
type rush struct {
	what   string
	tries  int
	every  time.Duration // between two tries
	want   int           // number that succeeds
	demand func(f *flooder) func(i int) int
}

// TestFloods requests more of everything than allowed, and counts what the default limits
// accept: immediately, and during a further day.
func TestFloods(t *testing.T) {
	for _, c := range slices.Concat(
		gameRushes(), peopleRushes(), costlyRushes(), classRushes(), ladderRushes(), teamRushes(), otherRushes(),
	) {
		t.Run(strings.ReplaceAll(c.what, " ", "_"), func(t *testing.T) {
			t.Parallel()
			f := newFlooder(t)
			ask := c.demand(f)
			through := 0
			for i := range c.tries {
				if ask(i) < 300 {
					through++
				}
				f.clock.pass(c.every)
			}
			if give := c.want / 50; through < c.want-give || through > c.want+give {
				t.Errorf("%d of %d got through, want %d", through, c.tries, c.want)
			}
		})
	}
}

// gameRushes are about requests, accounts and games.
func gameRushes() []rush {
	link := wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human"}
	open, challenge := link, link
	open.Opponent, challenge.Opponent = "anyone", "player"
	return []rush{
		{"requests of an address, for whatever", 5000, 0, 4000, func(f *flooder) func(int) int {
			token := f.member("Ada")
			return func(int) int { return f.send(1, token, "GET", "/api/me", nil) }
		}},
		{"requests of an address that take two milliseconds", 2500, 0, 2000, func(f *flooder) func(int) int {
			token := f.member("Ada")
			return func(int) int { return f.send(1, token, "GET", "/api/catalog", nil) }
		}},
		{"accounts of an address", 60, time.Second, 50, func(f *flooder) func(int) int {
			f.s.accounts.Passwords = 1
			return func(i int) int {
				return f.send(1, "", "POST", "/api/account", wire.SignUp{Name: many(i), Password: good})
			}
		}},
		{"steps of signing in of an address", 100, 0, 20, func(f *flooder) func(int) int {
			return func(int) int { return f.send(1, "", "GET", "/api/account/name?name=Zoe", nil) }
		}},
		{"games of an address", 100, 0, 40, func(f *flooder) func(int) int {
			return func(int) int { return f.send(1, "", "POST", "/api/games", link) }
		}},
		{"links of a player", 150, time.Second, 100, func(f *flooder) func(int) int {
			token := f.member("Ada")
			return func(int) int { return f.send(1, token, "POST", "/api/games", link) }
		}},
		{"open games of a player", 20, time.Second, 5, func(f *flooder) func(int) int {
			token := f.member("Ada")
			return func(i int) int { return f.send(i, token, "POST", "/api/games", open) }
		}},
		{"open games of an address", 60, time.Second, 40, func(f *flooder) func(int) int {
			return func(int) int { return f.send(1, "", "POST", "/api/games", open) }
		}},
		{"players whom one challenges", 20, time.Second, 10, func(f *flooder) func(int) int {
			token := f.member("Ada")
			return func(i int) int {
				in := challenge
				in.To = many(i)
				f.member(in.To)
				return f.send(1, token, "POST", "/api/games", in)
			}
		}},
		{"challenges of an address to one", 20, time.Second, 5, func(f *flooder) func(int) int {
			f.member("Bo")
			in := challenge
			in.To = "Bo"
			return func(i int) int { return f.send(1, f.member(many(i)), "POST", "/api/games", in) }
		}},
		{"challenges of everybody to one", 60, time.Second, 30, func(f *flooder) func(int) int {
			f.member("Bo")
			in := challenge
			in.To = "Bo"
			return func(i int) int { return f.send(i, f.member(many(i)), "POST", "/api/games", in) }
		}},
	}
}

// peopleRushes are about actions towards other people.
func peopleRushes() []rush {
	return []rush{
		{"relations of an address", 100, 0, 10, func(f *flooder) func(int) int {
			f.member("Bo")
			return func(int) int { return f.send(1, "", "PUT", "/api/relations/follow/Bo", nil) }
		}},
		{"relations of an address, slowly", 800, 2 * time.Second, 200 + 2000*1600/86400, func(f *flooder) func(int) int {
			f.member("Bo")
			return func(int) int { return f.send(1, "", "PUT", "/api/relations/follow/Bo", nil) }
		}},
		{"reports of an address", 5, 0, 1, func(f *flooder) func(int) int {
			return reports(f, func(int) int { return 1 })
		}},
		{"reports of a player", 20, time.Minute, 10, func(f *flooder) func(int) int {
			token := f.member("Ada")
			return func(i int) int {
				name := many(i)
				f.member(name)
				return f.send(i, token, "POST", "/api/reports", moderation.NewReport{Kind: "player", Name: name, Reason: "spam"})
			}
		}},
		{"reports of an address, slowly", 70, time.Minute, 52, func(f *flooder) func(int) int {
			return reports(f, func(int) int { return 1 })
		}},
		{"browsers that take messages, of an address", 50, 0, 20, func(f *flooder) func(int) int {
			return func(i int) int {
				return f.send(1, "", "PUT", "/api/me/notifications/settings", notify.NotificationSettings{Off: []string{}})
			}
		}},
		{"letters to one address of mail", 10, time.Second, 4, func(f *flooder) func(int) int {
			return func(i int) int {
				token := f.member(many(i))
				return f.send(i, token, "PUT", "/api/account/email", account.Email{Address: "Bo@club.example"})
			}
		}},
		{"letters of an address", 40, time.Second, 20, func(f *flooder) func(int) int {
			return func(i int) int {
				token := f.member(many(i))
				return f.send(1, token, "PUT", "/api/account/email", account.Email{Address: fmt.Sprintf("%d@club.example", i)})
			}
		}},
		{"letters to one who forgot, asked for by strangers", 40, time.Second, 20, func(f *flooder) func(int) int {
			return func(int) int { return f.send(1, "", "POST", "/api/account/reset", account.Forgotten{Name: "Bo"}) }
		}},
	}
}

// costlyRushes are about actions that cost work or space.
func costlyRushes() []rush {
	return []rush{
		{"lists of games", 200, 0, 80, func(f *flooder) func(int) int {
			return func(int) int { return f.send(1, "", "GET", "/api/games", nil) }
		}},
		{"parts of histories", 200, 0, 80, func(f *flooder) func(int) int {
			return func(i int) int { return f.send(1, "", "GET", fmt.Sprint("/api/games/search?names=", i), nil) }
		}},
		{"downloads of all games", 50, 0, 20, func(f *flooder) func(int) int {
			return func(int) int { return f.send(1, "", "GET", "/api/me/games/records", nil) }
		}},
		{"records that an address opens", 50, 0, 20, func(f *flooder) func(int) int {
			return func(int) int { return f.send(1, "", "POST", "/api/records/read", "(;SZ[9];B[aa])") }
		}},
		{"records that an address has drawn", 50, 0, 20, func(f *flooder) func(int) int {
			return func(int) int {
				return f.send(1, "", "POST", "/api/records/draw", viewer.RecordPosition{Record: "(;SZ[9];B[aa])", Format: "svg", Path: []int{0}})
			}
		}},
		{"problems that an address has read", 60, 0, 40, func(f *flooder) func(int) int {
			return func(int) int { return f.send(1, "", "POST", "/api/tsumego/read", "(;SZ[5])") }
		}},
		{"collections that an address brings", 50, 0, 20, func(f *flooder) func(int) int {
			in := training.NewCollection{Files: []training.CollectionFile{{Name: "a", Text: three}}}
			return func(int) int { return f.send(1, "", "POST", "/api/training/collections", in) }
		}},
		{"studies that an address begins", 50, 0, 20, func(f *flooder) func(int) int {
			in := studies.StudyWish{Title: "Ladders", Edit: "owner", Source: studies.StudySource{Board: "grid:9", Rules: "weiqi:komi=6.5"}}
			return func(i int) int { return f.send(1, f.member(many(i)), "POST", "/api/studies", in) }
		}},
		{"boards that an address brings", 50, 0, 20, func(f *flooder) func(int) int {
			in := boards.NewBoard{Name: "edge", File: "v 0 0 0\nv 1 0 0\nl 1 2\n", Component: -1}
			return func(int) int { return f.send(1, "", "POST", "/api/boards/check", in) }
		}},
		{"archives of a player", 10, time.Second, 1, func(f *flooder) func(int) int {
			token := f.member("Ada")
			return func(int) int { return f.send(1, token, "GET", "/api/account/archive", nil) }
		}},
		{"leader boards and profiles", 200, 0, 80, func(f *flooder) func(int) int {
			f.member("Bo")
			return func(i int) int {
				return f.send(1, "", "GET", []string{"/api/leaders?pool=gomoku", "/api/people/bo/ratings"}[i%2], nil)
			}
		}},
	}
}

// classRushes are about classes.
func classRushes() []rush {
	return []rush{
		{"classes of a teacher", 20, time.Second, 10, func(f *flooder) func(int) int {
			token := f.member("Ada")
			return func(int) int { return f.send(1, token, "POST", "/api/classes", classes.NewClass{Title: "Year 3"}) }
		}},
		{"classes that an address makes", 60, time.Second, 30, func(f *flooder) func(int) int {
			return func(i int) int {
				return f.send(1, f.member(many(i)), "POST", "/api/classes", classes.NewClass{Title: "Year 3"})
			}
		}},
		{"pupils of a class", 80, time.Second, 60, func(f *flooder) func(int) int {
			_, code := f.class()
			return func(i int) int {
				return f.send(i, "", "POST", "/api/class-links/"+code, classes.JoinClass{Name: many(i)})
			}
		}},
		{"pupils whom an address brings", 200, time.Second, 120, func(f *flooder) func(int) int {
			var codes []string
			for range 4 {
				_, code := f.class()
				codes = append(codes, code)
			}
			return func(i int) int {
				return f.send(1, "", "POST", "/api/class-links/"+codes[i%len(codes)], classes.JoinClass{Name: many(i)})
			}
		}},
		{"tasks of a class", 100, time.Second, 60, func(f *flooder) func(int) int {
			token, code := f.class()
			var list classes.ClassList
			f.get(token, "/api/classes", &list)
			f.send(1, "", "POST", "/api/class-links/"+code, classes.JoinClass{Name: "Mia"})
			task := classes.NewClassTask{Kind: "lesson", Lesson: "capturefive"}
			return func(int) int {
				return f.send(1, token, "POST", "/api/classes/"+list.Classes[0].ID+"/tasks", task)
			}
		}},
	}
}

// ladderRushes are about ladders.
func ladderRushes() []rush {
	return []rush{
		{"ladders of a maker", 20, time.Second, 5, func(f *flooder) func(int) int {
			token := f.member("Ada")
			return func(int) int { return f.send(1, token, "POST", "/api/ladders", clubLadder) }
		}},
		{"ladders of an address", 60, time.Second, 10, func(f *flooder) func(int) int {
			return func(i int) int { return f.send(1, f.member(many(i)), "POST", "/api/ladders", clubLadder) }
		}},
		{"ladders that one is on", 40, time.Second, 20, func(f *flooder) func(int) int {
			token, maker := f.member("Ada"), ""
			return func(i int) int {
				if i%5 == 0 {
					maker = f.member(many(i))
				}
				f.send(i, maker, "POST", "/api/ladders", clubLadder)
				var lists ladders.LadderLists
				f.get(maker, "/api/ladders", &lists)
				return f.send(i, token, "POST", "/api/ladders/"+lists.Mine[0].ID+"/acts", ladders.LadderAct{Do: "join"})
			}
		}},
		{"acts on ladders of an address", 200, 0, 80, func(f *flooder) func(int) int {
			token, large := f.member("Ada"), clubLadder
			large.Most = 300
			f.send(1, token, "POST", "/api/ladders", large)
			var lists ladders.LadderLists
			f.get(token, "/api/ladders", &lists)
			at := "/api/ladders/" + lists.Mine[0].ID + "/acts"
			return func(i int) int { return f.send(1, f.member(many(i)), "POST", at, ladders.LadderAct{Do: "join"}) }
		}},
		{"lists of ladders", 200, 0, 80, func(f *flooder) func(int) int {
			return func(int) int { return f.send(1, "", "GET", "/api/ladders", nil) }
		}},
	}
}

// teamRushes are about teams and their matches.
func teamRushes() []rush {
	return []rush{
		{"teams of an address", 60, time.Second, 10, func(f *flooder) func(int) int {
			f.s.teams.Limits.Own = 1
			return func(i int) int { return f.send(1, f.member(many(i)), "POST", "/api/teams", someTeam(i)) }
		}},
		{"teams of a person", 20, time.Hour, 5, func(f *flooder) func(int) int {
			token := f.member("Ada")
			return func(i int) int { return f.send(i, token, "POST", "/api/teams", someTeam(i)) }
		}},
		{"members of a team", 300, time.Second, 199, func(f *flooder) func(int) int {
			path := "/api/teams/" + f.team(f.member("Ada"), "open") + "/acts"
			return func(i int) int { return f.send(i, f.member(many(i)), "POST", path, teams.TeamAct{Do: "join"}) }
		}},
		{"people who ask a team", 100, time.Second, 50, func(f *flooder) func(int) int {
			path := "/api/teams/" + f.team(f.member("Ada"), "ask") + "/acts"
			return func(i int) int { return f.send(i, f.member(many(i)), "POST", path, teams.TeamAct{Do: "join"}) }
		}},
		{"teams that one asks", 40, time.Second, 20, func(f *flooder) func(int) int {
			token := f.member("Ada")
			return func(i int) int {
				path := "/api/teams/" + f.team(f.member(many(i)), "ask") + "/acts"
				return f.send(1, token, "POST", path, teams.TeamAct{Do: "join"})
			}
		}},
		{"matches of a team", 30, time.Second, 10, func(f *flooder) func(int) int {
			token := f.member("Ada")
			in := teams.NewTeamMatch{
				Home: f.team(token, "ask"), Setup: teams.TeamMatchSetup{Boards: 2, Board: "grid:9", Rules: "weiqi", Clock: "absolute=5m", NoShow: 60},
			}
			return func(i int) int { return f.send(i, token, "POST", "/api/team-matches", in) }
		}},
		{"challenges of everybody to a team", 30, time.Second, 10, func(f *flooder) func(int) int {
			in := teams.NewTeamMatch{
				Guest: f.team(f.member("Ada"), "ask"),
				Setup: teams.TeamMatchSetup{Boards: 2, Board: "grid:9", Rules: "weiqi", Clock: "absolute=5m", NoShow: 60},
			}
			return func(i int) int {
				token := f.member(many(i))
				in.Home = f.team(token, "ask")
				return f.send(i, token, "POST", "/api/team-matches", in)
			}
		}},
		{"challenges that are called off", 60, time.Second, 20, func(f *flooder) func(int) int {
			token := f.member("Ada")
			in := teams.NewTeamMatch{
				Home: f.team(token, "ask"), Guest: f.team(f.member("Bo"), "ask"),
				Setup: teams.TeamMatchSetup{Boards: 2, Board: "grid:9", Rules: "weiqi", Clock: "absolute=5m", NoShow: 60},
			}
			return func(i int) int {
				status := f.send(i, token, "POST", "/api/team-matches", in)
				var team teams.Team
				f.get(token, "/api/teams/"+in.Home, &team)
				if team.Matches[0].Phase == "proposed" {
					f.send(i, token, "POST", "/api/team-matches/"+team.Matches[0].ID+"/acts", teams.TeamMatchAct{Do: "cancel"})
				}
				return status
			}
		}},
		{"lists of teams", 200, 0, 80, func(f *flooder) func(int) int {
			return func(int) int { return f.send(1, "", "GET", "/api/teams", nil) }
		}},
	}
}

// otherRushes are the remaining ones.
func otherRushes() []rush {
	return []rush{
		{"notes of an address", 60, 0, 20, func(f *flooder) func(int) int {
			token := f.member("Ada")
			path := "/api/games/" + f.letter("Ada") + "/note"
			return func(i int) int { return f.send(1, token, "PUT", path, correspondence.NewNote{Text: many(i)}) }
		}},
		{"vacations of an address", 60, 0, 20, func(f *flooder) func(int) int {
			return func(i int) int {
				return f.send(1, f.member(many(i)), "POST", "/api/me/vacation", correspondence.NewVacation{Days: 1})
			}
		}},
		{"weeks ahead", 200, 0, 80, func(f *flooder) func(int) int {
			return func(int) int { return f.send(1, "", "GET", "/api/me/correspondence", nil) }
		}},
		{"waiting games of a player", 200, 0, 100, func(f *flooder) func(int) int {
			return func(int) int { return f.send(1, "", "GET", "/api/me/inbox", nil) }
		}},
	}
}

// someTeam returns a team with a distinct name.
func someTeam(i int) teams.NewTeam {
	return teams.NewTeam{Name: "Team " + many(i), Rules: "weiqi", Entry: "ask"}
}

// team creates a team from a distinct address, and returns its id.
func (f *flooder) team(token, entry string) string {
	f.t.Helper()
	f.teachers++
	in := someTeam(f.teachers)
	in.Entry = entry
	f.send(1<<20+f.teachers, token, "POST", "/api/teams", in)
	var lists teams.TeamLists
	f.get(token, "/api/teams", &lists)
	return lists.Mine[0].ID
}

// letter creates a correspondence game of a member with an unknown opponent, and returns its id.
func (f *flooder) letter(name string) string {
	f.t.Helper()
	setup := match.Setup{
		Board: "grid:5", Rules: "weiqi", Clock: "correspondence=3d",
		Black: match.Seat{Kind: match.Human, Player: identity.GuestID(identity.Hash("account of " + name))},
		White: match.Seat{Kind: match.Human, Player: "somebody"},
	}
	g, err := f.s.hub.Create(f.t.Context(), setup)
	if err != nil {
		f.t.Fatal(err)
	}
	return g.ID
}

// many returns distinct names that do not look alike.
func many(i int) string {
	const letters = "abdefghkprst"
	n := len(letters)
	return "Ada" + string([]byte{letters[i/n/n%n], letters[i/n%n], letters[i%n]})
}

// reports returns a function in which new members report, from an address.
func reports(f *flooder, address func(i int) int) func(int) int {
	f.member("Zoe")
	return func(i int) int {
		token := f.member(many(i))
		return f.send(address(i), token, "POST", "/api/reports", moderation.NewReport{Kind: "player", Name: "Zoe", Reason: "spam"})
	}
}

// class returns the token of a new teacher, and the code of a class of theirs.
func (f *flooder) class() (token, code string) {
	f.t.Helper()
	f.teachers++
	token = f.member(many(f.teachers))
	f.send(1, token, "POST", "/api/classes", classes.NewClass{Title: "Year 3"})
	var list classes.ClassList
	f.get(token, "/api/classes", &list)
	var class classes.Class
	f.get(token, "/api/classes/"+list.Classes[0].ID, &class)
	return token, class.Code
}

// get makes a request with a token.
func (f *flooder) get(token, path string, out any) {
	f.t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.AddCookie(&http.Cookie{Name: "moyo", Value: token})
	w := httptest.NewRecorder()
	f.s.ServeHTTP(w, r)
	if err := json.Unmarshal(w.Body.Bytes(), out); err != nil {
		f.t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
}

// TestManySessions: a player's sessions are bounded, and the one seen longest ago
// ends.
func TestManySessions(t *testing.T) {
	f := newFlooder(t)
	first := f.member("Ada")
	id := identity.GuestID(identity.Hash("account of Ada"))
	for i := range 60 {
		f.clock.pass(time.Second)
		if _, err := f.s.sessions.Start(t.Context(), id, fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	all, err := f.s.cfg.Store.Sessions(t.Context(), id)
	if err != nil || len(all) != 50 || all[0].Device != "59" || all[49].Device != "10" {
		t.Errorf("%d sessions, %v", len(all), err)
	}
	if who, err := f.s.sessions.Who(t.Context(), identity.Hash(first)); err != nil || who.Role != store.Guest {
		t.Errorf("the first session: %+v %v", who, err)
	}
}

// slow is a browser that reads nothing until it is released.
type slow struct {
	*httptest.ResponseRecorder
	reading, read chan struct{}
}

func (s slow) Write(data []byte) (int, error) {
	select {
	case s.reading <- struct{}{}:
	default:
	}
	<-s.read
	return s.ResponseRecorder.Write(data)
}

func (s slow) SetWriteDeadline(time.Time) error { return nil }

// TestSlowReaders: a slow reader of an archive occupies one place, also with many guest
// accounts, and locks out no other address.
func TestSlowReaders(t *testing.T) {
	f := newFlooder(t)
	w := slow{httptest.NewRecorder(), make(chan struct{}, 1), make(chan struct{})}
	r := httptest.NewRequest("GET", "/api/account/archive", nil)
	r.RemoteAddr = "10.0.0.1:1"
	done := make(chan struct{})
	go func() {
		defer close(done)
		f.s.ServeHTTP(w, r)
	}()
	<-w.reading
	for address, want := range map[int]int{1: http.StatusServiceUnavailable, 2: http.StatusOK} {
		if got := f.send(address, "", "GET", "/api/account/archive", nil); got != want {
			t.Errorf("address %d: %d, want %d", address, got, want)
		}
	}
	close(w.read)
	<-done
	if got := f.send(1, "", "GET", "/api/account/archive", nil); got != http.StatusOK {
		t.Errorf("afterwards: %d", got)
	}
}
