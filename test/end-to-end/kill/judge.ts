import type { Aftermath } from './run-kills';

/** What was promised and not kept, a sentence each; empty when all is well. */
export function brokenPromises({ accepted, ended, written, told }: Aftermath): string[] {
	const broken: string[] = [];
	for (const { id, ref } of accepted) {
		const end = ended.get(id);
		const times = written.get(ref) ?? 0;
		const complain = (sentence: string) => broken.push(`${ref} (${id}): ${sentence}`);
		const answered = end?.state === 'response_received';
		if (!end) complain('it was accepted and is lost.');
		else if (!answered && end.code !== 'connection_error')
			complain(`it ended as ${end.state} with code ${end.code}.`);
		if (answered && times !== 1) complain(`it is answered and was written ${times} times.`);
		if (end?.webhook_state !== 'succeeded') complain(`its webhook is ${end?.webhook_state}.`);
		const words = new Set(told.get(id));
		if (words.size !== 1) complain(`its webhook told of ${[...words].join(' and ') || 'nothing'}.`);
		else if (words.has('completed') !== answered)
			complain(`its webhook told of ${[...words].join()}, but it ended as ${end?.state}.`);
	}
	for (const [ref, times] of written)
		if (ref.startsWith('K-') && times > 1) broken.push(`${ref}: it was written ${times} times.`);
	return broken;
}

/** The run in one line, for a person. */
export function summaryOf({ accepted, broken, ended, told }: Aftermath): string {
	const unknown = [...ended.values()].filter(({ code }) => code === 'connection_error').length;
	const deliveries = [...told.values()].flat().length;
	return `${accepted.length} requests accepted; ${accepted.length - unknown} answered, ${unknown} ended in connection_error; ${deliveries} deliveries accepted; ${broken} calls without an answer.`;
}
