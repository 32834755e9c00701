import type { Fault, FaultName } from './fault-schema';

type FaultOf<Name extends FaultName> = Extract<Fault, { fault: Name }>;

/** The pending faults of a desktop. */
export interface Faults {
	/** Adds a fault. Faults of one kind happen in the order in which they were added. */
	add: (fault: Fault) => void;
	/** The pending faults. `times` counts down, and so do the seconds of `offline`. */
	list: () => Fault[];
	clear: () => void;
	/**
	 * Takes the first fault of a kind that applies to a request, and counts it down.
	 * @param request the name of the request's element
	 */
	take: <Name extends Exclude<FaultName, 'offline'>>(
		name: Name,
		request?: string,
	) => FaultOf<Name> | undefined;
	isOffline: () => boolean;
}

interface Pending {
	fault: Fault;
	left: number;
	since: number;
}

const secondsLeft = ({ fault, since }: Pending): number =>
	fault.fault === 'offline' ? fault.seconds - (Date.now() - since) / 1000 : Infinity;

/** Creates an empty list of faults. */
export function createFaults(): Faults {
	let entries: Pending[] = [];

	const pending = (): Pending[] => {
		entries = entries.filter((entry) => entry.left > 0 && secondsLeft(entry) > 0);
		return entries;
	};

	return {
		add: (fault) => {
			const left = 'times' in fault ? fault.times : 1;
			entries.push({ fault, left, since: Date.now() });
		},
		list: () =>
			pending().map((entry) =>
				entry.fault.fault === 'offline'
					? { ...entry.fault, seconds: Math.ceil(secondsLeft(entry)) }
					: { ...entry.fault, times: entry.left },
			),
		clear: () => {
			entries = [];
		},
		take: <Name extends FaultName>(name: Name, request?: string) => {
			const found = pending().find(
				({ fault }) =>
					fault.fault === name &&
					(!('request' in fault) || fault.request === undefined || fault.request === request),
			);
			if (found === undefined) return undefined;
			found.left -= 1;
			return found.fault as FaultOf<Name>;
		},
		isOffline: () => pending().some(({ fault }) => fault.fault === 'offline'),
	};
}
