package evidence

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// parse reads a value: a JSON object that is bounded in every way.
func parse(raw json.RawMessage) (map[string]any, error) {
	if len(raw) > MaxValueBytes {
		return nil, fmt.Errorf("value has %d bytes, the most allowed is %d", len(raw), MaxValueBytes)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, errors.New("value must be an object")
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("value must be an object")
	}
	parts := 0
	return m, bounded(m, 1, &parts)
}

func bounded(v any, depth int, parts *int) error {
	if *parts++; *parts > MaxValueParts {
		return fmt.Errorf("value has more than %d members", MaxValueParts)
	}
	if depth > MaxValueDepth {
		return fmt.Errorf("value nests deeper than %d", MaxValueDepth)
	}
	switch v := v.(type) {
	case string:
		return boundedText(v, MaxText)
	case []any:
		for _, x := range v {
			if err := bounded(x, depth+1, parts); err != nil {
				return err
			}
		}
	case map[string]any:
		for k, x := range v {
			if err := boundedText(k, MaxFieldName); err != nil {
				return err
			}
			if err := bounded(x, depth+1, parts); err != nil {
				return err
			}
		}
	}
	return nil
}

func boundedText(s string, most int) error {
	switch {
	case length(s) > most:
		return fmt.Errorf("a text in value has more than %d characters", most)
	case strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) && r != '\t' && r != '\n' && r != '\r' }):
		return errors.New("a text in value has a control character")
	}
	return nil
}

// checkURL takes https only, with a host, without credentials, and nothing that
// one reader takes for another host than the next.
func checkURL(s string) error {
	bad := errors.New("value.url must be an https URL with a host and without a user name, such as https://example.com/a")
	const scheme = "https://"
	if len(s) < len(scheme) || !strings.EqualFold(s[:len(scheme)], scheme) {
		return bad
	}
	if strings.ContainsFunc(s, func(r rune) bool {
		return r == '\\' || r == '"' || r == '<' || r == '>' || unicode.IsSpace(r) || !unicode.IsGraphic(r)
	}) {
		return bad
	}
	host := s[len(scheme):]
	if k := strings.IndexAny(host, "/?#"); k >= 0 {
		host = host[:k]
	}
	if strings.Contains(host, "@") {
		return bad
	}
	name := host
	if k := strings.LastIndexByte(host, ':'); k >= 0 && !strings.HasSuffix(host, "]") {
		name = host[:k]
		if strings.Trim(host[k+1:], "0123456789") != "" {
			return bad
		}
	}
	if strings.Trim(name, ".-") == "" {
		return bad
	}
	return nil
}
