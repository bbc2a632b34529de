// Package arch holds the tests that keep the shape of the project: which package may import which, and
// the style of every file. The rules are tables of data. Each row has its reason, which a failure
// prints.
//
// To change the shape, change a table and explain why in the same commit. The package must never hold
// anything except these tests, and no package imports it.
package arch
