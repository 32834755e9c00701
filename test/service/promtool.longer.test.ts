import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { service, stopServices } from './support/service';

// What Prometheus says, whose package has to be installed.

const folder = path.join(__dirname, '../../deploy/monitoring');

const promtool = (words: readonly string[], input = ''): string =>
	execFileSync('promtool', words, { cwd: folder, input, encoding: 'utf8' });

afterAll(stopServices);

it('finds no fault in the metrics', async () => {
	const running = await service({ metricsPort: 0 });
	const { call } = await running.connect();
	await call('GET', '/customers');
	const metrics = await (await fetch(running.metricsUrl)).text();
	expect(metrics).toContain('accounting_sync_requests_waiting');
	expect(promtool(['check', 'metrics'], metrics)).toBe('');
});

it('accepts the rules and the configuration', () => {
	const rules = readFileSync(path.join(folder, 'alerts.yaml'), 'utf8').match(/^\s*- alert:/gm);
	const checked = promtool(['check', 'config', 'prometheus.yml']);
	expect(checked).toContain(`${rules?.length} rules found`);
});
