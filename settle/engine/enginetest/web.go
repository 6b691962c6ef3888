package enginetest

import (
	"context"
	"errors"
	"strings"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
)

// Page is what a URL of the model's web gives: content, or a refusal for good.
type Page struct {
	Status int
	Body   string
	Final  settle.CheckReason
}

// Web is what strangers' URLs name; a URL that is not there does not answer.
type Web struct {
	Pages map[string]Page
	// Asked are the URLs of all requests, in order.
	Asked []string
	// Silent: nobody answers. No is what predicates of Machine say.
	Silent, No bool
	// OnAsk, if set, runs before an answer is given.
	OnAsk func()
}

// judge is the predicate of Machine.
const judge = "https://any.example/judge"

var errSilent = errors.New("no answer")

func (w *Web) get(url string) (Page, error) {
	w.Asked = append(w.Asked, url)
	if w.OnAsk != nil {
		w.OnAsk()
	}
	p, ok := w.Pages[url]
	switch {
	case w.Silent:
		return p, errSilent
	case strings.HasPrefix(url, judge):
		if w.No {
			return Page{Status: 404}, nil
		}
		return Page{Status: 200, Body: "{}"}, nil
	case p.Final != "":
		return p, &engine.Final{Reason: p.Final}
	case !ok:
		return p, errSilent
	}
	return p, nil
}

// Admits implements engine.Outside.
func (w *Web) Admits(uri string) error {
	if strings.HasPrefix(uri, "ftp:") {
		return errors.New("its scheme is not https")
	}
	return nil
}

// Fetch implements engine.Outside.
func (w *Web) Fetch(_ context.Context, uri string) (engine.Content, error) {
	p, err := w.get(uri)
	scheme, rest, _ := strings.Cut(uri, "://")
	host, _, _ := strings.Cut(rest, "/")
	return engine.Content{Bytes: []byte(p.Body), Scheme: scheme, Endpoint: host}, err
}

// Ask implements engine.Outside.
func (w *Web) Ask(_ context.Context, url string) (engine.Reply, error) {
	p, err := w.get(url)
	return engine.Reply{Status: p.Status, Body: []byte(p.Body), Host: "judge.example"}, err
}

// Oracles answer by calldata; one that is not there cannot be asked.
type Oracles map[string]bool

// Decided implements engine.OracleReader: at the newest block.
func (w *World) Decided(_ context.Context, _ settle.Address, calldata []byte) (bool, settle.Answered, error) {
	yes, ok := w.Oracles[string(calldata)]
	if !ok {
		return false, settle.Answered{}, errSilent
	}
	return yes, settle.Answered{By: "one, two", Block: w.Chain.Tip().BlockRef, Hash: settle.Keccak256(calldata)}, nil
}

// WorkChecks works on what is due, until nothing is.
func (w *World) WorkChecks() {
	w.T.Helper()
	for {
		worked, err := w.Engine.WorkCheck(w.Ctx)
		w.must(err, "working on a check")
		if !worked {
			return
		}
	}
}
