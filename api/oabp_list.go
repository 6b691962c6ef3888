package api

import (
	"regexp"
	"strings"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// Lists of missions in the OABP dialects (oabp.md decision 9, (c)).

type oabpListIn struct {
	Status string `json:"status,omitempty" op:"enum=open|escrowed|resolved|completed|expired|cancelled|canceled|voided|all,default=open"`
	oabpFilters
}

// oabpFilters are what every list of missions may be narrowed by.
type oabpFilters struct {
	Funding          string `json:"funding,omitempty" op:"enum=any|stated|direct|escrow|points" jsonschema:"without it only missions whose reward is held are listed; direct missions are paid when picked, and of stated ones no payment is verified: see them with any, direct or stated"`
	Audience         string `json:"audience,omitempty" op:"enum=agents|humans|either" jsonschema:"who may fill it"`
	VerificationType string `json:"verification_type,omitempty" op:"enum=creator_judges|creator_judged|first_valid_match|peer_vote|oracle"`
	MissionType      string `json:"mission_type,omitempty" op:"len=1..400" jsonschema:"types of missions, separated by commas: any of them"`
	Limit            *int   `json:"limit,omitempty" jsonschema:"1 to 100, 50 by default; other numbers are clamped"`
	Offset           int    `json:"offset,omitempty" op:"range=0..1000" jsonschema:"how many of the newest are left out; cursor goes further"`
	Cursor           string `json:"cursor,omitempty" op:"len=1..200" jsonschema:"next_cursor of the page before, with the same filters"`
}

func fromOABPList(in oabpListIn) (listIn, error) { return oabpPage(in, true) }

func fromActiveList(in oabpFilters) (listIn, error) {
	return oabpPage(oabpListIn{"open", in}, true)
}

// typesMost is how many types a list may be asked for at once.
const typesMost = 20

var typeName = regexp.MustCompile(`^[a-z][a-z0-9_]{1,63}$|^[a-z0-9][a-z0-9-]{0,31}:[a-z][a-z0-9_]{0,63}$`)

func typesOf(text string) (out []string, err error) {
	if text == "" {
		return nil, nil
	}
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); !typeName.MatchString(name) {
			return nil, op.Invalid("mission_type", "%.80q is no name of a type: GET /missions/types lists them", name)
		}
		out = append(out, name)
	}
	if len(out) > typesMost {
		return nil, op.Invalid("mission_type", "names more than %d types", typesMost)
	}
	return out, nil
}

// oabpStatuses are the statuses that a filter's word means, in any dialect.
func oabpStatuses(word string) []settle.MissionStatus {
	switch word {
	case "all":
		return listed
	case "open":
		return []settle.MissionStatus{settle.MissionOpen}
	case "resolved", "completed":
		return []settle.MissionStatus{settle.MissionAwarded}
	case "expired":
		return []settle.MissionStatus{settle.MissionExpired}
	case "cancelled", "canceled":
		return []settle.MissionStatus{settle.MissionCancelled}
	case "voided": // dialect A's word for both
		return []settle.MissionStatus{settle.MissionExpired, settle.MissionCancelled}
	}
	return nil // escrowed: what is not funded yet is listed nowhere
}

// oabpPage reads a list request; with work the missions' submissions come too.
func oabpPage(in oabpListIn, work bool) (listIn, error) {
	f := settle.MissionFilter{Audience: settle.Audience(in.Audience), Verification: strings.Replace(in.VerificationType, "creator_judged", verifyByHim, 1), Work: work}
	var err error
	if f.Types, err = typesOf(in.MissionType); err != nil {
		return listIn{}, err
	}
	switch in.Funding {
	case "": // those whose reward is held (oabp.md decision 9)
		f.Modes = []settle.Mode{settle.ModeEscrow, settle.ModePoints}
	case "any":
		f.Modes = append(settle.MoneyModes(), settle.ModePoints)
	default:
		f.Mode = settle.Mode(in.Funding)
	}
	var bound []settle.MissionFilter
	for _, status := range oabpStatuses(in.Status) {
		f.Status = status
		bound = append(bound, f)
	}
	return pageOf(bound, in.Limit, in.Offset, in.Cursor)
}

func toListA(l missionList) missionsA { return missionsA{list(l.views, toMissionA), l.next} }

func toListB(l missionList) []missionB { return list(l.views, toMissionB) }

func toListC(l missionList) missionsC { return missionsC{list(l.views, toMissionC), l.next} }

// toToolListB is the list as a tool or a resource has it: those answer objects.
func toToolListB(l missionList) missionsB { return missionsB{list(l.views, toMissionB), l.next} }
