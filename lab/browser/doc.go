// Package browser tests the bot's page in a real browser: by pointer, by touch, by keyboard and
// without scripts. Its tests skip if there is no Chromium.
//
// It must never hold a test that works without a browser. Such tests belong next to the page's code.
package browser
