package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"moyo/game/match"
	"moyo/internal/testenv"
	"moyo/server/base/access"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/learn/classes"
	"moyo/server/learn/training"
	"moyo/server/people/account"
	"moyo/server/people/moderation"
	"moyo/server/store"
	"moyo/study/lessons"
)

// classroom is a class on a server: its teacher, its pupils, and their first names.
type classroom struct {
	t       *testing.T
	s       *Server
	url     string
	teacher *person
	class   classes.Class
	pupils  []*person
	names   []string
}

// newClassroom starts a server with a class of pupils of those names.
func newClassroom(t *testing.T, names ...string) *classroom {
	t.Helper()
	cfg := testConfig(newStore(t))
	var later atomic.Int64
	cfg.Now = func() time.Time { return time.Now().Add(time.Duration(later.Add(1)) * time.Millisecond) } // no two at the same time
	s := New(cfg)
	c := &classroom{t: t, s: s, url: serveFor(t, s), names: names}
	c.teacher = newPerson(t, c.url).signUp("Teacher")
	c.teacher.must(201, "POST", "/api/classes", classes.NewClass{Title: "Year 3"}, &c.class)
	for _, name := range names {
		p := newPerson(t, c.url)
		var joined classes.JoinedClass
		p.must(200, "POST", c.link(), classes.JoinClass{Name: name}, &joined)
		if joined.Class != c.class.ID {
			t.Fatalf("%s joined %q", name, joined.Class)
		}
		c.pupils = append(c.pupils, p)
	}
	return c
}

func (c *classroom) link() string { return "/api/class-links/" + c.class.Code }

func (c *classroom) at(rest string) string { return "/api/classes/" + c.class.ID + rest }

// seen returns the class as a person sees it.
func (c *classroom) seen(p *person) (v classes.Class) {
	c.t.Helper()
	p.must(200, "GET", c.at(""), nil, &v)
	return v
}

// give gives the class a task, and returns the class.
func (c *classroom) give(t classes.NewClassTask) (v classes.Class) {
	c.t.Helper()
	c.teacher.must(201, "POST", c.at("/tasks"), t, &v)
	return v
}

// row returns a pupil's progress, as their teacher sees it.
func (c *classroom) row(i int) classes.ClassRow { return c.seen(c.teacher).Rows[i] }

var gomokuGames = classes.NewClassTask{Kind: "games", Board: "grid:9", Rules: "gomoku:n=4"}

// TestClassJoin: pupils join by the link with a first name, and return by a code.
func TestClassJoin(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, "Mia", "Noa")
	if me := c.pupils[0].me(); me.Role != string(store.Pupil) || me.Name != "Mia" {
		t.Errorf("a pupil is %+v", me)
	}
	v := c.seen(c.pupils[0])
	if v.Mine || v.Code != "" || len(v.Rows) != 1 || v.Rows[0].Name != "Mia" || !slices.Equal(v.Mates, c.names) || v.Teacher != "Teacher" {
		t.Errorf("the class as a pupil sees it: %+v", v)
	}
	stranger := newPerson(t, c.url)
	for name, want := range map[string]int{"": 400, "  ": 400, "mia": 400} {
		if status, body := stranger.call("POST", c.link(), classes.JoinClass{Name: name}, nil); status != want {
			t.Errorf("%q joins: %d %s", name, status, body)
		}
	}
	c.teacher.must(400, "POST", c.link(), classes.JoinClass{Name: "Teacher"}, nil)
	c.pupils[0].must(403, "POST", c.link(), classes.JoinClass{Name: "Twice"}, nil)

	open := false
	c.teacher.must(200, "PATCH", c.at(""), classes.ClassChange{Open: &open}, nil)
	stranger.must(403, "POST", c.link(), classes.JoinClass{Name: "Late"}, nil)
	old := c.link()
	c.teacher.must(200, "PATCH", c.at(""), classes.ClassChange{Title: "Year 4", Renew: true}, &c.class)
	stranger.must(404, "GET", old, nil, nil)
	var link classes.ClassLink
	stranger.must(200, "GET", c.link(), nil, &link)
	if link != (classes.ClassLink{Title: "Year 4", Teacher: "Teacher"}) {
		t.Errorf("the link says %+v", link)
	}

	var code classes.PupilCode
	mia := c.row(0).Pupil
	c.teacher.must(200, "POST", c.at("/pupils/"+mia+"/code"), nil, &code)
	stranger.must(404, "POST", c.link(), classes.JoinClass{Back: "abcd-efgh"}, nil)
	stranger.must(200, "POST", c.link(), classes.JoinClass{Back: " " + strings.ToUpper(code.Code)}, nil)
	if me := stranger.me(); me.Name != "Mia" {
		t.Errorf("who came back is %+v", me)
	}
	newPerson(t, c.url).must(404, "POST", c.link(), classes.JoinClass{Back: code.Code}, nil)
	for _, p := range c.sessions("Mia") {
		if p.Address != "" || p.Device != "" {
			t.Errorf("of a pupil's session is kept: %+v", p)
		}
	}

	c.teacher.must(200, "PATCH", c.at("/pupils/"+mia), classes.PupilChange{Name: "Mia K"}, nil)
	if me := c.pupils[0].me(); me.Name != "Mia K" {
		t.Errorf("renamed: %+v", me)
	}
	c.pupils[0].must(204, "DELETE", "/api/session", nil, nil)
	c.pupils[0].must(401, "GET", c.at(""), nil, nil)
}

