import type { Messages } from '../facts/facts';
import { FormError } from '../form/formError';
import { hintOfLost, textIn } from './characters';
import { checkRequest, type Problem } from './checkRequest';
import type { Desktop } from './desktop';
import { placeIn } from './readXml';
import type { RequestElement } from './requestXml';
import { isForeignVersion, isTooNew, isVersion } from './versions';

const MOST_SHOWN = 20;

/** Where a request was given, and how it is called in messages. */
export interface Source {
	label: string;
	/** The version of qbXML that it is written in. */
	version: string;
	/** The XML that it was read from, and what stood before it, such as blank lines. */
	xml?: string;
	before?: string;
	/** What the form calls its fields, by the names of their elements. */
	labels?: ReadonlyMap<string, string>;
	/** What a form that has a field for each element calls them, by their paths inside the record, such as `BillAddress.City`. */
	fields?: ReadonlyMap<string, string>;
	/** What the user can do if it is refused. */
	advice: string;
}

/** Puts the labels of a form in the place of qbXML's names. */
const labelled = (text: string, labels: ReadonlyMap<string, string>): string =>
	text.replace(/[A-Z]\w+/g, (name) => labels.get(name) ?? name);

/** Whether people know a part of a path from the form: by its label, or by its number. */
const isInForm = (part: string, labels: ReadonlyMap<string, string>): boolean =>
	labels.has(part) || part.endsWith(')');

/** Where a problem is in a form: what is around a field, without the request, the record and what qbXML puts in between. */
const placeInForm = (path: string, labels: ReadonlyMap<string, string>): string =>
	path
		.split(' > ')
		.slice(2)
		.filter((part, index, parts) => index === parts.length - 1 || isInForm(part, labels))
		.map((part) => labelled(part, labels))
		.join(' > ');

/**
 * A problem in the words of a form that has a field for each element. What is in the JSON of lines keeps its names, since that is
 * how people write it.
 */
function inFields({ message, path }: Problem, fields: ReadonlyMap<string, string>) {
	const [request, ...parts] = path.split(' > ');
	const main = request.replace(/Rq$/, '');
	const inside = parts[0] === main ? parts.slice(1) : parts;
	const plain = inside.map((part) => part.replace(/ \(\d+\)$/, ''));
	const labelAt = (length: number, ...more: string[]) =>
		fields.get([...plain.slice(0, length), ...more].join('.'));
	let known = plain.length;
	while (known > 0 && labelAt(known) === undefined) known--;
	if (known < plain.length) {
		const list = labelAt(known) ?? '';
		const [, number = ''] = / (\(\d+\))$/.exec(inside[known - 1] ?? '') ?? [];
		const text = message.replace(/[A-Z]\w+/g, (name) => (name === plain[known - 1] ? list : name));
		return { text, place: [`${list} ${number}`.trim(), ...inside.slice(known)].join(' > ') };
	}
	const text = message
		.replace(new RegExp(` in (?:${main}|${request})\\b`), '')
		.replace(/[A-Z]\w+/g, (name) => {
			if (name === main || name === request) return 'It';
			return labelAt(known, name) ?? (name === plain.at(-1) ? labelAt(known) : undefined) ?? name;
		});
	return { text, place: '' };
}

function sentence(problem: Problem, source: Source): string {
	const { message, path, position } = problem;
	const { xml, before = '', labels, fields } = source;
	const end = message.endsWith('?') ? '' : '.';
	if (fields) {
		const { text, place } = inFields(problem, fields);
		return `${text}${end}${place === '' ? '' : ` (${place})`}`;
	}
	if (labels) {
		const at = placeInForm(path, labels);
		return `${labelled(message, labels)}${end}${at === '' ? '' : ` (${at})`}`;
	}
	const place =
		xml === undefined || position === undefined
			? ''
			: `${placeIn(before + xml, before.length + position)}: `;
	return `${message}${end} (${place}${path})`;
}

/** The first problems as sentences, and how many more there are. */
function sentences(problems: readonly Problem[], source: Source): string[] {
	const shown = problems.slice(0, MOST_SHOWN).map((problem) => sentence(problem, source));
	const left = problems.length - shown.length;
	return left > 0 ? [...shown, `And ${left} more.`] : shown;
}

/** What to do about a text that is too long, if that is all. */
function adviceOn([only, ...others]: readonly Problem[]): string[] {
	const [, most] = /but at most (\d+) are allowed$/.exec(only.message) ?? [];
	return others.length === 0 && most !== undefined ? [`Shorten it to ${most} characters.`] : [];
}

function errorOf(problems: readonly Problem[], source: Source): FormError {
	const [first, ...others] = sentences(problems, source);
	const also = others.map((other, index) => `${index + 2}) ${other}`);
	return new FormError(
		`${source.label}: ${first}`,
		[
			...(also.length > 0 ? ['Also:', ...also] : []),
			[...adviceOn(problems), source.advice].join(' '),
		].join('\n'),
	);
}

function hintsOf(
	problems: readonly Problem[],
	requests: readonly RequestElement[],
	source: Source,
): string[] {
	return [
		...(problems.length > 0 ? [`${source.label}: ${sentences(problems, source).join(' ')}`] : []),
		...hintOfLost(textIn(requests)),
	];
}

export function requireVersion(version: string | undefined, label: string): string {
	if (version !== undefined && isVersion(version)) return version;
	throw new FormError(
		version === undefined
			? `${label} does not say in which version of qbXML it is written.`
			: `${label}: "${version}" is not a version of qbXML.`,
		'Write <?qbxml version="13.0"?> before the QBXML element, or "version": "13.0" in JSON. The connection shows the highest version that its QuickBooks understands.',
	);
}

/**
 * Checks requests by the facts of qbXML, and by what the connection's accounting application understands.
 * @param desktop Undefined if nothing is known of it.
 * @returns What the user should know although the requests can be sent.
 * @throws FormError with the first problem, and all others in its description.
 */
export function checkForDesktop(
	facts: Messages,
	desktop: Desktop | undefined,
	requests: readonly RequestElement[],
	source: Source,
	envelope: readonly Problem[] = [],
): string[] {
	const documentVersion = requireVersion(source.version, source.label);
	if (desktop?.version !== undefined && isTooNew(documentVersion, desktop.version)) {
		throw new FormError(
			`${source.label} is written in qbXML ${documentVersion}, but the QuickBooks of this connection understands only ${desktop.version}.`,
			`Write it in ${desktop.version}.`,
		);
	}
	const host = {
		documentVersion,
		hostVersion: desktop?.version,
		isForeign: desktop?.isForeign === true || isForeignVersion(documentVersion),
	};
	const problems = [
		...envelope,
		...requests.flatMap((request) => checkRequest(facts, request, host)),
	];
	const errors = problems.filter(({ isHint }) => !isHint);
	if (errors.length > 0) throw errorOf(errors, source);
	return hintsOf(problems, requests, source);
}
