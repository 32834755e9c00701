import type { Fault, FaultName } from './fault';

type FaultOf<Name extends FaultName> = Extract<Fault, { fault: Name }>;

/** The faults that a desktop is still to have. */
export interface Faults {
	/** Adds a fault; of several of a kind, the one added first has its turn first. */
	add: (fault: Fault) => void;
	/** What is still to come: `times` counts down, and so do the seconds of `offline`. */
	list: () => Fault[];
	clear: () => void;
	/**
	 * Takes the first fault of a kind that is meant for a request, and counts it down.
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

/** Makes a list without faults. */
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
