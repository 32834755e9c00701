/** Everything but the date itself goes on as ever. */
const left = [
	'hrtime',
	'nextTick',
	'performance',
	'queueMicrotask',
	'setImmediate',
	'clearImmediate',
	'setInterval',
	'clearInterval',
	'setTimeout',
	'clearTimeout',
] as const;

/** A date that a test moves, and that also goes by itself. */
export function useMovableClock(start: string) {
	beforeEach(() => {
		jest.useFakeTimers({ now: new Date(start), advanceTimers: true, doNotFake: [...left] });
	});
	afterEach(() => {
		jest.useRealTimers();
	});
	return {
		/** Jumps to a moment. */
		at(moment: string) {
			jest.setSystemTime(new Date(moment));
		},
	};
}
