package league

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"moyo/internal/errtext"
)

// Game is a finished game of a tournament: a line of games.jsonl. A game without a result has
// "Void", and does not count.
type Game struct {
	ID         string    `json:"id"` // on the server
	Tournament string    `json:"tournament"`
	Number     int       `json:"number"`          // in the tournament, from 1
	Black      string    `json:"black,omitempty"` // name of the player that has the black stones at the end
	White      string    `json:"white,omitempty"`
	Result     string    `json:"result"` // "B+3.5", "W+R", "0" or "Void"
	How        string    `json:"how,omitempty"`
	Plies      int       `json:"plies,omitempty"`
	Moves      []string  `json:"moves,omitempty"` // the first 1000
	Ended      time.Time `json:"ended"`           // when the game last changed
}

// The limits of a game.
const (
	maxLine  = 64 << 10 // bytes
	maxID    = 80
	maxText  = 300 // bytes of a name or a result
	maxMoves = 1000
	maxMove  = 40
)

// parseGame reads a line of games.jsonl.
func parseGame(text []byte) (g Game, err error) {
	if err := json.Unmarshal(text, &g); err != nil {
		return Game{}, err
	}
	return g, g.check()
}

// check returns an error if a game is not valid. Ids become file names and parts of addresses.
func (g *Game) check() error {
	switch {
	case !isID(g.ID) || !isID(g.Tournament):
		return fmt.Errorf("game %q of %q: want ids of letters, digits, - and _", errtext.Clip(g.ID, maxID), errtext.Clip(g.Tournament, maxID))
	case g.Number < 1:
		return fmt.Errorf("game %s: number %d", g.ID, g.Number)
	case len(g.Black) > maxText || len(g.White) > maxText || len(g.Result) > maxText || len(g.How) > maxText:
		return fmt.Errorf("game %s: a name or the result has more than %d bytes", g.ID, maxText)
	case len(g.Moves) > maxMoves || g.Plies < len(g.Moves):
		return fmt.Errorf("game %s: %d moves of %d are more than %d", g.ID, len(g.Moves), g.Plies, maxMoves)
	case g.outcome() == unknown:
		return fmt.Errorf("game %s: result %q: want B+..., W+..., 0 or Void", g.ID, errtext.Clip(g.Result, 20))
	case g.outcome() != void && (g.Black == "" || g.White == "" || g.Black == g.White):
		return fmt.Errorf("game %s: want two players", g.ID)
	case g.Ended.Year() < 1 || g.Ended.Year() > 9999:
		return fmt.Errorf("game %s: it has ended in the year %d", g.ID, g.Ended.Year())
	}
	for _, m := range g.Moves {
		if len(m) > maxMove {
			return errors.New("game " + g.ID + ": a move has too many bytes")
		}
	}
	return nil
}

// isID reports whether text is an id.
func isID(text string) bool {
	other := func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_')
	}
	return text != "" && len(text) <= maxID && !strings.ContainsFunc(text, other)
}

// outcome is how a game counts.
type outcome byte

// The outcomes.
const (
	unknown outcome = iota
	void            // not at all
	blackWins
	whiteWins
	draw
)

func (g *Game) outcome() outcome {
	switch {
	case g.Result == "Void":
		return void
	case g.Result == "0":
		return draw
	case strings.HasPrefix(g.Result, "B+"):
		return blackWins
	case strings.HasPrefix(g.Result, "W+"):
		return whiteWins
	}
	return unknown
}

// Words returns the result for people.
func (g *Game) Words() string {
	if g.Result == "0" {
		return "draw"
	}
	return g.Result
}
