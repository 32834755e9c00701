import './support/fast-time';

import { resumeWhenTimeIsUp } from '../engine/harness';
import { at } from './support/place';
import { changedIds, itemsOfUpdate, updateForm } from './support/updates';
import { judgeUpdates } from './support/verdict';

test('n8n runs an execution again from where it slept, at a service that honours no keys', async () => {
	const verdict = await at({}, async (place) => {
		const { service, connectionId } = place;
		service.desktop.turnOff();
		const host = await place.host('invoice.update', { ...updateForm, result: 'waitSuspended' });
		const sleeping = await host.start(itemsOfUpdate(changedIds(place))).finished;
		expect(sleeping.status).toBe('waiting');
		await service.desktop.run();
		// It goes on and queues the changes. Then it is as if the process had died.
		await resumeWhenTimeIsUp(sleeping);
		let run = await resumeWhenTimeIsUp(sleeping);
		while (run.status === 'waiting') {
			await service.desktop.run();
			run = await resumeWhenTimeIsUp(run);
		}
		return judgeUpdates(service, connectionId, run, changedIds(place));
	});
	expect(verdict).toEqual({ is: 'whole' });
});
