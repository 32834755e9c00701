/** An object as JSON has it, whatever is in it. */
export interface JsonObject {
	[name: string]: string | number | boolean | object | null | undefined;
}

/** Whether an object is a point in time, or a length of it: a Date, or what luxon makes. */
export const isMoment = (value: object): boolean => typeof value.valueOf() === 'number';

/** Whether a value is an object, and neither a list nor null. */
export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
