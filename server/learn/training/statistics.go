package training

import (
	"context"
	"time"

	"moyo/contest/rating"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/study/trainer"
)

// maxAttempts is how many of a player's last attempts the statistics use.
const maxAttempts = 5000

type statisticsInput struct {
	Offset int `query:"offset" minimum:"-1440" maximum:"1440" doc:"minutes that the place is ahead of UTC, for the days"`
}

func (s *Service) getStatistics(ctx context.Context, in *statisticsInput) (*endpoint.Answer[TrainingStatistics], error) {
	shelf, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	who, err := s.trainee(ctx, identity.Player(ctx))
	if err != nil {
		return nil, err
	}
	kept, err := s.kept.attempts(ctx, who.Owner, maxAttempts)
	if err != nil {
		return nil, err
	}
	attempts := make([]trainer.Attempt, len(kept))
	for i := range kept {
		a := &kept[i]
		attempts[i] = trainer.Attempt{
			Problem: a.Problem, At: a.At, Right: a.Right, Rated: a.Rated, After: rating.Rating(a.After), Level: level(a),
		}
		if k, ok := shelf.index[a.Problem]; ok {
			attempts[i].Tags = shelf.problems[k].Tags
		}
	}
	var titles []string
	for _, l := range levels {
		titles = append(titles, l.title)
	}
	place := time.FixedZone("", 60*in.Offset)
	return endpoint.Reply(statisticsOf(trainer.Summarise(attempts, titles, place), ratingOf(who.Rating))), nil
}

func statisticsOf(st trainer.Statistics, r TrainingRating) TrainingStatistics {
	out := TrainingStatistics{
		Rating: r, Tried: st.Tried, Solved: st.Solved, Streak: st.Streak, Best: st.Best,
		History: []TrainingSample{}, Tags: sharesOf(st.Tags), Levels: sharesOf(st.Levels), Days: []TrainingShare{},
	}
	for _, h := range st.History {
		out.History = append(out.History, TrainingSample{At: convert.Stamp(h.At), Points: h.Rating.Points, Deviation: h.Rating.Deviation})
	}
	for _, d := range st.Days {
		out.Days = append(out.Days, TrainingShare{Name: d.Day.Format(time.DateOnly), Tried: d.Tried, Solved: d.Solved})
	}
	return out
}

func sharesOf(shares []trainer.Share) []TrainingShare {
	out := []TrainingShare{}
	for _, s := range shares {
		out = append(out, TrainingShare(s))
	}
	return out
}
