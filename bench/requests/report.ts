import { circumstances } from '../support/circumstances';
import { met, table } from '../support/tables';
import type { MeasuredRequests } from './measure';

const ASKED_FOR = 100;

const shown = (milliseconds: number): string => `${milliseconds.toFixed(0)} ms`;

/** What `docs/performance.md` says of checking requests. */
export function reportRequests({
	xmlMegabytes,
	lines,
	facts,
	first,
	reading,
	checking,
}: MeasuredRequests): string {
	const time = reading + checking;
	return [
		`${circumstances('requests')} An invoice of ${lines.toLocaleString('en')} lines, ${xmlMegabytes.toFixed(1)} MB of XML.`,
		table(
			['goal', 'asked for', 'measured'],
			[
				[
					'a megabyte of qbXML is checked',
					`in less than ${ASKED_FOR} ms`,
					met(time, time < ASKED_FOR),
				],
			],
		),
		table(
			['', 'reading the XML', 'checking it', 'both'],
			[
				['median of 25', shown(reading), shown(checking), shown(time)],
				['the first of a process', '', '', shown(first)],
			],
		),
		`Reading the facts takes ${shown(facts)}, once per process, when the first request is checked.`,
	].join('\n\n');
}
