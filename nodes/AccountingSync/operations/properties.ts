import type { INodeProperties } from 'n8n-workflow';

import { alphabetically } from '../../../quickbooks/form/alphabetically';
import type { Resource } from './operation';

/** An operation of a resource, by their stored values. */
interface Owner {
	resource: string;
	operation: string;
}

/** A field that several operations have in common, and which of them. */
interface SharedField {
	property: INodeProperties;
	owners: Owner[];
}

/** The field that an operation is chosen in. */
function selectorOf({ value, operations, defaultOperation }: Resource): INodeProperties {
	const shownFirst = defaultOperation ?? operations[0].value;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		default: shownFirst,
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map(({ value: operation, name, action, description }) => ({
			name,
			value: operation,
			action,
			description,
		})),
	};
}

/**
 * The fields of all operations, each once however many operations have it, in an order that is that of every operation. So
 * the description stays small although most operations have most of their fields in common.
 * @throws Error if two operations have the same fields in different orders.
 */
function sharedFields(resources: readonly Resource[]): SharedField[] {
	const fields = new Map<string, SharedField>();
	const followers = new Map<string, Set<string>>();
	const waitingFor = new Map<string, number>();
	for (const { value: resource, operations } of resources) {
		for (const { value: operation, properties } of operations) {
			let before: string | undefined;
			for (const property of properties) {
				const key = keyOf(property);
				const field = fields.get(key) ?? { property, owners: [] };
				fields.set(key, field);
				field.owners.push({ resource, operation });
				const after = before === undefined ? undefined : followers.get(before);
				if (after && !after.has(key)) {
					after.add(key);
					waitingFor.set(key, (waitingFor.get(key) ?? 0) + 1);
				}
				if (!followers.has(key)) followers.set(key, new Set());
				before = key;
			}
		}
	}
	const ready = [...fields.keys()].filter((key) => !waitingFor.get(key));
	const ordered: SharedField[] = [];
	for (let key = ready.shift(); key !== undefined; key = ready.shift()) {
		const field = fields.get(key);
		if (field) ordered.push(field);
		for (const next of followers.get(key) ?? []) {
			const left = (waitingFor.get(next) ?? 0) - 1;
			waitingFor.set(next, left);
			if (left === 0) ready.push(next);
		}
	}
	if (ordered.length < fields.size)
		throw new Error('Two operations have fields in different orders.');
	return ordered;
}

/** Several resources and operations: a field is shown for every pair of them. */
interface Product {
	resource: string[];
	operation: string[];
}

const isIn = ({ resource, operation }: Product, owner: Owner): boolean =>
	resource.includes(owner.resource) && operation.includes(owner.operation);

const withOne = (list: readonly string[], one: string): string[] =>
	list.includes(one) ? [...list] : [...list, one];

/**
 * The owners of a field as few products of resources and operations. A product may hold pairs that there are not, since
 * nobody can choose them, but none that are without the field.
 */
function productsOf(owners: readonly Owner[], operationsOf: OperationsOf): Product[] {
	const owned = new Map<string, Set<string>>();
	for (const { resource, operation } of owners) {
		const operations = owned.get(resource) ?? new Set();
		owned.set(resource, operations.add(operation));
	}
	const isRight = ({ resource, operation }: Product): boolean =>
		resource.every((one) => {
			const [own, all] = [owned.get(one), operationsOf.get(one)];
			return operation.every((other) => own?.has(other) === true || all?.has(other) !== true);
		});
	const whole = {
		resource: [...owned.keys()],
		operation: [...new Set(owners.map(({ operation }) => operation))],
	};
	if (isRight(whole)) return [whole];
	return owners.reduce<Product[]>((products, owner) => {
		for (const product of products) {
			const both = {
				resource: withOne(product.resource, owner.resource),
				operation: withOne(product.operation, owner.operation),
			};
			if (isRight(both)) {
				Object.assign(product, both);
				return products;
			}
		}
		return [...products, { resource: [owner.resource], operation: [owner.operation] }];
	}, []);
}

/** The operations that each resource has. */
type OperationsOf = ReadonlyMap<string, ReadonlySet<string>>;

const keys = new WeakMap<INodeProperties, string>();

/** By which fields are known to be the same. Many operations have the very same object. */
function keyOf(property: INodeProperties): string {
	const key = keys.get(property) ?? JSON.stringify(property);
	keys.set(property, key);
	return key;
}

export const isCollection = ({ type }: INodeProperties): boolean => type === 'collection';

/** A collection without what is in it: what is left is the same for many operations. */
const emptied = (property: INodeProperties): INodeProperties =>
	isCollection(property) ? { ...property, options: [] } : property;

/** A field with further conditions to those that it has. */
export const shownFor = (
	property: INodeProperties,
	show: NonNullable<INodeProperties['displayOptions']>['show'],
): INodeProperties => ({
	...property,
	displayOptions: {
		...property.displayOptions,
		show: { ...show, ...property.displayOptions?.show },
	},
});

/** What is in the collections of all operations that are alike without it, by what they are without it. */
function fieldsInCollections(resources: readonly Resource[]): Map<string, SharedField[]> {
	const inside = new Map<string, Map<string, SharedField>>();
	for (const { value: resource, operations } of resources) {
		for (const { value: operation, properties } of operations) {
			for (const collection of properties.filter(isCollection)) {
				const outer = JSON.stringify(emptied(collection));
				const fields = inside.get(outer) ?? new Map<string, SharedField>();
				inside.set(outer, fields);
				for (const property of collection.options as INodeProperties[]) {
					const key = keyOf(property);
					const field = fields.get(key) ?? { property, owners: [] };
					fields.set(key, field);
					field.owners.push({ resource, operation });
				}
			}
		}
	}
	return new Map([...inside].map(([outer, fields]) => [outer, [...fields.values()]]));
}

/**
 * The fields of all resources' operations. Each is shown only for the operations that it belongs to, and so is each field
 * in a collection that operations have in common.
 */
export function propertiesOf(resources: readonly Resource[]): INodeProperties[] {
	const withoutInside = resources.map((resource) => ({
		...resource,
		operations: resource.operations.map((operation) => ({
			...operation,
			properties: operation.properties.map(emptied),
		})),
	}));
	const operationsOf: OperationsOf = new Map(
		resources.map(({ value, operations }) => [
			value,
			new Set(operations.map((operation) => operation.value)),
		]),
	);
	const inCollections = fieldsInCollections(resources);
	const filled = (
		collection: INodeProperties,
		owners: readonly Owner[],
		shown: Product,
	): INodeProperties => {
		const fields = inCollections.get(JSON.stringify(collection)) ?? [];
		const options = fields.flatMap(({ property, owners: all }) => {
			const own = all.filter((owner) => isIn(shown, owner));
			return own.length === owners.filter((owner) => isIn(shown, owner)).length
				? [property]
				: productsOf(own, operationsOf).map(({ resource, operation }) =>
						shownFor(property, { '/resource': resource, '/operation': operation }),
					);
		});
		return { ...collection, options: alphabetically(options, ({ displayName }) => displayName) };
	};
	return [
		...resources.map(selectorOf),
		...sharedFields(withoutInside).flatMap(({ property, owners }) =>
			productsOf(owners, operationsOf).map((show) =>
				shownFor(isCollection(property) ? filled(property, owners, show) : property, {
					...show,
				}),
			),
		),
	];
}
