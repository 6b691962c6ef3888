package api_test

import (
	"testing"

	"github.com/oabp/oabpd/api"
)

func TestTableIsWhole(t *testing.T) {
	table := api.Table(nil, api.Config{PublicURL: "http://127.0.0.1:8080"})
	for _, gap := range table.Gaps() {
		t.Error(gap)
	}
}
