import { progressLine } from '../../../../n8n/install/install';

it.each([
	[10_000, 500, 1750, '  0:10  500 of 1750 packages, about 0:25 to go'],
	[90_000, 1000, 2000, '  1:30  1000 of 2000 packages, about 1:30 to go'],
	[5000, 174, 1750, '  0:05  174 of 1750 packages'],
	[5000, 175, 1750, '  0:05  175 of 1750 packages, about 0:45 to go'],
	[25_400, 1750, 1750, '  0:25  1750 of 1750 packages'],
])('after %d milliseconds, with %d of %d packages', (elapsed, there, all, line) => {
	expect(progressLine(elapsed, there, all)).toBe(line);
});
