import { isChoice, type Message } from '../facts/facts';

const MAXIMUM = 'MaxReturned';

/**
 * Whether a query takes a maximum beside what it asks for. One for IDs or for names takes none, and some queries never do.
 * @param values By path.
 */
export function takesMaximum(
	query: Message | undefined,
	values: Readonly<Record<string, unknown>>,
): boolean {
	const named = new Set(Object.keys(values).map((path) => path.split('.')[0]));
	const isNamed = (name: string) => named.has(name);
	return (query?.content ?? []).some((particle) => {
		if (!isChoice(particle)) return particle.name === MAXIMUM;
		const namesIn = particle.or.map(elementsOf);
		const own = namesIn.find((names) => names.includes(MAXIMUM));
		return own !== undefined && !namesIn.some((names) => names !== own && names.some(isNamed));
	});
}

/** The names of the elements in a content, those of the choices in it too. */
const elementsOf = (content: Message['content']): string[] =>
	content.flatMap((particle) =>
		isChoice(particle) ? particle.or.flatMap(elementsOf) : [particle.name],
	);
