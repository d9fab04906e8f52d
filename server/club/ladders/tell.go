package ladders

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"moyo/server/club/ladders/rungs"
	"moyo/server/people/notify"
	"moyo/server/store"
)

// tell notifies a player. Each notification has a key, so that the player gets it once.
func (s *Service) tell(ctx context.Context, head ladder, t rungs.Tell) error {
	n := notify.News{
		Player: t.Player, Sender: t.Other, Kind: notify.OnLadder,
		Key: "ladder/" + head.ID + "/" + strconv.Itoa(t.Serial), Path: "/ladder/" + head.ID,
	}
	if t.Kind == rungs.TellChallenged || t.Kind == rungs.TellReady {
		n.Kind = notify.ChallengeMade
	}
	name := ""
	if t.Other != "" {
		var err error
		if name, err = s.names.Fresh(ctx, t.Other); err != nil {
			return err
		}
		if name == "" {
			n.Sender, name = "", store.Gone
		}
	}
	n.Text = words(t, cmp.Or(head.Title, "without a name"), name)
	return s.Notify(ctx, n)
}

// words returns the text of a notification; name is the other player.
func words(t rungs.Tell, title, name string) string {
	switch t.Kind {
	case rungs.TellChallenged:
		return fmt.Sprintf("%s challenges you on the ladder %s.", name, title)
	case rungs.TellReady:
		return fmt.Sprintf("%s is ready for your game on the ladder %s.", name, title)
	case rungs.TellPassed:
		return fmt.Sprintf("%s has passed you: you are now at place %d on the ladder %s.", name, t.Place, title)
	}
	return fmt.Sprintf("You are no longer on the ladder %s.", title)
}
