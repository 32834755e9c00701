import type { ServiceWithDesktops } from './desktops';

/** Makes a desktop disappear while it has a request, so that nobody knows whether that was carried out. */
type Die = (connectionId: string, times?: number, request?: string) => void;

const unanswered = (request: string, times: number) =>
	({ fault: 'unanswered', silent: false, times, request }) as const;

/** The ways in which the desktops of a service disappear: after they have carried requests out, and before. */
export function dyingDesktops(service: ServiceWithDesktops): { dieAfter: Die; dieBefore: Die } {
	return {
		dieAfter(connectionId, times = 1, request = 'InvoiceAddRq') {
			service.faults(connectionId).add(unanswered(request, times));
		},
		dieBefore(connectionId, times = 1, request = 'InvoiceAddRq') {
			const faults = service.faults(connectionId);
			const { forbidden } = service.company(connectionId);
			const { take } = faults;
			let left = times;
			faults.add(unanswered(request, times));
			faults.take = (name, asked) => {
				const taken = take(name, asked);
				if (taken && name === 'unanswered') {
					// What is refused leaves no trace, and nobody sees the refusal.
					forbidden.push(request);
					queueMicrotask(() => forbidden.pop());
					left -= 1;
					if (left === 0) faults.take = take;
				}
				return taken;
			};
		},
	};
}
