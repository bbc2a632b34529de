// Command report runs the benchmarks that BENCHMARKS.md quotes, on the surrounding working copy, and
// rewrites that file.
//
// The file's text is report.md. The program runs each line of its sh blocks as a command. In tables,
// it replaces {NAME UNIT} with the figure that a command printed in Go's benchmark format, or with the
// ratio of two. To add a row, write it there. The program measures nothing itself. It must never write
// a figure that it has not read in this run.
package main