// sessions returns the sessions of a pupil.
func (c *classroom) sessions(name string) []store.Session {
	c.t.Helper()
	list, err := c.s.cfg.Store.Sessions(c.t.Context(), c.player(name))
	if err != nil || len(list) == 0 {
		c.t.Fatalf("%d sessions of %s, %v", len(list), name, err)
	}
	return list
}

// player returns the id of a pupil.
func (c *classroom) player(name string) string {
	c.t.Helper()
	list, err := c.players(name)
	if len(list) == 0 {
		c.t.Fatalf("no pupil %s: %v", name, err)
	}
	return list[0]
}

// players returns the ids of the pupils with a name, or of all for "".
func (c *classroom) players(name string) ([]string, error) {
	return store.List(c.t.Context(), c.s.cfg.Store, scanID,
		`SELECT player FROM class_pupils WHERE class = ?1 AND (name = ?2 OR ?2 = '') ORDER BY created, player`, c.class.ID, name)
}

// owner returns the id of the teacher, or store.ErrNotFound if the class does not exist.
func (c *classroom) owner() (string, error) {
	return store.One(c.t.Context(), c.s.cfg.Store, scanID, `SELECT owner FROM classes WHERE id = ?`, c.class.ID)
}

func scanID(row store.Row) (id string, err error) { return id, row.Scan(&id) }

// TestClassTasks: the server records what pupils do as it happens, and nothing else.
func TestClassTasks(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, "Mia", "Noa", "Oto")
	news := c.teacher.hold(c.at("/events"))
	lesson, _ := lessons.Find("capturefive")
	v := c.give(classes.NewClassTask{Kind: "lesson", Lesson: lesson.ID, Due: time.Now().Add(48 * time.Hour).Format(time.RFC3339)})
	if v.Tasks[0].Of != len(lesson.Steps) || v.Tasks[0].Due == "" || len(v.Rows) != 3 {
		t.Errorf("the lesson: %+v", v.Tasks[0])
	}
	mia := c.pupils[0]
	if a := mia.learn(lesson.ID+"/1", training.LessonTry{}); a.Verdict != "" {
		t.Fatalf("%+v", a)
	}
	if cell := c.row(0).Cells[0]; cell.Right != 0 || !cell.Mine {
		t.Errorf("a pupil who only looked has done %+v", cell)
	}
	c.solveStep(mia, lesson, 0)
	if cell := c.row(0).Cells[0]; cell.Right != 1 || cell.Done {
		t.Errorf("after a step: %+v", cell)
	}
	for step := range lesson.Steps {
		c.solveStep(mia, lesson, step)
	}
	if cell := c.row(0).Cells[0]; !cell.Done {
		t.Errorf("after all steps: %+v", cell)
	}

	v = c.give(classes.NewClassTask{Kind: "problems", Collection: "level-1", Problems: 3})
	if v.Tasks[1].Of != 3 || v.Tasks[1].Group != "level" {
		t.Errorf("the problems: %+v", v.Tasks[1])
	}
	p := mia.next(training.TrainingChoice{Mode: "collection", Collection: v.Tasks[1].Collection})
	if p.Of != 3 || p.Title != v.Tasks[1].Title {
		t.Errorf("the first problem: %+v", p)
	}
	mia.attempt(p.Key, training.TrainingTry{Moves: []string{}, Show: true})
	if cell := c.row(0).Cells[1]; cell.Tried != 1 || cell.Right != 0 {
		t.Errorf("a pupil who saw the solution has done %+v", cell)
	}
	choice := training.TrainingChoice{Mode: "collection", Collection: v.Tasks[1].Collection}
	if status, _ := c.teacher.call("POST", "/api/training/next", choice, nil); status != 404 {
		t.Errorf("a player outside the class trains with its task: %d", status)
	}

	testPairs(t, c)
	select {
	case <-news:
		t.Error("the teacher's stream has ended")
	default:
	}
	c.table()
	c.teacher.must(200, "DELETE", c.at("/tasks/1"), nil, &v)
	if len(v.Tasks) != 2 {
		t.Errorf("%d tasks are left", len(v.Tasks))
	}
}

