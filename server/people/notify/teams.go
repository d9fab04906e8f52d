package notify

import (
	"context"
	"time"

	"moyo/internal/sentence"
	"moyo/server/store"
)

// TeamWhat is what somebody hears of a team.
type TeamWhat string

// What there is to hear of teams.
const (
	TeamAsked      TeamWhat = "asked"      // Other wants to join
	TeamAdmitted   TeamWhat = "admitted"   // they are let in
	TeamChallenged TeamWhat = "challenged" // by Other
	TeamAccepted   TeamWhat = "accepted"   // by Other
	TeamLinedUp    TeamWhat = "lined-up"   // they are to play
	TeamBegins     TeamWhat = "begins"
)

// TeamNews is what somebody shall hear of a team of theirs.
type TeamNews struct {
	Player string // id
	Sender string // id of who is behind it, "" for nobody
	What   TeamWhat
	Team   string    // name
	Other  string    // name of somebody, or of another team
	Board  int       // at which they play
	At     time.Time // when
	Path   string
	Key    string // what it is about: of the same somebody hears once
}

// Team lets somebody hear of their team.
func (s *Service) Team(ctx context.Context, n TeamNews) error {
	return s.Notify(ctx, store.Notification{
		Player: n.Player, Sender: n.Sender, Kind: store.TeamNews,
		Key: string(store.TeamNews) + "/" + string(n.What) + "/" + n.Key, Text: teamWords(n).Text, Path: n.Path,
	})
}

// teamWords say what there is to hear of a team.
func teamWords(n TeamNews) sentence.Sentence {
	switch n.What {
	case TeamAsked:
		return sentence.New("bell.team.asked", "%s asks to join %s.", n.Other, n.Team)
	case TeamAdmitted:
		return sentence.New("bell.team.admitted", "You are in the team %s now.", n.Team)
	case TeamChallenged:
		return sentence.New("bell.team.challenged", "%s challenges %s to a match.", n.Other, n.Team)
	case TeamAccepted:
		return sentence.New("bell.team.accepted", "%s takes up the challenge of %s. Please make your line-up.", n.Other, n.Team)
	case TeamLinedUp:
		return sentence.New("bell.team.linedUp", "You play at board %d for %s against %s. The match begins %s.",
			n.Board, n.Team, n.Other, sentence.Moment(n.At))
	}
	return sentence.New("bell.team.begins", "Your team match begins: you play at board %d for %s against %s.", n.Board, n.Team, n.Other)
}
