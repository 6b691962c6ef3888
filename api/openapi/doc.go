// Package openapi writes the OpenAPI 3.1 document of an operation table.
//
// # Guarantees
//
//   - The document says what is served: it is made from the declarations that
//     the routes are made from, and openapitest checks live answers against it.
//   - Equal tables give equal bytes, so that a golden file shows every change.
//   - Every code that an operation can answer is listed at its status, in the
//     dialect of the path.
package openapi