// testPairs makes the pupils of a class play each other, and one the computer.
func testPairs(t *testing.T, c *classroom) {
	games := gomokuGames
	games.Engine = "level:1"
	v := c.give(games)
	pairs, alone := 0, 0
	for i, row := range v.Rows {
		cell := row.Cells[2]
		if cell.Engine != "" {
			alone++
			continue
		}
		pairs++
		own := c.seen(c.pupils[i]).Rows[0].Cells[2]
		if own.Game == "" || own.Mate == "" || own.Result != "turn" && own.Result != "playing" {
			t.Errorf("%s plays %+v", row.Name, own)
		}
	}
	if pairs != 2 || alone != 1 {
		t.Errorf("%d play each other, %d the computer: %+v", pairs, alone, v.Rows)
	}
	c.resign(v)
	results := map[string]int{}
	for _, row := range c.seen(c.teacher).Rows {
		if row.Cells[2].Engine == "" {
			results[row.Cells[2].Result]++
		}
	}
	if !maps.Equal(results, map[string]int{"won": 1, "lost": 1}) {
		t.Errorf("results %v", results)
	}
}

// solveStep solves a step of a lesson by asking for help.
func (c *classroom) solveStep(p *person, l lessons.Lesson, step int) {
	c.t.Helper()
	moves := []string{}
	path := fmt.Sprintf("%s/%d", l.ID, step+1)
	for range 30 {
		a := p.learn(path, training.LessonTry{Moves: moves, Help: true})
		next := ""
		switch {
		case a.Said != nil && a.Said.Move != "":
			next = a.Said.Move
		case len(a.Choices) > 0:
			for _, choice := range a.Choices {
				if b := p.learn(path, training.LessonTry{Moves: append(slices.Clone(moves), choice)}); b.Verdict != "wrong" && b.Verdict != "illegal" {
					next = choice
					if b.Verdict == "done" {
						return
					}
					break
				}
			}
		}
		if next == "" {
			c.t.Fatalf("%s: no help after %v: %+v", path, moves, a)
		}
		moves = append(moves, next)
		if b := p.learn(path, training.LessonTry{Moves: moves}); b.Verdict == "done" {
			return
		}
	}
	c.t.Fatalf("%s: not done after %v", path, moves)
}

// resign makes the pupil who moves first in a task of games play, then the opponent, and then resign.
func (c *classroom) resign(v classes.Class) {
	c.t.Helper()
	last := len(v.Tasks) - 1
	black, white := -1, -1
	for i, row := range v.Rows {
		switch cell := row.Cells[last]; {
		case cell.Engine != "":
		case cell.Result == "turn":
			black = i
		default:
			white = i
		}
	}
	id := v.Rows[black].Cells[last].Game
	one := c.pupils[black].open(id)
	one.play("E5")
	c.pupils[white].open(id).play("C3")
	one.must(wire.ClientMessage{Type: "resign"})
}

