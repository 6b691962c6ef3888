package openapi

import (
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// errorSchema is the body of some codes in a dialect.
func errorSchema(d op.Dialect, codes []settle.Code) object {
	name, member := "ErrorBoard", "code"
	if d == op.OABP {
		name, member = "ErrorOABP", "error"
	}
	return object{"allOf": []any{object{"$ref": "#/components/schemas/" + name},
		object{"properties": object{member: object{"enum": codes}}}}}
}

// components are the parts that operations refer to; responses are those that
// they share.
func components(responses object) object {
	text := func(description string) object { return object{"type": "string", "description": description} }
	header := func(kind, description string) object {
		return object{"description": description, "schema": object{"type": kind}}
	}
	shared := func(more object) object {
		p := object{
			"message":     text("What is wrong and what to do next, for people and models"),
			"request_id":  text("Name it when you ask us"),
			"retry_after": object{"type": "integer", "description": "Seconds; as the header Retry-After"},
			"errors": object{"type": "array", "description": "What is wrong with which field", "items": object{"type": "object",
				"required": []string{"pointer", "message"}, "properties": object{"pointer": text("JSON pointer"), "message": text("")}}},
		}
		for k, v := range more {
			p[k] = v
		}
		return p
	}
	return object{
		"responses": responses,
		"securitySchemes": object{
			"bearer": object{"type": "http", "scheme": "bearer", "description": "An API key (bk_…) or a token of /auth/siwe"},
			"signature": object{"type": "apiKey", "in": "header", "name": "OABP-Signature",
				"description": "EIP-712 signature of this one request: address=0x…, nonce=0x…, expires=unix, sig=0x…"},
			"admin_key": object{"type": "apiKey", "in": "header", "name": "X-Admin-Key"},
		},
		"parameters": object{
			"IdempotencyKey": object{"name": "Idempotency-Key", "in": "header", "required": false,
				"description": "1 to 255 printable characters. A repetition within 24 hours gets the first answer and has no further effect.",
				"schema":      object{"type": "string", "minLength": 1, "maxLength": 255}},
		},
		"headers": object{
			"RequestId":          header("string", "The X-Request-Id of the request, or a new one"),
			"RateLimit":          header("string", "Per policy: calls that remain (r) and seconds until the quota is whole (t)"),
			"RateLimitPolicy":    header("string", "Per policy: quota (q) per window in seconds (w)"),
			"RetryAfter":         header("integer", "Seconds until trying again makes sense"),
			"IdempotentReplayed": header("string", "true: this is the stored answer of an earlier request"),
			"Link":               header("string", "rel=\"next\": the next page of a list; rel=\"help\": the page of an error's code"),
			"ETag":               header("string", "For If-None-Match"),
		},
		"schemas": object{
			"ErrorBoard": object{"type": "object", "required": []string{"error", "code", "message", "request_id"},
				"properties": shared(object{"error": object{"const": true}, "code": text("Stable code to branch on")})},
			"ErrorOABP": object{"type": "object", "required": []string{"error", "message", "request_id"},
				"properties": shared(object{"error": text("Stable code to branch on")})},
			"Problem": object{"type": "object", "required": []string{"type", "title", "status", "detail"},
				"description": "RFC 9457, for those who accept application/problem+json",
				"properties": object{"type": text("The page of the code"), "title": text(""), "status": object{"type": "integer"},
					"detail": text(""), "instance": text("urn:oabp:request: and the request id")}},
		},
	}
}
