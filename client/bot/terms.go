package bot

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"moyo/board"
	"moyo/contest/rating"
	"moyo/server/base/wire"
)

// Terms are the conditions for accepting a challenge. Empty lists accept everything.
type Terms struct {
	Games    []string // ids, such as weiqi
	Boards   []string // specs, such as grid:9
	Speeds   []string // "blitz", "rapid", "classical", "correspondence", or "none" for games without a clock
	Rated    string   // "rated", "casual", or "" for either
	From     string   // "people", "bots", or "" for either
	Least    float64  // the opponent's points in the pool of the game; 0 for any. Opponents without a rating are accepted
	Most     float64  // as Least
	CanBoard func(*board.Board) error
}

// speeds are the classes of clocks.
var speeds = []string{"none", "blitz", "rapid", "classical", "correspondence"}

// check returns an error if the terms are not valid.
func (t Terms) check() error {
	for _, s := range t.Speeds {
		if !slices.Contains(speeds, s) {
			return fmt.Errorf("speed %.20q: want one of %s", s, strings.Join(speeds, ", "))
		}
	}
	switch {
	case !slices.Contains([]string{"", "rated", "casual"}, t.Rated):
		return fmt.Errorf("rated %.20q: want rated or casual", t.Rated)
	case !slices.Contains([]string{"", "people", "bots"}, t.From):
		return fmt.Errorf("from %.20q: want people or bots", t.From)
	case t.Least < 0 || t.Most < 0 || t.Most > 0 && t.Least > t.Most:
		return fmt.Errorf("ratings from %g to %g: want two numbers, the smaller one first", t.Least, t.Most)
	}
	return nil
}

// refusal returns why a challenge is declined, "" if it is accepted.
func (t Terms) refusal(ctx context.Context, b *Bot, g *wire.GameInfo, other wire.Player) string {
	switch why := t.unfit(g); {
	case why != "":
		return why
	case t.From == "people" && other.Bot:
		return "plays people only"
	case t.From == "bots" && !other.Bot:
		return "plays bots only"
	}
	if why := t.cannot(b, g); why != "" {
		return why
	}
	return t.strength(ctx, b, g, other)
}

// unfit returns why a game is refused for any opponent, "" if it is not.
func (t Terms) unfit(g *wire.GameInfo) string {
	id, _, _ := strings.Cut(g.Rules, ":")
	speed := g.Speed
	if speed == "" {
		speed = "none"
	}
	switch {
	case len(t.Games) > 0 && !slices.Contains(t.Games, id):
		return "does not play " + g.GameTitle
	case len(t.Boards) > 0 && !slices.Contains(t.Boards, g.Board):
		return "does not play on " + g.BoardTitle
	case len(t.Speeds) > 0 && !slices.Contains(t.Speeds, speed):
		return "does not play at this speed"
	case t.Rated == "rated" && !g.Rated:
		return "plays rated games only"
	case t.Rated == "casual" && g.Rated:
		return "plays casual games only"
	}
	return ""
}

// cannot returns why the bot is unable to play a game, "" if it is able.
func (t Terms) cannot(b *Bot, g *wire.GameInfo) string {
	on, err := b.cfg.Board(g.Board)
	if err != nil {
		return "does not know this board"
	}
	rules, err := b.cfg.Rules(g.Rules)
	if err == nil {
		_, err = rules.New(on)
	}
	if err == nil && t.CanBoard != nil {
		err = t.CanBoard(on)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// strength returns why an opponent is too weak or too strong, "" if neither.
func (t Terms) strength(ctx context.Context, b *Bot, g *wire.GameInfo, other wire.Player) string {
	if t.Least == 0 && t.Most == 0 {
		return ""
	}
	on, err := b.cfg.Board(g.Board)
	if err != nil {
		return "does not know this board"
	}
	id, _, _ := strings.Cut(g.Rules, ":")
	var all wire.PlayerRatings
	if err := b.client.Get(ctx, "/api/people/"+url.PathEscape(other.Name)+"/ratings", &all); err != nil {
		return "cannot find out how strong you are"
	}
	for _, r := range all.Ratings {
		game, class, speed := rating.Pool(r.Pool).Parts()
		if game != id || class != "" && (class != rating.ClassOf(on) || string(speed) != g.Speed) {
			continue
		}
		if r.Points < t.Least || t.Most > 0 && r.Points > t.Most {
			return fmt.Sprintf("plays opponents with %g to %g points", t.Least, t.Most)
		}
	}
	return ""
}
