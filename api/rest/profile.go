package rest

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/oabp/oabpd/api/op"
)

// byProfile serves those who ask for the profile of one of the entries by that one,
// and everybody else by h.
func (s *server) byProfile(h echo.HandlerFunc, entries []*op.Entry) echo.HandlerFunc {
	handlers := make([]echo.HandlerFunc, len(entries))
	for k, e := range entries {
		handlers[k] = s.handler(e)
	}
	return func(c echo.Context) error {
		head := c.Response().Header()
		head.Set("Vary", "Accept-Profile")
		for k, e := range entries {
			if asksFor(c.Request(), e.Route.Profile) {
				head.Set("Content-Profile", "<"+e.Route.Profile+">")
				return handlers[k](c)
			}
		}
		return h(c)
	}
}

// asksFor says whether a request names a profile: in ?dialect= by its short name, or
// in Accept-Profile, where q=0 is a refusal.
func asksFor(r *http.Request, profile string) bool {
	if strings.EqualFold(r.URL.Query().Get("dialect"), op.ProfileName(profile)) {
		return true
	}
	for _, v := range r.Header.Values("Accept-Profile") {
		for part := range strings.SplitSeq(v, ",") {
			uri, params, _ := strings.Cut(part, ";")
			if strings.Trim(strings.TrimSpace(uri), "<>") == profile && strings.ReplaceAll(params, " ", "") != "q=0" {
				return true
			}
		}
	}
	return false
}
