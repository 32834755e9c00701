import { thrownError } from '../transport/shownError';
import type { Method } from './onDemand';

type Methods = Record<string, Record<string, Method>>;

const withShownError = (method: Method): Method =>
	async function (...args) {
		try {
			return await Reflect.apply(method, this, args);
		} catch (error) {
			throw thrownError(this, error);
		}
	};

/** Methods for the editor whose errors n8n can show. */
export const withShownErrors = <All extends Methods>(methods: All): All =>
	Object.fromEntries(
		Object.entries(methods).map(([kind, named]) => [
			kind,
			Object.fromEntries(
				Object.entries(named).map(([name, method]) => [name, withShownError(method)]),
			),
		]),
	) as All;
