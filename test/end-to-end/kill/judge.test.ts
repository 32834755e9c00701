import { brokenPromises } from './judge';
import type { Aftermath } from './run-kills';

const kept: Aftermath = {
	accepted: [{ id: 'a', ref: 'K-1' }],
	broken: 1,
	ended: new Map([['a', { state: 'response_received', webhook_state: 'succeeded' }]]),
	written: new Map([['K-1', 1]]),
	told: new Map([['a', ['completed', 'completed']]]),
};

describe('the judgement of a run of kills', () => {
	it('finds nothing where every promise was kept', () => {
		expect(brokenPromises(kept)).toEqual([]);
		const unknown = { state: 'error', webhook_state: 'succeeded', code: 'connection_error' };
		const ended = new Map([['a', unknown]]);
		for (const times of [0, 1]) {
			const written = new Map([['K-1', times]]);
			expect(
				brokenPromises({ ...kept, ended, written, told: new Map([['a', ['error']]]) }),
			).toEqual([]);
		}
	});

	it.each<[string, Partial<Aftermath>, RegExp]>([
		['a lost request', { ended: new Map() }, /is lost/],
		['one written twice', { written: new Map([['K-1', 2]]) }, /written 2 times/],
		[
			'one that nobody accepted, written twice',
			{
				written: new Map([
					['K-1', 1],
					['K-2', 2],
				]),
			},
			/K-2.*2 times/,
		],
		['an answer to what was never written', { written: new Map() }, /written 0 times/],
		['a delivery that was not made', { told: new Map() }, /told of nothing/],
		['a delivery of another end', { told: new Map([['a', ['error']]]) }, /told of error/],
		[
			'an error that no kill explains',
			{ ended: new Map([['a', { state: 'error', webhook_state: 'succeeded', code: '3140' }]]) },
			/code 3140/,
		],
	])('finds %s', (_case, changes, sentence) => {
		expect(brokenPromises({ ...kept, ...changes }).join('\n')).toMatch(sentence);
	});
});
