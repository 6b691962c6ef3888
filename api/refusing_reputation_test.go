package api_test

import (
	"context"

	"github.com/oabp/oabpd/settle"
)

func (r *refusing) Reputation(context.Context, string) (settle.Reputation, error) {
	return settle.Reputation{}, r.err
}

func (r *refusing) RatingHistory(context.Context, string, string, int) (settle.RatingPage, error) {
	return settle.RatingPage{}, r.err
}

func (r *refusing) Leaderboard(context.Context, int64, *settle.Place, int) (settle.Leaderboard, error) {
	return settle.Leaderboard{}, r.err
}

func (r *refusing) RecentSubmissions(context.Context, string, int) ([]settle.RecentWork, error) {
	return nil, r.err
}
