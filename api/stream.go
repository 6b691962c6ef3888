package api

import (
	"log/slog"
	"net/http"
	"strconv"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/api/stream"
	"github.com/oabp/oabpd/settle"
)

// Stream is the stream behind GET /events, for a server at an origin. info says who
// asks.
func Stream(core Core, origin string, run *op.Runner, info func(*http.Request) op.Info, log *slog.Logger, change ...func(*stream.Options)) *stream.Server {
	o := stream.Options{Source: core, Filter: eventFilter, Place: eventPlace, Log: log,
		Event:   func(e settle.PublicEvent) any { return Event(origin, e) },
		Network: func(r *http.Request) string { return info(r).Network() },
		Refuse: func(w http.ResponseWriter, r *http.Request, err error) {
			e, _ := op.Expose(err)
			rep := run.Refusal(op.OABP, e, info(r).RequestID, false)
			for k, v := range rep.Header {
				w.Header()[k] = v
			}
			w.Header().Set("Content-Type", rep.MediaType)
			w.Header().Set("Content-Length", strconv.Itoa(len(rep.Body)))
			w.WriteHeader(rep.Status)
			_, _ = w.Write(rep.Body) // a client that left is not our error
		}}
	for _, f := range change {
		f(&o)
	}
	return stream.New(o)
}
