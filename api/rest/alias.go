package rest

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

// alias adds the routes of the aliases. One that leads to what is not served, or
// stands before what is, is a mistake of the caller.
func (s *server) alias() error {
	for _, a := range s.Aliases {
		if !a.Apt(s.paths) {
			return fmt.Errorf("alias of %s for %s: leads nowhere, or hides what is served", a.From, a.To)
		}
		status := a.Status
		if status == 0 {
			status = http.StatusPermanentRedirect
		}
		h := func(c echo.Context) error {
			r := c.Request()
			to := a.To + strings.TrimPrefix(r.URL.EscapedPath(), a.From)
			if r.URL.RawQuery != "" {
				to += "?" + r.URL.RawQuery
			}
			c.Response().Header().Set("Cache-Control", "public, max-age=86400")
			return c.Redirect(status, to)
		}
		s.echo.Any(a.From, h)
		s.echo.Any(a.From+"/*", h)
	}
	return nil
}
