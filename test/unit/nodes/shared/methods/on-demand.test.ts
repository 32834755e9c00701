import { namesOf, onDemand } from '../../../../../nodes/shared/methods/onDemand';

const methods = {
	listSearch: {
		async greet(this: { name: string }, greeting: string) {
			return `${greeting}, ${this.name}`;
		},
	},
	loadOptions: {
		async fail(): Promise<string> {
			throw new Error('no');
		},
	},
};

describe('methods on demand', () => {
	it('have their names before anything is loaded', () => {
		const load = jest.fn(async () => methods);
		const known = onDemand(namesOf(methods), load);
		expect(namesOf(known)).toEqual({ listSearch: ['greet'], loadOptions: ['fail'] });
		expect(load).not.toHaveBeenCalled();
	});

	it('are called as n8n calls them', async () => {
		const { listSearch, loadOptions } = onDemand(namesOf(methods), async () => methods);
		await expect(listSearch.greet.call({ name: 'Ann' }, 'Hello')).resolves.toBe('Hello, Ann');
		await expect(loadOptions.fail()).rejects.toThrow('no');
	});
});
