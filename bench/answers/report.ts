import { circumstances } from '../support/circumstances';
import { met, table } from '../support/tables';
import type { MeasuredAnswers } from './measure';

const ASKED_FOR = 40;

/** What `docs/performance.md` says of reading answers. */
export function reportAnswers({
	records,
	xmlMegabytes,
	nodes,
	parserAlone,
	memory,
}: MeasuredAnswers): string {
	const yardstick = Math.min(ASKED_FOR, parserAlone);
	const ratio = nodes / yardstick;
	return [
		`${circumstances('answers')} ${records.toLocaleString('en')} records, ${xmlMegabytes.toFixed(1)} MB of XML.`,
		table(
			['goal', 'asked for', 'measured'],
			[
				[
					`XML to records, over ${ASKED_FOR} MB/s or the parser alone, whichever is less`,
					'at least 0.90',
					met(ratio, ratio >= 0.9),
				],
			],
		),
		table(
			['', 'XML to records', 'fast-xml-parser alone'],
			[['a second', `${nodes.toFixed(1)} MB`, `${parserAlone.toFixed(1)} MB`]],
		),
		table(
			['a page as it arrives', 'its size', 'its items in memory', 'over its size'],
			Object.entries(memory).map(([form, { body, added }]) => [
				form === 'both' ? 'XML and JSON, as sent' : `${form.toUpperCase()} alone`,
				`${body.toFixed(1)} MB`,
				`${added.toFixed(1)} MB`,
				(added / body).toFixed(2),
			]),
		),
	].join('\n\n');
}
