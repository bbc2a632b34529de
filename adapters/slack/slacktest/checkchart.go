package slacktest

import (
	"fmt"
	"slices"
)

// What a chart may hold,
// https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block.
const (
	maxCharts     = 2 // in a message
	maxChartTitle = 50
	maxChartLabel = 20
	maxPoints     = 20
	maxSeries     = 6
)

// chart holds a chart against what Slack takes.
func (p *problems) chart(where string, b block) {
	p.length(where+".title", b.Title, 1, maxChartTitle)
	if b.Chart == nil || b.Chart.Type != "line" {
		p.add("%s.chart: is no chart that the fake knows", where)
		return
	}
	where += ".chart"
	axis := b.Chart.Axis
	p.length(where+".axis_config.x_label", axis.XLabel, 0, maxChartTitle)
	p.length(where+".axis_config.y_label", axis.YLabel, 0, maxChartTitle)
	for i, name := range axis.Categories {
		p.length(fmt.Sprintf("%s.axis_config.categories[%d]", where, i), name, 1, maxChartLabel)
		p.need(!slices.Contains(axis.Categories[:i], name), "%s.axis_config.categories: %q is there twice", where, name)
	}
	p.need(len(b.Chart.Series) > 0 && len(b.Chart.Series) <= maxSeries, "%s.series: there are %d", where, len(b.Chart.Series))
	for i, s := range b.Chart.Series {
		at := fmt.Sprintf("%s.series[%d]", where, i)
		p.length(at+".name", s.Name, 1, maxChartLabel)
		p.need(len(s.Data) > 0 && len(s.Data) <= maxPoints, "%s.data: there are %d points", at, len(s.Data))
		p.need(len(s.Data) == len(axis.Categories), "%s.data: there are %d points for %d categories", at, len(s.Data), len(axis.Categories))
		for n, point := range s.Data {
			p.need(slices.Contains(axis.Categories, point.Label), "%s.data[%d].label: %q is no category", at, n, point.Label)
		}
	}
}
