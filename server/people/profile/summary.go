package profile

import (
	"cmp"
	"slices"
	"time"

	"moyo/catalog"
	"moyo/game"
	"moyo/server/base/convert"
	"moyo/server/store"
)

// The bounds of a summary.
const (
	counted      = 500 // games that are counted
	formLength   = 12
	favourites   = 4 // boards, and games
	lastMeetings = 5
	opponents    = 8
)

// summarize adds a player's finished games to a profile, newest first. It skips team games.
func summarize(out *Profile, player string, games []store.Game) {
	out.Most, out.Form, out.Opponents = counted, []FormGame{}, []string{}
	boards, kinds, met := &tallies{}, &tallies{}, &tallies{}
	for _, g := range games {
		if g.Partners > 0 {
			continue // it says little about each member
		}
		result := resultOf(g, player)
		if !count(&out.Games, result) {
			continue
		}
		info := convert.Info(g, 0)
		opponent := info.White
		if g.White.Player == player {
			opponent = info.Black
		}
		if len(out.Form) < formLength {
			out.Form = append(out.Form, FormGame{
				Game: g.ID, Result: string(result), Opponent: opponent, GameTitle: info.GameTitle, Words: info.Words,
				Board: info.Board, BoardTitle: info.BoardTitle, At: g.Updated.Format(time.RFC3339),
			})
		}
		boards.add(g.Board, g.BoardTitle)
		kind := convert.GameID(g.Rules)
		kinds.add(kind, catalog.GameOf(kind).Title)
		if opponent.Registered {
			met.add(opponent.Name, opponent.Name)
		}
	}
	out.Boards, out.Kinds = boards.first(favourites), kinds.first(favourites)
	for _, f := range met.first(opponents) {
		out.Opponents = append(out.Opponents, f.Title)
	}
}

// resultOf returns a game's result for a player, or "" if it was called off or only its log has the result.
func resultOf(g store.Game, player string) store.Result {
	switch {
	case g.Result == "0":
		return store.Drawn
	case g.Winner == game.Empty:
		return ""
	case g.Winner == game.Black && g.Black.Player == player, g.Winner == game.White && g.White.Player == player:
		return store.Won
	}
	return store.Lost
}

// count adds a result to a tally, and reports whether the game counts.
func count(t *Tally, r store.Result) bool {
	switch r {
	case store.Won:
		t.Won++
	case store.Lost:
		t.Lost++
	case store.Drawn:
		t.Drawn++
	default:
		return false
	}
	return true
}

// tallies count how often things occur.
type tallies struct {
	all  []Favourite    // in order of first occurrence
	find map[string]int // index in all by id
}

func (t *tallies) add(id, title string) {
	if t.find == nil {
		t.find = map[string]int{}
	}
	at, ok := t.find[id]
	if !ok {
		at = len(t.all)
		t.find[id] = at
		t.all = append(t.all, Favourite{ID: id, Title: title})
	}
	t.all[at].Games++
}

// first returns the most frequent entries, at most most of them, never nil. Ties keep the order of first occurrence.
func (t *tallies) first(most int) []Favourite {
	sorted := slices.Clone(t.all)
	slices.SortStableFunc(sorted, func(a, b Favourite) int { return cmp.Compare(b.Games, a.Games) })
	return append([]Favourite{}, sorted[:min(most, len(sorted))]...)
}
