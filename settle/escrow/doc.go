// Package escrow knows the rules of the escrow contract (OabpEscrow) before a
// transaction is sent: which terms can be posted, which splits can be paid,
// what a mission's fees and default times are, what its specification hashes
// to, and the rule that attesters check its submissions by.
//
// # Guarantees
//
//   - Pure: the standard library and settle's leaves.
//   - Check refuses exactly the terms that the contract's post refuses at the
//     same second, for the first reason that the contract names: the code is
//     the contract's error in snake case, and the details are its arguments.
//     CheckSplit does the same for the split of an award. A test asks the
//     deployed contract about the same terms.
//   - New makes terms whose tranches and fees pass Check; what else it refuses
//     is the caller's choice of times, resolver or appeal.
//   - A Spec and a MatchRule have one encoding each (RFC 8785), so their hashes
//     can be checked by anybody who has the bytes. No expression makes a
//     MatchRule take more than linear time (RE2), and of those that this server
//     applies itself the program and the content are bounded.
//   - What is said of a call (Check…, Calls) is what the contract answers to it at
//     the newest indexed block, under the name of its error; the deployed contract
//     is asked in the end-to-end tests.
package escrow
