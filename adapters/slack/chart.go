package slack

import (
	"strconv"

	slackapi "github.com/slack-go/slack"

	"othellobot/chat"
)

// Limits of a chart, https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block.
const (
	maxChartTitle = 50 // characters of a title or an axis label
	maxSeries     = 20 // characters of a series' name
	maxPoints     = 20
	chartStep     = 3 // moves from one point to the next; the 60 moves of a game then fit
)

// chart returns a block with a chart of every third value and the last one.
func chart(c *chat.Chart) slackapi.Block {
	var names []string
	var points []slackapi.DataVisualizationDataPoint
	add := func(move int) {
		names = append(names, strconv.Itoa(move))
		points = append(points, slackapi.NewDataVisualizationDataPoint(strconv.Itoa(move), float64(c.Values[move])))
	}
	last := len(c.Values) - 1
	for move := chartStep; move < last && len(points) < maxPoints-1; move += chartStep {
		add(move)
	}
	add(last)
	axis := slackapi.NewDataVisualizationAxisConfig(names...).WithXLabel(shorten(c.Axis, maxChartTitle))
	line := slackapi.NewDataVisualizationLineChart(axis, slackapi.NewDataVisualizationDataSeries(shorten(c.Series, maxSeries), points...))
	return slackapi.NewDataVisualizationBlock(shorten(c.Title, maxChartTitle), line)
}
