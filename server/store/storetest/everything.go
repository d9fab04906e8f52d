package storetest

import (
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

// Mark is a text that [Everything] has stored for a player.
type Mark struct {
	Text   string
	Secret string // why it is not shown to the player; "" if it is shown
}

// keeper stores data of a player with another player.
type keeper struct {
	store.Store
	t                   testing.TB
	player, name, other string
	at, until           time.Time
}

// keep ends the test if something was not stored.
func (k *keeper) keep(errs ...error) {
	k.t.Helper()
	if err := errors.Join(errs...); err != nil {
		k.t.Fatal(err)
	}
}

// Insert adds a row with SQL, as features with their own tables do.
func (k *keeper) insert(ctx context.Context, text string, args ...any) {
	k.t.Helper()
	k.keep(Insert(ctx, k, text, args...))
}

// Everything stores data of every kind of a player with an account, with their name
// and their relations to another player, and returns the texts that are theirs
// alone. Every table of a store gets a row, so that tests find tables that a deletion
// or an archive of a player's data forgets.
func Everything(t testing.TB, s store.Store, player, name, other string) []Mark {
	t.Helper()
	at := store.Milli(noon)
	k := &keeper{Store: s, t: t, player: player, name: name, other: other, at: at, until: at.Add(time.Hour)}
	ctx := context.Background()
	k.account(ctx)
	k.belongings(ctx)
	k.notices(ctx)
	k.library(ctx)
	games(t, s, player, name, other)
	k.talk(ctx)
	k.studies(ctx)
	k.clubs(ctx)
	k.correspondence(ctx)
	return append([]Mark{{Text: name}}, marks...)
}

// account gives a player an account, with every way to sign in.
func (k *keeper) account(ctx context.Context) {
	k.t.Helper()
	k.insert(ctx, `INSERT INTO classes (id, owner, code, version, created, used, body) VALUES ('their-class', ?, 'theirs', 1, 0, 0, ?)`,
		k.other, []byte(`{"pairs":["`+k.player+`"]}`))
	k.insert(ctx, `INSERT INTO class_pupils (player, class, version, name, created, body)
		VALUES (?, 'their-class', 1, 'mark pupil', 0, ?)`, k.player, []byte(`{"x":"mark steps"}`))
	k.keep(k.SavePlayer(ctx, store.Player{ID: k.player, Role: store.Pupil, Created: k.at}))
	never := store.Milli(time.Now().AddDate(1, 0, 0)) // a server deletes expired sessions
	k.keep(
		k.Enroll(ctx,
			store.Player{
				ID: k.player, Role: store.Member, Name: k.name, Skeleton: "skeleton " + k.name, Created: k.at,
				Suspended: k.until, Why: "mark why", Settings: []byte(`{"x":"mark settings"}`),
			},
			store.Credentials{
				Player: k.player, Version: 1, Password: "mark password", Secret: "mark app",
				Recovery: []string{"mark recovery"}, Email: "mark email",
				Passkeys: []store.Passkey{
					{ID: "mark passkey id", Domain: "localhost", Title: "mark passkey", Data: []byte("mark key"), Created: k.at, Used: k.at},
				},
				Links:   []store.Link{{Issuer: "mark issuer", Subject: "mark subject", Name: "mark link", Created: k.at}},
				Letters: []store.Letter{{Hash: "mark letter", Purpose: "reset", Address: "mark email", Expires: k.until}},
				Devices: []store.Device{{Hash: "mark browser", Seen: k.at}},
			}),
		k.SaveSession(ctx, store.Session{
			Hash: "mark session", Player: k.player, Device: "mark device", Address: "mark address", Created: k.at, Seen: k.at, Expires: never,
		}),
		k.AddToken(ctx, store.Token{
			Hash: "mark token of 16 or more", Player: k.player, Title: "mark program", Scopes: "mark-scopes", Created: k.at, Used: k.at,
		}, 9),
		Insert(ctx, k, `INSERT INTO invitations (hash, player, created, expires) VALUES ('mark invitation', ?, ?, ?)`,
			k.player, k.at.UnixMilli(), k.until.UnixMilli()),
	)
}

// belongings stores boards, problems, wishes and relations.
func (k *keeper) belongings(ctx context.Context) {
	k.t.Helper()
	at, seen := k.at.UnixMilli(), time.Now().UnixMilli() // a server deletes browsers not seen for long
	k.keep(
		k.SaveBoard(ctx, k.player, store.Board{Hash: "mark-board", Title: "mark title", JSON: []byte(`{}`), Created: k.at}),
		Insert(ctx, k, `INSERT INTO shared_boards (hash, owner, title, search, points, edges, least, most, at, played, hidden)
			VALUES ('mark-board', ?, 'mark title', 'mark title', 1, 0, 0, 0, ?, 0, ?)`, k.player, at, false),
		Insert(ctx, k, `INSERT INTO collections (owner, id, title, problems, body, created)
			VALUES (?, 'mark-collection', 'mark problems', 1, ?, ?)`, k.player, []byte("mark body"), at),
		Insert(ctx, k, `INSERT INTO trainees (owner, version, points, deviation, volatility, state, updated) VALUES (?, 1, 1234, 0, 0, ?, ?)`,
			k.player, []byte(`{"x":"mark state"}`), at),
		Insert(ctx, k, `INSERT INTO attempts (owner, version, problem, at, "right", rated, took, points, deviation, volatility,
			against_points, against_deviation, against_volatility) VALUES (?1, 1, 'mark attempt', ?2, ?3, ?3, 0, 0, 0, 0, 0, 0, 0)`,
			k.player, at, false),
		Insert(ctx, k, `INSERT INTO cards (owner, problem, tried, solved, last, step, lapses, due) VALUES (?, 'mark card', 1, 0, ?, 0, 0, ?)`,
			k.player, at, k.until.UnixMilli()),
		Insert(ctx, k, `INSERT INTO problem_ratings (problem, points, deviation, volatility, tried, solved) VALUES ('p', 0, 0, 0, 1, 0)`),
		Insert(ctx, k, `INSERT INTO relations (player, kind, other, created) VALUES (?1, 'follow', ?2, ?3), (?2, 'block', ?1, ?3)`,
			k.player, k.other, at),
		Insert(ctx, k, `INSERT INTO wishes (player, body, updated) VALUES (?, ?, ?)`, k.player, []byte(`{"off":["mark wish"]}`), at),
		Insert(ctx, k, `INSERT INTO digests (player, since, sent) VALUES (?, ?, 0)`, k.player, at),
		Insert(ctx, k, `INSERT INTO subscriptions (endpoint, player, session, key, auth, seen)
			VALUES ('https://push.example/mark-endpoint', ?, 'mark session', 'mark public', 'mark auth', ?)`, k.player, seen),
		k.SaveRun(ctx, store.Run{Began: k.at, Seen: k.until}),
		k.Ready(ctx, k.at),
	)
}

// notices stores notifications of both players, and the server's own data.
func (k *keeper) notices(ctx context.Context) {
	k.t.Helper()
	const notification = `INSERT INTO notifications (player, sender, kind, key, text, path, created, read)
		VALUES (?, ?, 'game-over', ?, ?, ?, ?, FALSE)`
	at := k.at.UnixMilli()
	k.insert(ctx, notification, k.player, k.other, "mark key of a notification", "mark notification", "/mark", at)
	k.insert(ctx, notification, k.other, k.player, "k", k.name+" mark sent", "/", at)
	k.insert(ctx, notification, k.other, "", "of a team", k.name+" & Cy", "/game/g4", at)
	_, err1 := store.Secret(ctx, k, "name", []byte("of the server"))
	_, err2 := k.Try(ctx, k.at, store.Try{Key: "address", Backoff: store.Backoff{Forget: time.Hour}})
	_, err3 := k.AddSpent(ctx, store.Day(k.at), map[string]int64{"hash of an address": 1})
	k.keep(err1, err2, err3)
}

// talk stores data about the game g1: a line, reports and deeds, a review and a mistake.
func (k *keeper) talk(ctx context.Context) {
	k.t.Helper()
	var ids [2]int64
	var err error
	ids[0], err = say(ctx, k, "g1", k.player, "mark line")
	k.keep(err)
	ids[1], err = report(ctx, k, "game", k.player, k.other, "g1", 0, "mark reason", "mark report")
	k.keep(err)
	_, err = report(ctx, k, "line", k.other, k.player, "g1", ids[0], "rude", "of another")
	k.keep(err)
	k.insert(ctx, `UPDATE reports SET board = 'mark-board' WHERE id <> ?`, ids[1])
	k.insert(ctx, `UPDATE reports SET state = 'closed', outcome = 'dismiss', moderator = ?, claimed = ? WHERE id = ?`,
		k.player, k.at.UnixMilli(), ids[1])
	_, err1 := k.Act(ctx, store.Deed{
		At: k.at, Kind: store.Silenced, By: k.other, Target: k.player, Until: k.until, Why: "mark deed", Note: "of moderators",
	}, store.Change{Silenced: &k.until, Warning: true})
	_, err2 := k.Act(ctx, store.Deed{
		At: k.at, Kind: store.Dismissed, By: k.player, Target: k.other, Report: ids[1], Board: "-", Why: "-", Note: "-",
	}, store.Change{})
	k.keep(err1, err2, Insert(ctx, k, `INSERT INTO reviews (game, at, bytes, body) VALUES ('g1', ?, 2, ?)`, k.at.UnixMilli(), []byte(`{}`)))
	k.insert(ctx, `INSERT INTO mistakes (owner, game, number, created, tried, solved, last, step, lapses, due, body)
		VALUES (?1, 'mark mistake', 3, ?2, 0, 0, ?2, 0, 0, ?3, ?4)`,
		k.player, k.at.UnixMilli(), k.until.UnixMilli(), []byte(`{"x":"mark move"}`))
}

// studies stores the player's own study, and one of the other player that they may edit.
func (k *keeper) studies(ctx context.Context) {
	k.t.Helper()
	const study = `INSERT INTO studies (id, owner, title, edit, version, chapters, bytes, created, changed, state)
		VALUES (?, ?, ?, 'owner', 1, 1, 100, ?, ?, ?)`
	at := k.at.UnixMilli()
	k.insert(ctx, study, "mark-study", k.player, "mark study", at, at, []byte(`{"mark":"state of a study"}`))
	k.insert(ctx, study, "their-study", k.other, `Study "their-study" <é>`, at, at, []byte(`{"chapters":[1]}`))
	for _, id := range []string{"mark-study", "their-study"} {
		k.insert(ctx, `INSERT INTO study_chapters (study, chapter, version, body) VALUES (?, 1, 0, ?)`, id, []byte("one\x00\xff"))
		k.insert(ctx, `INSERT INTO study_ops (study, version, command, body) VALUES (?, 1, 'hash of a command', ?)`,
			id, []byte(`{"kind":"title"}`))
	}
	k.insert(ctx, `INSERT INTO study_editors (study, player, at) VALUES ('their-study', ?, ?)`, k.player, at)
	k.insert(ctx, `INSERT INTO study_seen (player, study, at) VALUES (?, 'their-study', ?)`, k.player, at)
}

// clubs stores tournaments, exhibitions, ladders, classes and teams.
func (k *keeper) clubs(ctx context.Context) {
	k.t.Helper()
	k.insert(ctx, `INSERT INTO tournaments (id, owner, title, phase, version, created, changed, summary)
		VALUES ('cup', ?, 'mark cup', 'open', 1, 0, 0, ?)`,
		k.player, []byte(`{"champion":"`+k.player+`"}`)) // and no name: see package tournaments
	k.insert(ctx, `INSERT INTO tournament_events (tournament, version, body) VALUES ('cup', 1, ?)`,
		[]byte(`{"kind":"joined","player":"`+k.player+`"}`))
	k.insert(ctx, `INSERT INTO simuls (id, owner, title, phase, version, created, changed, body)
		VALUES ('mark-simul', ?, 'mark exhibition', 'open', 1, 0, 0, ?)`, k.player, []byte(`{"guests":[{"player":"`+k.player+`"}]}`))
	k.insert(ctx, `INSERT INTO ladders (id, owner, title, games, listed, closed, version, created, changed, due, state)
		VALUES ('ladder', ?, 'mark ladder', 'games-of-ladder', ?, ?, 2, 0, 0, 0, ?)`,
		k.player, true, false, []byte(`{"order":[{"id":"`+k.player+`"}]}`)) // and no name: see package ladders
	k.insert(ctx, `INSERT INTO ladder_players (ladder, player) VALUES ('ladder', ?)`, k.player)
	k.insert(ctx, `INSERT INTO ladder_events (ladder, version, body) VALUES ('ladder', 2, ?)`, []byte(`{"player":"`+k.player+`"}`))
	k.insert(ctx, `INSERT INTO classes (id, owner, code, version, created, used, body) VALUES ('mark-class', ?, 'mine', 1, 0, 0, ?)`,
		k.player, []byte(`{"title":"mark class"}`))
	k.insert(ctx, `INSERT INTO teams (id, name, skeleton, about, rules, entry, code, version, created, used)
		VALUES ('their-team', 'Team', 'team', 'About', 'weiqi', 'ask', 'code', 1, 0, 0)`)
	k.insert(ctx, `INSERT INTO team_members (team, player, role, since) VALUES ('their-team', ?, 'captain', 0)`, k.player)
	k.insert(ctx, `INSERT INTO team_matches (id, home, guest, phase, version, created, changed, body)
		VALUES ('team-match', 'their-team', 'other-team', 'proposed', 1, 0, 0, ?)`, []byte(`{"line":["`+k.player+`"]}`))
}

// correspondence stores data of a correspondence game.
func (k *keeper) correspondence(ctx context.Context) {
	k.t.Helper()
	at := k.at.UnixMilli()
	k.insert(ctx, `INSERT INTO plans (game, player, version, body, changed) VALUES ('g2', ?, 2, ?, ?)`,
		k.player, []byte(`{"lines":[["mark line of moves"]]}`), at)
	k.insert(ctx, `INSERT INTO notes (game, player, body, changed) VALUES ('g2', ?, ?, ?)`, k.player, []byte("mark note"), at)
	k.insert(ctx, `INSERT INTO vacations (player, began, until, days, told) VALUES (?, ?, ?, 7654, FALSE)`, k.player, at, k.until.UnixMilli())
}

// Why a mark is not shown to its player.
const (
	inRecord = "its record has it"
	ofClass  = "players with accounts are not in classes"
	opens    = "it gives access to the account"
)

// marks are the texts that [Everything] stores for a player in addition to their name.
var marks = []Mark{
	{Text: "mark why"}, {Text: "mark settings"}, {Text: "mark email"},
	{Text: "mark passkey"}, {Text: "mark issuer"}, {Text: "mark link"},
	{"mark password", opens}, {"mark app", opens}, {"mark recovery", opens}, {"mark letter", opens}, {"mark invitation", opens},
	{"mark session", opens}, {"mark token of 16 or more", opens}, {Text: "mark program"}, {Text: "mark-scopes"},
	{"mark browser", "a hash that says nothing"}, {"mark passkey id", "bytes that say nothing"}, {"mark subject", "a number at the issuer"},
	{"mark auth", "a secret of the browser's"}, {"mark public", "bytes that say nothing"},
	{Text: "mark device"}, {Text: "mark address"}, {Text: "mark-board"}, {Text: "mark title"},
	{Text: "mark-collection"}, {Text: "mark problems"}, {Text: "mark body"},
	{Text: "mark state"}, {Text: "mark mistake"}, {Text: "mark move"}, {Text: "mark attempt"},
	{Text: "mark card"}, {Text: "mark wish"}, {Text: "mark-endpoint"}, {Text: "mark notification"},
	{"mark sent", "other players' notifications"}, {Text: "mark line"}, {Text: "mark report"}, {Text: "mark reason"}, {Text: "mark deed"},
	{Text: "mark/pool"}, {Text: "mark-study"}, {Text: "mark study"}, {"mark cup", "it is public"}, {Text: "mark ladder"},
	{Text: "mark exhibition"}, {Text: "mark class"}, {"mark pupil", ofClass}, {"mark steps", ofClass},
	{Text: "mark line of moves"}, {Text: "mark note"}, {Text: "mark file"}, {Text: "mark record"},
	{"mark black", inRecord}, {"mark white", inRecord}, {"mark event", inRecord},
	{"mark index", "computed from the games"}, {"mark of a game.", "computed from the game"},
	{"mark date", inRecord}, {"mark result", inRecord}, {"mark played", inRecord},
	{"mark game", inRecord}, {"mark grid", inRecord}, {"mark rules", inRecord},
}

// library stores two games in a player's library, one of them deleted, and a page of its index.
func (k *keeper) library(ctx context.Context) {
	k.t.Helper()
	at := k.at.UnixMilli()
	var record bytes.Buffer
	w, err1 := flate.NewWriter(&record, flate.BestSpeed)
	_, err2 := w.Write([]byte("mark record"))
	k.keep(err1, err2, w.Close())
	k.insert(ctx, `INSERT INTO libraries (owner, next_game, next_file, next_segment, games, bytes, played, resetting, updated)
		VALUES (?, 3, 2, 2, 1, 2, 0, 0, ?)`, k.player, at)
	k.insert(ctx, `INSERT INTO library_files (owner, file, name, games, added) VALUES (?, 1, 'mark file', 1, ?)`, k.player, at)
	k.insert(ctx, `INSERT INTO library_kinds (owner, game, board, games) VALUES (?, 'mark game', 'mark grid', 1)`, k.player)
	k.insert(ctx, `INSERT INTO library_games (owner, number, file, sum, black, white, event, heads, date, result, day, winner,
			game, board, rules, moves, bytes, played, added, waiting)
		VALUES (?1, 1, 1, ?2, 'mark black', 'mark white', 'mark event', ?3, 'mark date', 'mark result', 20200101, 3,
			'mark game', 'mark grid', 'mark rules', 1, 2, 'mark played', ?4, 0)`,
		k.player, []byte("mark of a game.1"), "mark black\nmark white\nmark event", at)
	k.insert(ctx, `INSERT INTO library_records (owner, number, body) VALUES (?, 1, ?)`, k.player, record.Bytes())
	k.insert(ctx, `INSERT INTO library_segments (owner, segment, entries, state, begun) VALUES (?, 1, 1, 1, ?)`, k.player, at)
	k.insert(ctx, `INSERT INTO library_pages (owner, segment, page, first, body) VALUES (?, 1, 0, 1, ?)`, k.player, []byte("mark index"))
	k.insert(ctx, `INSERT INTO library_gone (owner, number) VALUES (?, 2)`, k.player)
}

// games stores three games of two players. g1 is rated, and the second player has resigned;
// its ratings are stored. In g2 the first player, now White, is to move. g3 is as g1, but not
// yet rated. g4 is a team game.
func games(t testing.TB, s store.Store, player, name, other string) {
	t.Helper()
	one := match.Seat{Kind: match.Human, Name: name, Player: player}
	two := match.Seat{Kind: match.Human, Name: "Other", Player: other}
	startGame(t, s, "g1", one, two)
	resignAsWhite(t, s, "g1")
	step := store.RatingStep{Heard: 1}
	for _, side := range [][2]string{{player, other}, {other, player}} {
		step.Games = append(step.Games, store.RatedGame{
			Player: side[0], Pool: "mark/pool", Game: "g1", At: store.Milli(noon), Opponent: side[1], Refusal: "too few moves",
		})
		step.Players = append(step.Players, store.PlayerRating{
			Player: side[0], Pool: "mark/pool", Since: store.Milli(noon), Games: 1, Opponents: 1, Listed: later(9),
		})
	}
	if err := s.Rate(context.Background(), step); err != nil {
		t.Fatal(err)
	}
	startGame(t, s, "g2", two, one)
	startGame(t, s, "g3", one, two)
	resignAsWhite(t, s, "g3")
	teams, entries := partnersGame("g4", [][2]string{{player, name}, {other, "Other"}, {"cy", "Cy"}, {"di", "Di"}})
	if err := s.Create(context.Background(), teams, entries...); err != nil {
		t.Fatal(err)
	}
}

// startGame stores a rated game of two people in which White is to move.
func startGame(t testing.TB, s store.Store, id string, black, white match.Seat) {
	t.Helper()
	at := store.Milli(noon)
	setup := match.Setup{
		Board: "grid:9", Rules: "weiqi:komi=7.5", Black: black, White: white, Clock: "absolute=5m", Colors: match.ByChance, Rated: true,
	}
	err := s.Create(context.Background(), started(id, setup),
		store.Entry{Command: "create", Event: match.Event{Kind: match.Created, At: at, Setup: &setup}},
		store.Entry{Command: "play", Event: match.Event{Kind: match.Moved, At: at, By: game.Black, Move: 40}})
	if err != nil {
		t.Fatal(err)
	}
}

func started(id string, setup match.Setup) store.Game {
	return store.Game{
		ID: id, Board: setup.Board, BoardTitle: "9×9", Rules: setup.Rules, Black: setup.Black,
		White: setup.White, Clock: setup.Clock, Rated: true, Colors: setup.Colors,
		Speed: "blitz", Phase: match.Playing, Ply: 1, Turn: game.White, Version: 2, Created: store.Milli(noon), Updated: store.Milli(noon),
	}
}

func resignAsWhite(t testing.TB, s store.Store, id string) {
	t.Helper()
	g, err := s.Game(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	g.Phase, g.Turn, g.Result, g.Winner, g.Version = match.Finished, game.Empty, "B+R", game.Black, 3
	if err := s.Append(context.Background(), g, store.Entry{
		Command: "resign", Event: match.Event{Kind: match.Resigned, At: store.Milli(noon), By: game.White},
	}); err != nil {
		t.Fatal(err)
	}
}
