package store

import (
	"strconv"
	"strings"
)

// gameOfClass is how the ids of games begin that are a class's; no other id does.
const gameOfClass = "class-"

// ClassGame returns the id of a game of a class, by its number.
func ClassGame(class string, number int) string {
	return gameOfClass + class + "-" + strconv.Itoa(number)
}

// ClassOfGame returns whose game an id is; ok is false for what is none of a class. Whoever is not
// of that class is to hear that there is no such game.
func ClassOfGame(game string) (class string, ok bool) {
	rest, ok := strings.CutPrefix(game, gameOfClass)
	class, _, _ = strings.Cut(rest, "-")
	return class, ok
}
