import { prebuiltOperations } from '../../../service/prebuilt';
import type { PrebuiltOperation } from '../../../service/prebuilt/endpoint/operation';
import { plain } from '../../../service/prebuilt/written-for';

/** What the pre-built endpoint of that path builds for a desktop of version 16.0; `query` stands for GET, `write` for POST. */
const building =
	(method: PrebuiltOperation['method']) =>
	(path: string, query: Record<string, unknown>, body?: unknown) => {
		const operation = prebuiltOperations.find(
			(candidate) => candidate.path === path && candidate.method === method,
		);
		if (!operation) throw new Error(`There is no ${method} of ${path}.`);
		const { request, ...others } = operation.request(query, body);
		return { ...others, request: { version: '16.0', request: plain(request) } };
	};

export const prebuiltQuery = building('get');
export const prebuiltWrite = building('post');