// table checks the table as a file.
func (c *classroom) table() {
	c.t.Helper()
	c.teacher.must(200, "PATCH", c.at("/pupils/"+c.row(1).Pupil), classes.PupilChange{Name: "=1+1"}, nil)
	body := c.teacher.must(200, "GET", c.at("/table"), nil, nil)
	lines := strings.Split(strings.TrimSpace(body), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[0], "name,1 lesson ") || !strings.HasPrefix(lines[1], "Mia,") ||
		!strings.Contains(lines[1], ",0 of 3 in 1,") || !strings.HasPrefix(lines[2], "'=1+1,") {
		c.t.Errorf("the table:\n%s", body)
	}
	c.pupils[0].must(403, "GET", c.at("/table"), nil, nil)
}

// TestClassPairs: the teacher chooses the pairs; a left-over pupil pauses.
func TestClassPairs(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, "Mia", "Noa", "Oto")
	rows := c.seen(c.teacher).Rows
	games := gomokuGames
	games.Pairs = []classes.ClassPair{{Black: rows[2].Pupil, White: rows[0].Pupil}}
	v := c.give(games)
	for i, want := range []classes.ClassCell{
		{Mine: true, Mate: "Oto", Result: "playing"}, {Done: true, Result: "pause"}, {Mine: true, Mate: "Mia", Result: "turn"},
	} {
		got := v.Rows[i].Cells[0]
		got.Game = ""
		if got != want {
			t.Errorf("%s: %+v, want %+v", v.Rows[i].Name, got, want)
		}
	}
	for _, pairs := range [][]classes.ClassPair{
		{{Black: rows[0].Pupil, White: rows[0].Pupil}},
		{{Black: rows[0].Pupil, White: rows[1].Pupil}, {Black: rows[1].Pupil, White: rows[2].Pupil}}, {{Black: "stranger", White: rows[0].Pupil}},
	} {
		games.Pairs = pairs
		if status, body := c.teacher.call("POST", c.at("/tasks"), games, nil); status != 400 && status != 404 {
			t.Errorf("pairs %+v: %d %s", pairs, status, body)
		}
	}
	for _, bad := range []classes.NewClassTask{
		{Kind: "essay"}, {Kind: "lesson", Lesson: "x"}, {Kind: "problems", Collection: "level-99"},
		{Kind: "games", Board: "grid:9", Rules: "weiqi", Engine: "gtp:sh"},
		{Kind: "games", Board: "file:/etc/passwd", Rules: "weiqi"}, {Kind: "lesson", Lesson: lessons.All()[0].ID, Due: "2001-01-01T00:00:00Z"},
	} {
		if status, body := c.teacher.call("POST", c.at("/tasks"), bad, nil); status != 400 && status != 404 {
			t.Errorf("%+v: %d %s", bad, status, body)
		}
	}
}

// TestClassEnds: removed pupils, and all pupils of a deleted class, lose access, and their names
// disappear from games.
func TestClassEnds(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, "Quendolin", "Noa")
	v := c.give(gomokuGames)
	id := v.Rows[0].Cells[0].Game
	player := c.player("Quendolin")
	stream := c.pupils[0].hold(c.at("/events"))
	c.teacher.must(200, "DELETE", c.at("/pupils/"+v.Rows[0].Pupil), nil, &v)
	select {
	case <-stream:
	case <-time.After(testTime):
		t.Error("the stream of a removed pupil continues")
	}
	if len(v.Rows) != 1 || v.Rows[0].Name != "Noa" {
		t.Errorf("left is %+v", v.Rows)
	}
	c.pupils[0].must(401, "GET", c.at(""), nil, nil)
	g, entries, err := c.s.cfg.Store.Load(t.Context(), id)
	if err != nil || g.Phase != match.Finished || strings.Contains(fmt.Sprintf("%+v %+v", g, entries[0].Event.Setup), "Quendolin") {
		t.Errorf("the game: %+v %v", g, err)
	}
	if p, err := c.s.cfg.Store.Player(t.Context(), player); err != nil || p.Role != store.Deleted {
		t.Errorf("the player: %+v %v", p, err)
	}
	c.teacher.must(204, "DELETE", c.at(""), nil, nil)
	c.teacher.must(404, "GET", c.at(""), nil, nil)
	c.pupils[1].must(401, "GET", c.at(""), nil, nil)
	newPerson(t, c.url).must(404, "GET", c.link(), nil, nil)
	if list, err := c.players(""); err != nil || len(list) != 0 {
		t.Errorf("pupils of a deleted class: %v %v", list, err)
	}
}

