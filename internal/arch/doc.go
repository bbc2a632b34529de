// Package arch holds the tests that keep the shape of the project: which
// package may import which, and the habits of every file. The tables of rules
// are data, each with its reason, which a broken rule prints.
//
// To change the shape, change a table and say why in the same commit. The
// package must never hold anything but these tests, and nothing imports it.
package arch
