// Package attest is one of the k attesters of an AttestationOracle: it reads a
// mission from the chain, checks the submissions it is shown against the
// mission's rule, and signs which one wins; and it puts the words of several
// attesters together for the contract.
//
// It runs in a process of its own, with a key of its own. The daemon has no
// part in it: it neither starts it nor is believed by it.
//
// # Guarantees
//
//   - Signed is only what the chain says at the confirmation depth, at every
//     endpoint that was given, and what the content with the submitted hash
//     says: its bytes must hash to the hash on the chain, and the rule to the
//     terms' param, if they have one.
//   - In a first_valid_match nobody is passed over silently: every entry of
//     another agent with a lower position that could be awarded must be shown to
//     be invalid by its content, or be named by the operator.
//   - Not signed is what the contract would refuse from this signer: another
//     resolver, no attester, a signer who is poster, agent or payee, a tranche
//     that is done or pending, a time that is over, a split that does not hash.
//   - Two attesters who see the same sign the same finding, without talking to
//     each other: the default deadline is the mission's own.
//   - Combine gives calldata only for words that agree, are enough, and that the
//     deployed contract takes in a simulated call. It needs no key.
package attest