// TestClassOfDeletedTeacher: deleting a teacher's account deletes their classes with the pupils.
func TestClassOfDeletedTeacher(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, "Mia")
	c.teacher.must(204, "DELETE", "/api/account", account.DeleteAccount{Name: "Teacher"}, nil)
	c.pupils[0].must(401, "GET", c.at(""), nil, nil)
	if _, err := c.owner(); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the class still exists: %v", err)
	}
}

// TestClassEndsByItself: an unused class ends with its pupils' data; a class that is in
// use does not.
func TestClassEndsByItself(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, "Mia")
	ended := func(before time.Time) int {
		t.Helper()
		n, err := c.s.classes.EndUnused(t.Context(), before)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := ended(time.Now().Add(-time.Hour)); n != 0 {
		t.Errorf("%d classes ended that are used", n)
	}
	if n := ended(time.Now().Add(time.Hour)); n != 1 {
		t.Errorf("%d unused classes ended", n)
	}
	c.pupils[0].must(401, "GET", c.at(""), nil, nil)
}

// TestPupilAccess requests every route as a pupil: routes that the table does not allow are refused.
func TestPupilAccess(t *testing.T) {
	t.Parallel()
	testenv.SkipUnderRace(t)
	c := newClassroom(t, "Mia")
	as := http.Header{"Cookie": {"moyo=" + c.pupils[0].token()}}
	column := slices.Index(roles, store.Pupil)
	for _, row := range accessOfRoutes(t) {
		if row.name == "DELETE /api/session" {
			continue // which ends it
		}
		want := http.StatusForbidden
		if lets(row.cells[column], false) {
			want = 0
		}
		checkRoute(t, c.s, "a pupil", as, row.name, want)
	}
	for _, row := range accessOfCommands(t) {
		who := identity.Who{Role: store.Pupil, Class: "a"}
		if err := access.CheckCommand(row.name, who, access.Player); (err == nil) != lets(row.cells[2], false) {
			t.Errorf("%s by a pupil: %v", row.name, err)
		}
	}
}

// TestPupilLeaves: pupils can delete all their own data; no other player can use that route.
func TestPupilLeaves(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, "Mia", "Noa")
	v := c.give(gomokuGames)
	id := v.Rows[0].Cells[0].Game
	other := newPerson(t, c.url).signUp("Other")
	var class classes.Class
	other.must(201, "POST", "/api/classes", classes.NewClass{Title: "Other"}, &class)
	other.must(404, "DELETE", c.at("/me"), nil, nil)
	c.teacher.must(404, "DELETE", c.at("/me"), nil, nil)
	newPerson(t, c.url).must(401, "DELETE", c.at("/me"), nil, nil)
	c.pupils[0].must(404, "DELETE", "/api/classes/"+class.ID+"/me", nil, nil)
	player := ""
	if pupils, err := c.players(""); err != nil || len(pupils) != 2 {
		t.Fatal(pupils, err)
	} else {
		player = pupils[0]
	}
	c.pupils[0].must(204, "DELETE", c.at("/me"), nil, nil)
	if me := c.pupils[0].me(); me.Role != string(store.Guest) {
		t.Errorf("the pupil who has left is %+v", me)
	}
	if pupils, err := c.players(""); err != nil || slices.Contains(pupils, player) {
		t.Errorf("the pupil is kept: %v", err)
	}
	if v := c.seen(c.teacher); len(v.Rows) != 1 || v.Rows[0].Name != "Noa" {
		t.Errorf("the teacher sees %+v", v.Rows)
	}
	g, err := c.s.cfg.Store.Game(t.Context(), id)
	if err != nil || g.Phase != match.Finished || strings.Contains(g.Black.Name+g.White.Name, "Mia") {
		t.Errorf("their game: %+v %v", g, err)
	}
	c.pupils[1].must(200, "GET", c.at(""), nil, nil)
}

