//go:build tools

// Package tools holds the k6 that the harness builds when nothing else provides one.
// For another version: change it in go.mod, then run "go mod tidy" in this folder.
package tools

import _ "go.k6.io/k6/v2"
