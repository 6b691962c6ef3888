// Package jobs runs what the daemon does beside requests and blocks, as jobs of
// River in the database: they are enqueued in the transaction that makes them due,
// worked by any daemon of the database, and tried again on a schedule.
//
// # Guarantees
//
//   - A job is worked at least once after its transaction has committed, also when
//     the process that works it dies between any two steps; what a job does must
//     bear to be done twice.
//   - Any number of daemons may run on one database: each job is worked by one at a
//     time, and what one alone must do is done by River's leader, which they elect
//     in the database.
//   - Nothing needs a session: no LISTEN, no advisory locks, no prepared statements
//     where the URL says so. So it works behind a pooler in transaction mode; the
//     price is that a job waits up to the poll interval.
//   - Jobs have connections of their own: the API costs them none, nor they the API.
//   - Webhooks: deliveries are made of the journal behind a cursor, and enqueued in the
//     transaction that moves it. So no event is lost or enqueued twice, whatever dies
//     between any two steps; nothing is enqueued by whoever changes the state, whose
//     transaction then need not know of subscriptions; and no reorg makes an event,
//     since facts are of blocks that reached their depth. Delivery is at least once,
//     with the same webhook-id at each attempt.
//   - Nothing but a challenge is sent to an address before it has answered it. Its URL
//     and its keys are sealed, and nothing of them, or of what it answers, is in a job,
//     a log or the log of deliveries.
//   - What an event costs grows with the webhooks that match it, not with all.
//   - Stopping waits for jobs in hand, a bounded time; those that are cut off are
//     worked again.
package jobs
