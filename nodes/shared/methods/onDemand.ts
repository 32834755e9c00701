/** n8n calls each kind of method with a context and arguments of its own. */
export type Method = (this: never, ...args: never[]) => Promise<unknown>;

/** Methods as n8n looks them up: by their kind and their name. */
type Methods = Record<string, Record<string, Method>>;

type NamesOf<All extends Methods> = Record<keyof All, string[]>;

/** The names of methods, which n8n has to know before it calls any. */
export const namesOf = <All extends Methods>(methods: All): NamesOf<All> =>
	Object.fromEntries(
		Object.entries(methods).map(([kind, named]) => [kind, Object.keys(named)]),
	) as NamesOf<All>;

/** Methods that load their code when one of them is first called. */
export function onDemand<All extends Methods>(names: NamesOf<All>, load: () => Promise<All>): All {
	const methodOf = (kind: string, name: string): Method =>
		async function (...args) {
			const methods = await load();
			return await Reflect.apply(methods[kind][name], this, args);
		};
	return Object.fromEntries(
		Object.entries<string[]>(names).map(([kind, of]) => [
			kind,
			Object.fromEntries(of.map((name) => [name, methodOf(kind, name)])),
		]),
	) as All;
}
