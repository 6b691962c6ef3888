package a2a

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/oabp/oabpd/api/op"
)

// Skill ids, as the card has them. They never change.
const (
	SkillMissions = "oabp.missions"
	SkillMission  = "oabp.mission"
	SkillSubmit   = "oabp.submit"
)

// partsMost is how many parts a message may have.
const partsMost = 16

// send answers a message: a data part names a skill and its input, a text is read for
// an id or for words about missions.
func (c *call) send(params map[string]any) (any, *rpcError) {
	m, ok := params["message"].(map[string]any)
	if !ok {
		return nil, fault(codeParams, "params.message must be a message")
	}
	if conf, ok := params["configuration"].(map[string]any); ok && conf["pushNotificationConfig"] != nil {
		return nil, fault(codeNoPush, "there are no push notifications")
	}
	parts, ok := m["parts"].([]any)
	if !ok || len(parts) == 0 || len(parts) > partsMost || m["role"] != "user" {
		return nil, fault(codeParams, "a message has the role user and 1 to %d parts", partsMost)
	}
	var texts []string
	var input map[string]any
	for _, p := range parts {
		p, _ := p.(map[string]any)
		switch text, isText := p["text"].(string); {
		case p["kind"] == "text" && isText:
			texts = append(texts, text)
		case p["kind"] == "data" && input == nil:
			if input, ok = p["data"].(map[string]any); !ok {
				return nil, fault(codeParams, "the data of a part must be an object")
			}
		case p["kind"] == "data":
			return nil, fault(codeParams, "a message has one data part at most")
		default:
			return nil, fault(codeContentType, "parts are of the kinds text and data")
		}
	}
	text := strings.TrimSpace(strings.Join(texts, "\n"))
	if input == nil && strings.HasPrefix(text, "{") { // a client that knows texts only
		if o, err := op.ParseObject([]byte(text)); err == nil {
			input = o
		}
	}
	messageID, _ := m["messageId"].(string)
	taskID, _ := m["taskId"].(string)
	switch {
	case input != nil:
		return c.skill(skillOf(input, m, params), input, messageID)
	case taskID != "":
		return c.task(taskID)
	}
	return c.read(text)
}

// skillOf is what the input, the message or the request names; else what the fields
// of the input show.
func skillOf(input, message, params map[string]any) string {
	named := ""
	for _, m := range []map[string]any{params, message} {
		meta, _ := m["metadata"].(map[string]any)
		if s, ok := meta["skill"].(string); ok {
			named = s
		}
	}
	if s, ok := input["skill"].(string); ok {
		named = s
	}
	delete(input, "skill")
	has := func(keys ...string) bool {
		for _, k := range keys {
			if _, ok := input[k]; ok {
				return true
			}
		}
		return false
	}
	switch {
	case named != "":
		return named
	case has("content", "proof"):
		return SkillSubmit
	case has("mission_id", "bounty_id", "id"):
		return SkillMission
	}
	return SkillMissions
}

func (c *call) skill(name string, in map[string]any, messageID string) (any, *rpcError) {
	switch name {
	case SkillMissions:
		return c.find(in)
	case SkillMission:
		for _, k := range []string{"mission_id", "bounty_id", "id"} {
			if id, ok := in[k].(string); ok {
				return c.task(id)
			}
		}
		return nil, fault(codeParams, "mission_id is missing")
	case SkillSubmit:
		return c.submitWork(in, messageID)
	}
	return nil, fault(codeParams, "no skill %.80q; the card at /.well-known/agent-card.json lists them", name)
}

// rename gives a field the name that the operation has for it.
func rename(in map[string]any, from, to string) {
	if v, ok := in[from]; ok && in[to] == nil {
		in[to] = v
		delete(in, from)
	}
}

func (c *call) submitWork(in map[string]any, messageID string) (any, *rpcError) {
	rename(in, "mission_id", "bounty_id")
	rename(in, "proof", "content")
	key := ""
	if messageID != "" {
		sum := sha256.Sum256([]byte(messageID))
		key = "a2a-" + hex.EncodeToString(sum[:])
	}
	raw, failed := c.do(c.h.submit, in, key)
	if failed != nil {
		return nil, failed
	}
	var out struct {
		SubmissionID string `json:"submission_id"`
		BountyID     string `json:"bounty_id"`
		Status       string `json:"status"`
		Note         string `json:"note"`
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, fault(codeInternal, "the answer could not be read")
	}
	t := submissionTask(submission{ID: out.SubmissionID, BountyID: out.BountyID, Status: out.Status, CreatedAt: c.now()}, raw)
	t.Status.Message = c.say("%s", out.Note)
	return t, nil
}

var (
	idInText   = regexp.MustCompile(`\b(?:mis|bty|sub)_[0-9a-zA-Z]{1,64}\b`)
	wordOfText = regexp.MustCompile(`[a-z]+`)
)

// help is the answer to a text that names nothing of ours.
const help = `I find and show missions, and take submissions. Write "list open missions", or the id of a mission or of your submission; ` +
	`or send a data part: {"skill":"oabp.missions","status":"open","funding":"any"}, {"skill":"oabp.mission","mission_id":"mis_…"}, ` +
	`or {"skill":"oabp.submit","mission_id":"mis_…","content":"…","preview":"…"} with a credential.`

// read understands a text by the ids and words in it; the same text always means the
// same.
func (c *call) read(text string) (any, *rpcError) {
	if id := idInText.FindString(text); id != "" {
		return c.task(id)
	}
	filters, asked := map[string]any{}, false
	for _, w := range wordOfText.FindAllString(strings.ToLower(text), -1) {
		switch w {
		case "mission", "missions", "bounty", "bounties", "task", "tasks":
			asked = true
		case "open", "resolved", "expired", "cancelled":
			filters["status"], asked = w, true
		case "direct", "stated", "escrow":
			filters["funding"] = w
		}
	}
	if !asked {
		return c.say("%s", help), nil
	}
	return c.find(filters)
}