// TestPupilsUnseen searches for two pupils, and for their game, in all answers to others than
// their teacher.
func TestPupilsUnseen(t *testing.T) {
	testenv.SkipUnderRace(t)
	const first, second = "Quendolin", "Zebulon"
	c := newClassroom(t, first, second)
	v := c.give(gomokuGames)
	id := v.Rows[0].Cells[0].Game
	black, white := c.pupils[0], c.pupils[1]
	if v.Rows[0].Cells[0].Result != "turn" {
		black, white = white, black
	}
	black.open(id).play("E5")
	two := white.open(id)
	two.play("C3")
	other := newPerson(t, c.url).signUp("Other")
	var class classes.Class
	other.must(201, "POST", "/api/classes", classes.NewClass{Title: "Other"}, &class)
	elsewhere := newPerson(t, c.url)
	elsewhere.must(200, "POST", "/api/class-links/"+class.Code, classes.JoinClass{Name: "Elsewhere"}, nil)
	secret := []string{first, second, c.player(first), c.player(second), id}
	routes := registered(t).Rules
	outsiders := map[string]*person{
		"a guest": newPerson(t, c.url), "a teacher of others": other, "a pupil of others": elsewhere,
		"a moderator":      withRole(t, c.s, c.url, store.Moderator, false),
		"an administrator": withRole(t, c.s, c.url, store.Administrator, false), "a bot": withRole(t, c.s, c.url, store.Bot, false),
	}
	for who, p := range outsiders {
		for _, finished := range []bool{false, true} {
			if finished && who == "a guest" {
				two.must(wire.ClientMessage{Type: "resign"})
			}
			for route := range routes {
				if !finished || strings.Contains(route, "games") {
					c.lookFor(who, p, route, secret, id)
				}
			}
		}
		c.tryToReach(who, p, id, first)
	}
	c.teacher.must(200, "GET", "/api/games/"+id, nil, nil)
	c.pupils[0].must(200, "GET", "/api/games/"+id+"/sgf", nil, nil)
	public := other.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "anyone"})
	c.pupils[0].must(404, "GET", "/api/games/"+public.ID, nil, nil)
	c.pupils[0].must(404, "GET", "/api/games/"+public.ID+"/ws", nil, nil)
	for _, p := range []*person{c.teacher, c.pupils[0]} {
		p.must(403, "GET", "/api/games/"+id+"/chat/ws", nil, nil)
	}
}

// lookFor requests a route with a pupil's ids as parameters, and searches the answer for private
// data, also in the first message of a stream.
func (c *classroom) lookFor(who string, p *person, route string, secret []string, game string) {
	c.t.Helper()
	method, path, _ := strings.Cut(route, " ")
	if method != http.MethodGet {
		return
	}
	var asked []string
	switch {
	case strings.Contains(path, "/games/{id}"):
		asked = []string{strings.ReplaceAll(path, "{id}", game)}
	case placeholder.MatchString(path):
		for _, place := range []string{c.class.ID, secret[0], secret[2], game} {
			asked = append(asked, placeholder.ReplaceAllString(path, place))
		}
	default:
		asked = []string{path, path + "?live=1&name=" + secret[0] + "&player=" + secret[0] + "&names=" + secret[0]}
	}
	for _, where := range asked {
		body := c.firstOf(p, where)
		for _, s := range secret {
			if strings.Contains(body, s) && !strings.Contains(where, s) {
				c.t.Errorf("%s finds %q at %s: %.300s", who, s, where, body)
			}
		}
		if strings.Contains(path, "/games/{id}") && !strings.Contains(body, "There is no such game") &&
			!strings.Contains(body, "As a pupil, you can only use your class.") {
			c.t.Errorf("%s is answered at %s: %.300s", who, where, body)
		}
	}
}

