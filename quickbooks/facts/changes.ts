import { compact, type PublishedFacts } from './compact';
import { elementsIn } from './elements';
import { type Content, isGroup, isReference, type Messages } from './facts';
import { readMessages } from './readMessages';
import { sameElement } from './sameElement';

function contentOf(messages: Messages, message: string, group: string): Content | undefined {
	const found = elementsIn(messages.get(message)?.content ?? []).find(({ name }) => name === group);
	return found && isGroup(found) ? found.content : undefined;
}

/** The paths of what can be added but not changed. Where a whole group can't, its own path stands for all in it. */
function notIn(mod: Content, add: Content, outer = ''): string[] {
	return elementsIn(add).flatMap((one) => {
		const path = `${outer}${one.name}`;
		const changed = sameElement(mod, one.name);
		if (!changed) return [path];
		const goesOn = isGroup(one) && isGroup(changed) && !isReference(one.content);
		return goesOn ? notIn(changed.content, one.content, `${path}.`) : [];
	});
}

/**
 * What differs between adding and changing a record, in few words, because forms are drawn from it when the node is loaded: a
 * line for each type that can be changed, with the paths of what it can only be added with, or does not show afterwards. The
 * first line has the elements for which this is so everywhere.
 */
export function addedOnly(
	{ requests, answers, groups }: PublishedFacts,
	types: readonly string[],
): string {
	const [asked, answered] = [requests, answers].map((all) => readMessages(compact(all, groups)));
	const byType = types.flatMap((type) => {
		const mod = contentOf(asked, `${type}ModRq`, `${type}Mod`);
		const add = contentOf(asked, `${type}AddRq`, `${type}Add`) ?? [];
		const shown = contentOf(answered, `${type}AddRs`, `${type}Ret`) ?? [];
		if (!mod) return [];
		// What a record doesn't show can't be compared.
		const unseen = elementsIn(add).flatMap(({ name }) => (sameElement(shown, name) ? [] : [name]));
		return [{ type, paths: [...new Set([...notIn(mod, add), ...unseen])] }];
	});
	const everywhere = ['BarCode', 'DataExt', 'ExternalGUID'];
	const lines = byType.map(({ type, paths }) =>
		[type, ...paths.filter((path) => !everywhere.includes(path.split('.').pop() ?? ''))].join(' '),
	);
	return [everywhere.join(' '), ...lines].join('\n');
}
