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

// The texts of notifications, push messages and e-mails. The page writes its own by the ids, with its own words for games, boards
// and results.

// titles are the first lines of push messages, by kind.
var titles = map[Kind]string{
	YourTurn: "Your turn", GameStarted: "Your game has begun", GameOver: "Your game is over",
	ChallengeMade: "New challenge", ChallengeAnswered: "Your challenge", OnLadder: "Your ladder",
	LowTime: "Your time is running out", OfTeam: "Your team", OfModerators: "From the moderators",
}

// begunWords returns the text for a game that has begun.
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

// overWords returns the text for a game that has ended.
func overWords(g store.Game, side game.Color) sentence.Sentence {
	name, board, result := catalog.Describe(g.Rules).Name, g.BoardTitle, resultWords(g.Result)
	switch other := opponent(g, side); {
	case other.Name != "":
		return sentence.New("bell.over.named", "Your game of %s on %s against %s is over. %s.", name, board, other.Name, result)
	case other.Kind == match.Open: // a team that no player has joined
		return sentence.New("bell.over.open", "Your game of %s on %s is over. %s.", name, board, result)
	case other.Kind == match.Engine:
		return sentence.New("bell.over.computer", "Your game of %s on %s against the computer is over. %s.", name, board, result)
	}
	return sentence.New("bell.over.guest", "Your game of %s on %s against a guest is over. %s.", name, board, result)
}

// lowTimeWords returns the text for a player with little time left.
func lowTimeWords(g store.Game, side game.Color) sentence.Sentence {
	name, board := catalog.Describe(g.Rules).Name, g.BoardTitle
	if other := opponent(g, side).Name; other != "" {
		return sentence.New("bell.low.named", "Your time is running out. It is your move in the game of %s on %s against %s.",
			name, board, other)
	}
	return sentence.New("bell.low.guest", "Your time is running out. It is your move in the game of %s on %s against a guest.",
		name, board)
}

// challengeWords returns the text of a challenge.
func challengeWords(g store.Game, side game.Color) sentence.Sentence {
	name, board := catalog.Describe(g.Rules).Name, g.BoardTitle
	if other := opponent(g, side).Name; other != "" {
		return sentence.New("bell.challenge.named", "%s has challenged you to a game of %s on %s.", other, name, board)
	}
	return sentence.New("bell.challenge.guest", "A guest has challenged you to a game of %s on %s.", name, board)
}

// declineWords returns the text for a challenge that was declined.
func declineWords(g store.Game, side game.Color) sentence.Sentence {
	name, board := catalog.Describe(g.Rules).Name, g.BoardTitle
	if other := opponent(g, side).Name; other != "" {
		return sentence.New("bell.declined.named", "%s has declined your challenge to a game of %s on %s.", other, name, board)
	}
	return sentence.New("bell.declined.guest", "A guest has declined your challenge to a game of %s on %s.", name, board)
}

// opponentName returns the name of a side's opponent, for the middle of a sentence.
func opponentName(g store.Game, side game.Color) string {
	switch other := opponent(g, side); {
	case other.Name != "":
		return other.Name
	case other.Kind == match.Engine:
		return "the computer"
	}
	return "a guest"
}

// gameWords names a game for the player of a side: "Your game of Go on 9×9 against Bo".
func gameWords(g store.Game, side game.Color) string {
	return fmt.Sprintf("Your game of %s on %s against %s", catalog.Describe(g.Rules).Name, g.BoardTitle, opponentName(g, side))
}

// resultWords writes out the result of a game record.
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
		return words + " by resignation"
	case "T":
		return words + " on time"
	}
	return words + " by " + by
}

// turnWords returns the text for a game in which it is the player's turn.
func turnWords(g store.Game, side game.Color) string {
	return gameWords(g, side) + " is waiting for your move."
}

// letterSubject returns the subject of an e-mail about a number of games.
func letterSubject(games int) string {
	if games == 1 {
		return "It is your turn in a game"
	}
	return fmt.Sprintf("It is your turn in %d games", games)
}

// letterText returns the text of the e-mail. list names the games, a line each; stop is the address that switches e-mails off.
func letterText(list, stop string) string {
	return fmt.Sprintf("It is your turn.\n\n%sTo stop these e-mails, open this link: %s\n", list, stop)
}
