package store

import (
	"strconv"
	"strings"
)

// gameOfClass is the prefix of the ids of class games; no other id has it.
const gameOfClass = "class-"

// ClassGame returns the id of a class's game with a number.
func ClassGame(class string, number int) string {
	return gameOfClass + class + "-" + strconv.Itoa(number)
}

// ClassOfGame returns the class of a game; ok is false if the game does not belong to a class. To
// players outside of the class, the game must seem not to exist.
func ClassOfGame(game string) (class string, ok bool) {
	rest, ok := strings.CutPrefix(game, gameOfClass)
	class, _, _ = strings.Cut(rest, "-")
	return class, ok
}
