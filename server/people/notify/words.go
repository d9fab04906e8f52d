package notify

import (
	"fmt"
	"strings"

	"moyo/catalog"
	"moyo/game"
	"moyo/game/match"
	"moyo/internal/sentence"
	"moyo/server/store"
)

// All that is said in notifications, pushed messages and letters stands here. The
// bell of the page says it by the ids, with words of its own for games, boards and
// results.

// titles are the first lines of pushed messages, by kind.
var titles = map[store.NotificationKind]string{
	store.YourTurn: "Your turn", store.GameStarted: "Your game begins", store.GameOver: "A game is over",
	store.ChallengeMade: "A challenge", store.ChallengeAnswered: "Your challenge", store.OnLadder: "Your ladder",
	store.LowTime: "Your time runs out", store.TeamNews: "Your team", store.Moderation: "From the moderators",
}

// begunWords say that a game has begun.
func begunWords(g store.Game, side game.Color) sentence.Sentence {
	name, board := catalog.Describe(g.Rules).Name, g.BoardTitle
	switch other := opponent(g, side); {
	case other.Name != "":
		return sentence.New("bell.begun.named", "Your game of %s on %s against %s has begun.", name, board, other.Name)
	case other.Kind == match.Engine:
		return sentence.New("bell.begun.computer", "Your game of %s on %s against the computer has begun.", name, board)
	}
	return sentence.New("bell.begun.guest", "Your game of %s on %s against a guest has begun.", name, board)
}

// overWords say how a game has ended.
func overWords(g store.Game, side game.Color) sentence.Sentence {
	name, board, result := catalog.Describe(g.Rules).Name, g.BoardTitle, resultWords(g.Result)
	switch other := opponent(g, side); {
	case other.Name != "":
		return sentence.New("bell.over.named", "Your game of %s on %s against %s is over. %s.", name, board, other.Name, result)
	case other.Kind == match.Open: // a team that nobody has come to
		return sentence.New("bell.over.open", "Your game of %s on %s is over. %s.", name, board, result)
	case other.Kind == match.Engine:
		return sentence.New("bell.over.computer", "Your game of %s on %s against the computer is over. %s.", name, board, result)
	}
	return sentence.New("bell.over.guest", "Your game of %s on %s against a guest is over. %s.", name, board, result)
}

// lowTimeWords say that somebody has little time left for a move.
func lowTimeWords(g store.Game, side game.Color) sentence.Sentence {
	name, board := catalog.Describe(g.Rules).Name, g.BoardTitle
	if other := opponent(g, side).Name; other != "" {
		return sentence.New("bell.low.named", "Your time runs out: your game of %s on %s against %s awaits your move.", name, board, other)
	}
	return sentence.New("bell.low.guest", "Your time runs out: your game of %s on %s against a guest awaits your move.", name, board)
}

// challengeWords say that somebody wants to play.
func challengeWords(g store.Game, side game.Color) sentence.Sentence {
	name, board := catalog.Describe(g.Rules).Name, g.BoardTitle
	if other := opponent(g, side).Name; other != "" {
		return sentence.New("bell.challenge.named", "%s challenges you to a game of %s on %s.", other, name, board)
	}
	return sentence.New("bell.challenge.guest", "A guest challenges you to a game of %s on %s.", name, board)
}

// declineWords say that somebody does not want to play.
func declineWords(g store.Game, side game.Color) sentence.Sentence {
	name, board := catalog.Describe(g.Rules).Name, g.BoardTitle
	if other := opponent(g, side).Name; other != "" {
		return sentence.New("bell.declined.named", "%s declines your challenge to a game of %s on %s.", other, name, board)
	}
	return sentence.New("bell.declined.guest", "A guest declines your challenge to a game of %s on %s.", name, board)
}

// opponentName names who sits across from a side, in the middle of a sentence.
func opponentName(g store.Game, side game.Color) string {
	switch other := opponent(g, side); {
	case other.Name != "":
		return other.Name
	case other.Kind == match.Engine:
		return "the computer"
	}
	return "a guest"
}

// gameWords names a game as the player of a side would: "Your game of Go on 9×9
// against Bo".
func gameWords(g store.Game, side game.Color) string {
	return fmt.Sprintf("Your game of %s on %s against %s", catalog.Describe(g.Rules).Name, g.BoardTitle, opponentName(g, side))
}

// resultWords says a result as records write it.
func resultWords(result string) string {
	winner, by, _ := strings.Cut(result, "+")
	switch {
	case result == "Void":
		return "It was called off"
	case winner != "B" && winner != "W":
		return "A draw"
	}
	words := map[string]string{"B": "Black", "W": "White"}[winner] + " won"
	switch by {
	case "":
		return words
	case "R":
		return words + ", the other side resigned"
	case "T":
		return words + ", the other side ran out of time"
	}
	return words + " by " + by
}

// turnWords say that a game awaits somebody.
func turnWords(g store.Game, side game.Color) string {
	return gameWords(g, side) + " awaits your move."
}

// letterSubject is that of a letter about so many games.
func letterSubject(games int) string {
	if games == 1 {
		return "A game awaits your move"
	}
	return fmt.Sprintf("%d games await your move", games)
}

// letterText is the letter about games; list names them, and stop is the address
// where letters are switched off.
func letterText(list, stop string) string {
	return fmt.Sprintf("It is your turn.\n\n%sNo more e-mails of this kind: %s\n", list, stop)
}
