import type { IExecuteFunctions } from 'n8n-workflow';

import { type Job, showHints } from '../../../../../nodes/AccountingSync/execution/queueing/job';
import { hint } from '../../../../../nodes/shared/n8nInternals/asHtml';

function node() {
	const addExecutionHints = jest.fn<void, Parameters<IExecuteFunctions['addExecutionHints']>>();
	return { context: { addExecutionHints }, addExecutionHints };
}

test('A hint reads in the editor as it was written, whatever a company is called', () => {
	const { context, addExecutionHints } = node();
	hint(context, 'The desktop of <b>A&B</b> &amp; Sons is off.');
	hint(context, undefined);
	expect(addExecutionHints.mock.calls).toEqual([
		[
			{
				message: 'The desktop of &lt;b>A&B&lt;/b> &amp;amp; Sons is off.',
				location: 'outputPane',
				type: 'info',
			},
		],
	]);
});

test("So does what a request's check has found", () => {
	const { context, addExecutionHints } = node();
	showHints(context, [{ hints: ['Customer "<b>Ann</b>" is long.'] } as unknown as Job]);
	expect(addExecutionHints.mock.calls).toEqual([
		[
			{
				message: 'Customer "&lt;b>Ann&lt;/b>" is long.',
				location: 'outputPane',
				type: 'warning',
			},
		],
	]);
});
