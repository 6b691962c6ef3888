package api

import (
	"context"
	"fmt"

	"github.com/oabp/oabpd/api/mcp"
	"github.com/oabp/oabpd/settle"
)

// Feed tells MCP clients of missions: the newest open ones whose reward is held
// are in resources/list, and whatever the index learns may change what a resource
// says.
func Feed(core Core) mcp.Feed {
	return mcp.Feed{
		Version: func(ctx context.Context) (string, error) {
			h, err := core.Health(ctx)
			if err != nil || h.Tip == nil {
				return fmt.Sprint(h.JournalSeq), err
			}
			return fmt.Sprint(h.JournalSeq, " ", h.Tip.Hash), nil
		},
		Listed: func(ctx context.Context) ([]mcp.Listed, error) {
			vs, err := core.Missions(ctx, settle.MissionFilter{Status: settle.MissionOpen, Modes: []settle.Mode{settle.ModeEscrow, settle.ModePoints}, Limit: listMax})
			return list(vs, func(v *settle.MissionView) mcp.Listed {
				return mcp.Listed{URI: "oabp://missions/" + v.Mission.ID, Name: v.Mission.ID, Title: v.Mission.Title,
					Description: "An open mission, and what became of it."}
			}), err
		},
	}
}
