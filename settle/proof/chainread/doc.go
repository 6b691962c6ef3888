// Package chainread reads an Ethereum JSON-RPC endpoint for the verification of
// receipts.
//
// # Guarantees
//
//   - Bounded: every call has a time limit, every answer a size limit, and no
//     redirect is followed.
//   - Credentials in an endpoint's URL appear in no name and no error.
//   - What an endpoint says is checked for form, never for truth: the caller
//     weighs several endpoints.
package chainread
