// Package indexer follows the canonical chain and hands every block to a Sink.
package indexer
