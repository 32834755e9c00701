import { readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

const ROOT = path.join(__dirname, '../../../..');

/** A change of one place in the code. */
export interface Change {
	/** From the top of the project. */
	file: string;
	/** What stands there, once. */
	instead: string;
	of: string;
}

/** The exports of a file with a change in it. */
function changed({ file, instead, of }: Change): unknown {
	const name = path.join(ROOT, file);
	const source = readFileSync(name, 'utf8');
	const parts = source.split(of);
	if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times: ${of}`);
	const { outputText } = ts.transpileModule(parts.join(instead), {
		compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
	});
	const exported = {};
	const load = (id: string): unknown =>
		jest.requireActual(id.startsWith('.') ? path.join(path.dirname(name), id) : id);
	new Function('require', 'exports', outputText)(load, exported);
	return exported;
}

/** Runs what loads the code anew, with a change in it. */
export async function withChange<Result>(
	change: Change,
	run: () => Promise<Result>,
): Promise<Result> {
	jest.resetModules();
	jest.doMock(path.join(ROOT, change.file), () => changed(change));
	try {
		return await run();
	} finally {
		jest.dontMock(path.join(ROOT, change.file));
	}
}
