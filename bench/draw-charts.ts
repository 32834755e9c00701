import { charts, drawCharts } from './charts';

// npm run generate -- charts: draws the charts of the pages from the tables that are there.

async function main(): Promise<void> {
	for (const page of new Set(charts.map((chart) => chart.page))) await drawCharts(page);
}

void main();
