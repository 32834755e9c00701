import { runTask, TIME_IS_UP } from '../../../build/run-task';

it('kills a program that is deaf to being ended, and says that its time was up', async () => {
	const deaf = ['sh', '-c', `trap '' TERM; exec sleep 1000`];
	const task = { does: 'does not listen', steps: [() => deaf] };
	const status = await runTask(task, [], { limit: 500, toTidyUp: 1 });
	expect(status).toBe(TIME_IS_UP);
});
