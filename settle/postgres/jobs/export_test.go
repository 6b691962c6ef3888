package jobs

// SQLByIndex and SQLMatches are how an event finds its webhooks.
const (
	SQLByIndex = sqlByIndex
	SQLMatches = sqlMatches
)

// RetryAfter reads the header.
var RetryAfter = retryAfter
