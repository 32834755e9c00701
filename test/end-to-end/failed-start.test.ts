import { Cleanup } from '../../n8n/processes/cleanup';
import { sideBySide } from '../../n8n/processes/side-by-side';
import { startStack } from '../../n8n/stack/start';
import { START_TIMEOUT_MILLISECONDS } from '../support/use-stack';

/** Knows how much there was to undo, and how much of it has been undone. */
class CountedCleanup extends Cleanup {
	added = 0;

	undone = 0;

	override add(step: () => unknown): void {
		this.added += 1;
		super.add(async () => {
			await step();
			this.undone += 1;
		});
	}
}

const { PACKAGE_TARBALL } = process.env;

afterEach(() => {
	if (PACKAGE_TARBALL === undefined) delete process.env.PACKAGE_TARBALL;
	else process.env.PACKAGE_TARBALL = PACKAGE_TARBALL;
});

test(
	'a start that fails half way undoes all it has done',
	async () => {
		process.env.PACKAGE_TARBALL = '/nowhere/package.tgz';
		const cleanup = new CountedCleanup();
		const failing = startStack({ service: { ownProcess: {} } }, cleanup);
		await expect(failing).rejects.toThrow('/nowhere/package.tgz');
		// At least its folder and the service's process.
		expect(cleanup.added).toBeGreaterThanOrEqual(2);
		expect(cleanup.undone).toBe(cleanup.added);
	},
	START_TIMEOUT_MILLISECONDS,
);

test('work side by side is waited for although some of it has failed', async () => {
	let isDone = false;
	const slow = new Promise<void>((resolve) => setTimeout(resolve, 50)).then(() => {
		isDone = true;
	});
	await expect(sideBySide(Promise.reject(new Error('Early.')), slow)).rejects.toThrow('Early.');
	expect(isDone).toBe(true);
});
