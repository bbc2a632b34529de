// Package browser has tests that play in a real browser what the bot shows in one: by
// pointer, by keyboard and without a script. They skip where there is no Chromium.
//
// It must never hold what can be tested without a browser, which is done beside the page.
package browser
