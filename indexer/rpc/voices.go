package rpc

import "context"

// Voice is an endpoint under its distinct name.
type Voice struct {
	Name string
	*Client
}

// Voices are the endpoints that may be heard on a question of state: the one in
// use, and behind it those that are recognized as of this chain and not isolated.
func (f *Failover) Voices(ctx context.Context) (out []Voice) {
	_, _ = f.current(ctx) // if none is usable, the one that was in use says why
	f.mu.Lock()
	pin := f.pin
	f.mu.Unlock()
	out = append(out, Voice{f.names[pin], f.cfg.Clients[pin]})
	for i, c := range f.cfg.Clients {
		if i != pin && f.sound(ctx, i) {
			out = append(out, Voice{f.names[i], c})
		}
	}
	return out
}
