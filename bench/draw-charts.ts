import { charts, drawCharts } from './charts';

// npm run generate -- charts: draws the charts of the pages from the tables that are there.

async function main(): Promise<void> {
	for (const page of new Set(charts.map((chart) => chart.page))) await drawCharts(page);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
