package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

// Mark is a text that [Everything] has kept of somebody.
type Mark struct {
	Text   string
	Secret string // why it is not shown even to them; "" where it is
}

// Everything keeps something of every kind of a player with an account, whose name
// and whose dealings with another are in it, and returns the texts that are theirs
// alone. So every table of a store has a row, and none is forgotten when a person
// is, or when they ask for all that is kept of them.
func Everything(t testing.TB, s store.Store, player, name, other string) []Mark {
	t.Helper()
	ctx := context.Background()
	at := store.Milli(noon)
	until := at.Add(time.Hour)
	// A server forgets a browser that was not seen for long, and one whose session has ended.
	seen, never := store.Milli(time.Now()), store.Milli(time.Now().AddDate(1, 0, 0))
	keep := func(errs ...error) {
		t.Helper()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
	}
	class, theirClass := Class("mark-class", player), Class("their-class", other)
	class.Body, theirClass.Body = []byte(`{"title":"mark class"}`), []byte(`{"pairs":["`+player+`"]}`)
	keep(
		s.CreateClass(ctx, theirClass, manyClasses),
		s.AddPupil(ctx, store.Schoolchild{
			Player: player, Class: "their-class", Version: 1, Name: "mark pupil", Created: at, Body: []byte(`{"x":"mark steps"}`),
		}, 9),
		s.Enroll(ctx,
			store.Player{
				ID: player, Role: store.Member, Name: name, Skeleton: "skeleton " + name, Created: at,
				Suspended: until, Why: "mark why", Settings: []byte(`{"x":"mark settings"}`),
			},
			store.Credentials{
				Player: player, Version: 1, Password: "mark password", Secret: "mark app", Recovery: []string{"mark recovery"}, Email: "mark email",
				Passkeys: []store.Passkey{
					{ID: "mark passkey id", Domain: "localhost", Title: "mark passkey", Data: []byte("mark key"), Created: at, Used: at},
				},
				Links:   []store.Link{{Issuer: "mark issuer", Subject: "mark subject", Name: "mark link", Created: at}},
				Letters: []store.Letter{{Hash: "mark letter", Purpose: "reset", Address: "mark email", Expires: until}},
				Devices: []store.Device{{Hash: "mark browser", Seen: at}},
			}),
		s.SaveSession(ctx, store.Session{
			Hash: "mark session", Player: player, Device: "mark device", Address: "mark address", Created: at, Seen: at, Expires: never,
		}),
		s.AddToken(ctx,
			store.Token{Hash: "mark token of 16 or more", Player: player, Title: "mark program", Scopes: "mark-scopes", Created: at, Used: at}, 9),
		s.Invite(ctx, store.Invitation{Hash: "mark invitation", Player: player, Created: at, Expires: until}),
		s.SaveBoard(ctx, player, store.Board{Hash: "mark-board", Title: "mark title", JSON: []byte(`{}`), Created: at}),
		s.ShareBoard(ctx, store.Shared{Hash: "mark-board", Owner: player, Points: 1, At: at}, 1),
		s.SaveCollection(ctx, store.Collection{
			Owner: player, ID: "mark-collection", Title: "mark problems", Problems: 1, Body: []byte("mark body"), Created: at,
		}),
		s.Train(ctx, store.Trainee{
			Owner: player, Version: 1, Rating: store.Rating{Points: 1234}, State: []byte(`{"x":"mark state"}`), Updated: at,
		}, store.Step{
			Attempt: &store.Attempt{Problem: "mark attempt", At: at},
			Card:    &store.Card{Problem: "mark card", Tried: 1, Last: at, Due: until},
			Problem: &store.ProblemRating{Problem: "p", Tried: 1},
		}),
		s.Relate(ctx, store.Relation{Player: player, Kind: store.Follow, Other: other, Created: at}, 9),
		s.Relate(ctx, store.Relation{Player: other, Kind: store.Block, Other: player, Created: at}, 9),
		s.SaveWishes(ctx, player, []byte(`{"off":["mark wish"]}`), at),
		s.WantDigest(ctx, player, at),
		s.SaveSubscription(ctx, store.Subscription{
			Endpoint: "https://push.example/mark-endpoint", Player: player,
			Session: "mark session", Key: "mark public", Auth: "mark auth", Seen: seen,
		}),
		s.SaveRun(ctx, store.Run{Began: at, Seen: until}),
		s.Ready(ctx, at),
	)
	_, err1 := s.SaveNotification(ctx, store.Notification{
		Player: player, Sender: other, Kind: store.GameOver, Key: "mark key of a notification",
		Text: "mark notification", Path: "/mark", Created: at,
	})
	_, err2 := s.SaveNotification(ctx, store.Notification{
		Player: other, Sender: player, Kind: store.GameOver, Key: "k", Text: name + " mark sent", Path: "/", Created: at,
	})
	_, err3 := s.Secret(ctx, "name", []byte("of the server"))
	_, err4 := s.Try(ctx, at, store.Try{Key: "address", Backoff: store.Backoff{Forget: time.Hour}})
	_, err5 := s.AddSpent(ctx, store.Day(at), map[string]int64{"hash of an address": 1})
	_, err6 := s.SaveNotification(ctx, store.Notification{
		Player: other, Kind: store.GameOver, Key: "of a team", Text: name + " & Cy", Path: "/game/g4", Created: at,
	})
	keep(err1, err2, err3, err4, err5, err6)

	fillLibrary(t, s, player)
	games(t, s, player, name, other)
	var ids [2]int64
	var err error
	ids[0], err = s.AddLine(ctx, store.Line{Game: "g1", Room: "players", Player: player, Seat: "black", Text: "mark line", At: at})
	keep(err)
	bounds := store.ReportBounds{Since: at, Each: 9, Open: 9}
	ids[1], err = s.AddReport(ctx, store.Report{
		Kind: store.OfGame, Reporter: player, Target: other, Game: "g1", Reason: "mark reason", Text: "mark report", Created: at,
	}, bounds)
	keep(err)
	_, err = s.AddReport(ctx, store.Report{
		Kind: store.OfLine, Reporter: other, Target: player, Game: "g1", Line: ids[0],
		Board: "mark-board", Reason: "rude", Text: "of another", Created: at,
	}, bounds)
	keep(err, s.ClaimReport(ctx, ids[1], player, at, at))
	_, err1 = s.Act(ctx, store.Deed{
		At: at, Kind: store.Silenced, By: other, Target: player, Until: until, Why: "mark deed", Note: "of moderators",
	}, store.Change{Silenced: &until, Warning: true})
	_, err2 = s.Act(ctx, store.Deed{At: at, Kind: store.Dismissed, By: player, Target: other, Report: ids[1], Board: "-", Why: "-", Note: "-"},
		store.Change{Close: true})
	keep(err1, err2, s.SaveReview(ctx, store.Review{Game: "g1", At: at, Body: []byte(`{}`)}, 1000))
	_, err = s.AddMistakes(ctx, player, []store.Mistake{
		{Game: "mark mistake", Number: 3, Created: at, Last: at, Due: until, Body: []byte(`{"x":"mark move"}`)},
	})
	keep(err)
	own, chapter := Study("mark-study", player)
	own.Title, own.Version, own.State = "mark study", 1, []byte(`{"mark":"state of a study"}`)
	theirs, _ := Study("their-study", other)
	theirs.Version = 1
	op := store.StudyOp{Version: 1, Command: "hash of a command", Body: []byte(`{"kind":"title"}`)}
	created, createdTheirs := own, theirs
	created.Version, createdTheirs.Version = 0, 0
	keep(
		s.CreateStudy(ctx, created, []store.StudyChapter{chapter}, spacious),
		s.CreateStudy(ctx, createdTheirs, []store.StudyChapter{chapter}, spacious),
		s.ChangeStudy(ctx, store.StudyChange{Study: own, Ops: []store.StudyOp{op}}, spacious),
		s.ChangeStudy(ctx, store.StudyChange{Study: theirs, Ops: []store.StudyOp{op}}, spacious),
		s.InviteToStudy(ctx, "their-study", player, true, at, 9), s.SeeStudy(ctx, "their-study", player, at),
	)
	cup, cupEvents := Tournament("cup", player)
	cup.Title = "mark cup"
	cupEvents[0] = []byte(`{"kind":"joined","player":"` + player + `"}`)
	cup.Summary = []byte(`{"champion":"` + player + `"}`) // and no name: see package tournaments
	keep(s.CreateTournament(ctx, cup, cupEvents, manyCups))
	keep(s.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Run(ctx, `INSERT INTO simuls (id, owner, title, phase, version, created, changed, body)
			VALUES ('mark-simul', ?, 'mark exhibition', 'open', 1, 0, 0, ?)`, player, []byte(`{"guests":[{"player":"`+player+`"}]}`))
		return err
	}))
	ladder := Ladder("ladder", player)
	ladder.Title = "mark ladder"
	keep(s.CreateLadder(ctx, ladder, manyLadders))
	ladder.Version, ladder.State = 2, []byte(`{"order":[{"id":"`+player+`"}]}`) // and no name: see package ladders
	keep(s.ChangeLadder(ctx,
		store.LadderChange{Ladder: ladder, Event: []byte(`{"player":"` + player + `"}`), Joined: []string{player}}, manyLadders))
	keep(s.CreateClass(ctx, class, manyClasses))
	teamMatch := TeamMatch("team-match", "their-team", "other-team")
	teamMatch.Body = []byte(`{"line":["` + player + `"]}`)
	keep(s.CreateTeam(ctx, Team("their-team"), player, manyTeams), s.CreateTeamMatch(ctx, teamMatch, manyTeams))
	keep(
		s.SavePlan(ctx, store.Plan{Game: "g2", Player: player, Version: 2, Body: []byte(`{"lines":[["mark line of moves"]]}`), Changed: at}),
		s.SaveNote(ctx, store.Note{Game: "g2", Player: player, Text: "mark note", Changed: at}),
		s.BeginVacation(ctx, store.Vacation{Player: player, Began: at, Until: until, Days: 7654}, 9999),
	)
	const (
		inRecord = "its record has it"
		ofClass  = "who has an account is in no class"
		opens    = "it would let in whoever has it"
	)
	return []Mark{
		{Text: name}, {Text: "mark why"}, {Text: "mark settings"}, {Text: "mark email"},
		{Text: "mark passkey"}, {Text: "mark issuer"}, {Text: "mark link"},
		{"mark password", opens}, {"mark app", opens}, {"mark recovery", opens}, {"mark letter", opens}, {"mark invitation", opens},
		{"mark session", opens}, {"mark token of 16 or more", opens}, {Text: "mark program"}, {Text: "mark-scopes"},
		{"mark browser", "a hash that says nothing"}, {"mark passkey id", "bytes that say nothing"}, {"mark subject", "a number at the issuer"},
		{"mark auth", "a secret of the browser's"}, {"mark public", "bytes that say nothing"},
		{Text: "mark device"}, {Text: "mark address"}, {Text: "mark-board"}, {Text: "mark title"},
		{Text: "mark-collection"}, {Text: "mark problems"}, {Text: "mark body"},
		{Text: "mark state"}, {Text: "mark mistake"}, {Text: "mark move"}, {Text: "mark attempt"},
		{Text: "mark card"}, {Text: "mark wish"}, {Text: "mark-endpoint"}, {Text: "mark notification"},
		{"mark sent", "what others have heard"}, {Text: "mark line"}, {Text: "mark report"}, {Text: "mark reason"}, {Text: "mark deed"},
		{Text: "mark/pool"}, {Text: "mark-study"}, {Text: "mark study"}, {"mark cup", "everybody sees it"}, {Text: "mark ladder"},
		{Text: "mark exhibition"}, {Text: "mark class"}, {"mark pupil", ofClass}, {"mark steps", ofClass},
		{Text: "mark line of moves"}, {Text: "mark note"}, {Text: "mark file"}, {Text: "mark record"},
		{"mark black", inRecord}, {"mark white", inRecord}, {"mark event", inRecord},
		{"mark index", "it is made of the games"}, {"mark of a game.", "it is made of the game"},
		{"mark date", inRecord}, {"mark result", inRecord}, {"mark played", inRecord},
		{"mark game", inRecord}, {"mark grid", inRecord}, {"mark rules", inRecord},
	}
}

