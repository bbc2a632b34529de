// Command report runs all that BENCHMARKS.md quotes, on what stands in the working copy
// around it, and writes that file anew.
//
// The text of the file is report.md. Each line of its blocks of sh is a command that is run,
// and {NAME UNIT} in a table becomes the figure that one of them has printed in the format of
// Go's benchmarks, or the ratio of two. So a row is added by writing it there. The program
// measures nothing itself, and must never write a figure that it has not read in this run.
package main
