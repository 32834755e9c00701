import { prebuiltOperations } from '../../../service/prebuilt';
import type {
	PrebuiltOperation,
	PrebuiltRequest,
} from '../../../service/prebuilt/endpoint/operation';

/** What the pre-built endpoint of that path builds; `query` stands for GET, `write` for POST. */
const building =
	(method: PrebuiltOperation['method']) =>
	(path: string, query: Record<string, unknown>, body?: unknown): PrebuiltRequest => {
		const operation = prebuiltOperations.find(
			(candidate) => candidate.path === path && candidate.method === method,
		);
		if (!operation) throw new Error(`There is no ${method} of ${path}.`);
		return operation.request(query, body);
	};

export const prebuiltQuery = building('get');
export const prebuiltWrite = building('post');
