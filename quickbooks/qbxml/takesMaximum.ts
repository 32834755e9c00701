import { elementsIn } from '../facts/elements';
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
		const namesIn = particle.or.map((one) => elementsIn(one).map(({ name }) => name));
		const own = namesIn.find((names) => names.includes(MAXIMUM));
		return own !== undefined && !namesIn.some((names) => names !== own && names.some(isNamed));
	});
}
