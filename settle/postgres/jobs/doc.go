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
//   - Stopping waits for jobs in hand, a bounded time; those that are cut off are
//     worked again.
package jobs
