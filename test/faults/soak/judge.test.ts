import { growthOf, judge, type Series } from './judge';

const series = (...amounts: number[]): Series =>
	amounts.map((amount, place) => [place * 1000, amount]);
const heap = { name: 'heap', unit: 'MiB', mayGrow: 2 } as const;

describe('the judgement of a soak', () => {
	it('sees a steady growth through the noise', () => {
		const noisy = series(...Array.from({ length: 30 }, (_, place) => place + (place % 3) * 4));
		expect(growthOf(noisy)).toBeCloseTo(29, -1);
		expect(judge(heap, noisy).isFine).toBe(false);
	});

	it.each([
		['noise', series(5, 9, 5, 9, 5, 9, 5, 9, 5, 9, 5, 9)],
		['one outlier at the end', series(5, 5, 5, 5, 5, 5, 5, 5, 5, 50)],
		['a warm-up', series(1, 10, 20, 20, 20, 20, 20, 20, 20, 20)],
		['a fall', series(20, 19, 18, 17, 16, 15, 14, 13)],
	])('takes %s for none', (_what, samples) => {
		expect(judge(heap, samples).isFine).toBe(true);
	});

	it('holds what fills up to its bound against it', () => {
		const marks = { name: 'static data', unit: 'KiB', mayReach: 40 } as const;
		expect(judge(marks, series(0, 10, 20, 30, 39, 39)).isFine).toBe(true);
		expect(judge(marks, series(0, 10, 20, 30, 39, 41)).isFine).toBe(false);
	});

	it('does not judge by next to nothing', () => {
		expect(() => judge(heap, series(1, 2, 3))).toThrow(RangeError);
	});
});
