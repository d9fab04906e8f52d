package classes

import (
	"context"
	"encoding/json"
	"time"
)

// Archive returns a teacher's classes as JSON for their archive, or nil without classes.
func (s *Service) Archive(ctx context.Context, player string) (any, error) {
	found, err := s.kept.of(ctx, player)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	type taught struct {
		Title   string    `json:"title"`
		Created time.Time `json:"created"`
		Used    time.Time `json:"used"`
	}
	all := make([]taught, len(found))
	for i, c := range found {
		if err := json.Unmarshal(c.Body, &all[i]); err != nil {
			return nil, err
		}
		all[i].Created, all[i].Used = c.Created, c.Used
	}
	return all, nil
}
