import { setPauses } from '../../engine/support/pauses';

/** How many times as fast the pauses of the nodes pass, and the time of day. */
const speed = { pauses: 40, clock: 4 };

setPauses(speed.pauses);

const begun = Date.now();
const now = Date.now.bind(Date);
jest.spyOn(Date, 'now').mockImplementation(() => begun + (now() - begun) * speed.clock);