// firstOf returns the beginning of an answer.
func (c *classroom) firstOf(p *person, path string) string {
	c.t.Helper()
	ctx, cancel := context.WithCancel(c.t.Context())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+path, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	if strings.Contains(path, "/ws") {
		handshake(req.Header)
	}
	res, err := p.http.Do(req)
	if err != nil {
		c.t.Fatalf("%s: %v", path, err)
	}
	defer res.Body.Close()
	switch {
	case res.StatusCode == http.StatusSwitchingProtocols:
		return "a connection"
	case strings.Contains(res.Header.Get("Content-Type"), "event-stream"), strings.Contains(res.Header.Get("Content-Type"), "ndjson"):
		line, err := bufio.NewReader(res.Body).ReadString('\n')
		if err != nil {
			c.t.Errorf("%s: %v", path, err)
		}
		return line
	}
	data, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatalf("%s: %v", path, err)
	}
	return string(data)
}

// tryToReach makes a player try to contact a pupil.
func (c *classroom) tryToReach(who string, p *person, game, name string) {
	c.t.Helper()
	mover := wire.ClientMessage{Type: "play", ID: "1", Move: "A1"}
	for _, try := range []struct {
		method, path string
		body         any
	}{
		{"POST", "/api/games", wire.NewGame{Board: "grid:9", Rules: "weiqi", Color: "black", Opponent: "player", To: name}},
		{"PUT", "/api/relations/follow/" + name, nil},
		{"PUT", "/api/relations/block/" + name, nil},
		{"POST", "/api/reports", moderation.NewReport{Kind: "game", Game: game, Seat: "black", Reason: "rude", Text: "x"}},
		{"POST", "/api/games/" + game + "/commands", mover},
		{"POST", "/api/games/%63lass" + strings.TrimPrefix(game, "class") + "/commands", mover},
		{"GET", "/api/games/%63lass" + strings.TrimPrefix(game, "class"), nil},
		{"POST", c.at("/tasks"), gomokuGames},
		{"PATCH", c.at(""), classes.ClassChange{Title: "x"}},
		{"DELETE", c.at(""), nil},
		{"PATCH", c.at("/pupils/" + c.row(0).Pupil), classes.PupilChange{Name: "x"}},
		{"POST", c.at("/pupils/" + c.row(0).Pupil + "/code"), nil},
		{"DELETE", c.at("/pupils/" + c.row(0).Pupil), nil},
		{"DELETE", c.at("/tasks/1"), nil},
		{"GET", c.at("/table"), nil},
	} {
		if status, body := p.call(try.method, try.path, try.body, nil); status < 400 || status >= 500 {
			c.t.Errorf("%s: %s %s: %d %s", who, try.method, try.path, status, body)
		}
	}
}

// TestClassReviewUnseen: only the pupils and their teacher see what is stored about their game.
func TestClassReviewUnseen(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, "Mia", "Noa")
	v := c.give(gomokuGames)
	c.resign(v)
	id := v.Rows[0].Cells[0].Game
	if err := c.s.reviews.Keep(t.Context(), id, &wire.Review{Moves: []wire.ReviewMove{}, Ended: true}); err != nil {
		t.Fatal(err)
	}
	moderator := withRole(t, c.s, c.url, store.Moderator, false)
	for who, p := range map[string]*person{
		"a guest": newPerson(t, c.url), "a member": newPerson(t, c.url).signUp("Other"), "a moderator": moderator,
	} {
		if found, _, problem := p.learner().reviewed(id); found != nil || problem == "" {
			t.Errorf("%s receives %+v, %q", who, found, problem)
		}
	}
	if found, _, problem := c.teacher.learner().reviewed(id); found == nil {
		t.Errorf("the teacher receives %q", problem)
	}
}

// TestClassOfSuspendedTeacher: the class accepts no new pupils; existing ones stay.
func TestClassOfSuspendedTeacher(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, "Mia")
	until := time.Now().Add(time.Hour)
	teacher, err := c.owner()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.s.cfg.Store.Act(t.Context(), store.Deed{
		Kind: store.Suspended, Target: teacher, Why: "a test", Until: until, At: time.Now(),
	}, store.Change{Suspended: &until}); err != nil {
		t.Fatal(err)
	}
	stranger := newPerson(t, c.url)
	var link classes.ClassLink
	if stranger.must(200, "GET", c.link(), nil, &link); link.Open {
		t.Error("the link allows joining")
	}
	stranger.must(403, "POST", c.link(), classes.JoinClass{Name: "Noa"}, nil)
	c.pupils[0].must(200, "GET", c.at(""), nil, nil)
}
