import { lazySandboxes } from '../../../n8n/stack/lazy-sandboxes';
import type * as start from '../../../n8n/stack/start';

/** Every n8n that the test file starts sets its sandboxes up lazily: for files that are imported after this one. */
jest.mock('../../../n8n/stack/start', () => {
	const actual = jest.requireActual<typeof start>('../../../n8n/stack/start');
	const startStack = async ({ n8n, ...options }: start.StackOptions = {}) =>
		await actual.startStack({
			...options,
			n8n: { ...n8n, env: { ...n8n?.env, ...lazySandboxes } },
		});
	return { ...actual, startStack };
});
