import { growthOf } from '../support/memory';
import type { Road, Setting } from '../support/setting';
import type { Contestant } from './contestants';
import { runOnce } from './rates';

/** By how many megabytes n8n grows over a contestant's writes. */
export async function memoryOf(
	setting: Setting,
	road: Road,
	contestant: Contestant,
	items: number,
): Promise<number> {
	const write = async (count: number) =>
		void (await runOnce(setting, road, contestant, 'writes', count));
	return await growthOf(
		setting,
		async () => await write(1),
		async () => await write(items),
	);
}