// fillLibrary keeps two games in a player's library, one of them gone, and a page of its index.
func fillLibrary(t testing.TB, s store.Store, player string) {
	t.Helper()
	ctx, at := context.Background(), store.Milli(noon)
	g := store.LibraryGame{
		Sum: "mark of a game.1", Black: "mark black", White: "mark white", Event: "mark event",
		Date: "mark date", Result: "mark result", Day: 20200101, Game: "mark game",
		Board: "mark grid", Rules: "mark rules", Moves: 1, Bytes: 2, Played: "mark played", Added: at, Record: []byte("mark record"),
	}
	other := g
	other.Sum = "mark of a game.2"
	added, err := s.AddToLibrary(ctx, store.LibraryAddition{
		Owner: player, File: store.LibraryFile{File: store.NewFile, Name: "mark file", Added: at},
		Games: []store.LibraryGame{g, other}, Most: store.LibraryBounds{Games: 9, Bytes: 9},
	})
	if err != nil {
		t.Fatal(err)
	}
	id, err := s.BeginSegment(ctx, player, at)
	err = errors.Join(err, s.AddPages(ctx, player, id, 0, []store.IndexPage{{First: 1, Body: []byte("mark index")}}),
		s.EndSegment(ctx, player, store.SegmentEnd{Segment: id, Entries: 1, Games: added.Numbers}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.DeleteFromLibrary(ctx, player, store.LibraryPart{Number: added.Numbers[1]}, 1); err != nil {
		t.Fatal(err)
	}
}

// games keeps games of two players, and one of teams, g4: g1, rated, which the second has resigned, with
// what that did to ratings; g2, in which the first one, now White, is to move; and
// g3, as g1, which nobody has rated yet.
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

// startGame keeps a rated game of two people in which White is to move.
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
