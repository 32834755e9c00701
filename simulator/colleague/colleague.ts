import { InvalidXml } from '../../xml/invalid-xml';
import { readXml, type XmlElement } from '../../xml/read-xml';
import { createRandom, type Random } from '../company/random';
import type { Company } from '../company/types';
import type { RecordContent } from '../company/value-types';
import {
	type ChangeableKind,
	changeableKinds,
	requestFor,
	type Spot,
	spotsIn,
	textAt,
} from './changeable';
import type { ColleagueSettings } from './colleague-schema';
import { editCompany } from './edit-company';

/** What the colleague has changed. */
interface ColleagueChange {
	/** Such as Customer or Invoice. */
	kind: string;
	/** ListID or TxnID. */
	id: string;
	/** TxnLineID, in a line. */
	line?: string;
	/** The path of the field, in the record or in the line. */
	field: string;
	before?: string;
	after: string;
}

/** Somebody who works in the same company file, and changes something now and then. */
export interface Colleague {
	/** Lets the colleague begin, with nothing written down. */
	start: (settings: ColleagueSettings) => void;
	/** Sends the colleague home. What has been written down stays. */
	stop: () => void;
	/** Is called before the desktop carries out a request, and changes something if it is time. */
	beforeRequest: (company: Company, requestXml: string) => void;
	/** All that has been changed, oldest first. */
	changes: () => ColleagueChange[];
	/** Those of the changes that nobody made again later and that are not in the company file any more. */
	lost: (company: Company) => Array<ColleagueChange & { now?: string }>;
}

interface Pick {
	kind: ChangeableKind;
	record: RecordContent;
}

/** How often a colleague looks for something else when a change is refused, as in closed books. */
const MOST_TRIES = 20;

function identifiersIn(element: XmlElement): string[] {
	const own = ['ListID', 'TxnID'].includes(element.name) ? [element.text] : [];
	return [...own, ...element.children.flatMap(identifiersIn)];
}

/** The records that a request names. */
function namedIn(company: Company, requestXml: string, kinds: readonly ChangeableKind[]): Pick[] {
	try {
		return identifiersIn(readXml(requestXml).root).flatMap((id) =>
			kinds.flatMap((kind) => {
				const record = kind.find(company, id);
				return record ? [{ kind, record }] : [];
			}),
		);
	} catch (error) {
		if (error instanceof InvalidXml) return [];
		throw error;
	}
}

function anyRecord(
	company: Company,
	random: Random,
	kinds: readonly ChangeableKind[],
): Pick | undefined {
	const filled = kinds.filter(({ recordsIn }) => recordsIn(company).length > 0);
	if (filled.length === 0) return undefined;
	const kind = random.pick(filled);
	return { kind, record: random.pick(kind.recordsIn(company)) };
}

interface Work {
	settings: ColleagueSettings;
	random: Random;
	requests: number;
}

const sameSpot = (one: Spot, other: Spot): boolean =>
	one.id === other.id && one.line === other.line && one.field === other.field;

/** A colleague who is not there yet. */
export function createColleague(): Colleague {
	let work: Work | undefined;
	let made: Array<{ spot: Spot; before?: string; after: string }> = [];

	const describe = ({ spot, before, after }: (typeof made)[number]): ColleagueChange => ({
		kind: spot.kind.name,
		id: spot.id,
		...(spot.line !== undefined && { line: spot.line }),
		field: spot.field,
		...(before !== undefined && { before }),
		after,
	});

	const tryChange = ({ settings, random }: Work, company: Company, requestXml: string): boolean => {
		const { kinds: names, fields, same_record_percent: percent } = settings;
		const kinds = changeableKinds.filter(({ name }) => names === undefined || names.includes(name));
		const named = random.chance(percent) ? namedIn(company, requestXml, kinds) : [];
		const picked = named.length > 0 ? random.pick(named) : anyRecord(company, random, kinds);
		if (picked === undefined) return false;
		const spots = spotsIn(picked.kind, picked.record).filter(
			({ field }) => fields === undefined || fields.includes(field),
		);
		if (spots.length === 0) return false;
		const spot = random.pick(spots);
		const before = textAt(company, spot);
		const after = `Colleague ${made.length + 1}`;
		editCompany(company, requestFor(spot, picked.record, after));
		if (textAt(company, spot) !== after) return false;
		made.push({ spot, before, after });
		return true;
	};

	return {
		start: (settings) => {
			work = { settings, random: createRandom(settings.seed), requests: 0 };
			made = [];
		},
		stop: () => {
			work = undefined;
		},
		beforeRequest: (company, requestXml) => {
			if (work === undefined) return;
			work.requests += 1;
			if (work.requests % work.settings.every_requests !== 0) return;
			for (let tries = 0; tries < MOST_TRIES; tries += 1) {
				if (tryChange(work, company, requestXml)) return;
			}
		},
		changes: () => made.map(describe),
		lost: (company) =>
			made
				.filter(
					({ spot }, index) => !made.slice(index + 1).some((later) => sameSpot(later.spot, spot)),
				)
				.flatMap((change) => {
					const now = textAt(company, change.spot);
					if (now === change.after) return [];
					return [{ ...describe(change), ...(now !== undefined && { now }) }];
				}),
	};
}
