import type { INodeProperties } from 'n8n-workflow';

import { alphabetically } from '../../../quickbooks/form/alphabetically';
import { groupBy } from '../../../quickbooks/json/groupBy';
import type { Resource } from './operation';

/** An operation of a resource, by their stored values. */
interface Owner {
	resource: string;
	operation: string;
}

/** Who has which fields. */
type OwnedFields<Who> = ReadonlyArray<readonly [who: Who, fields: readonly INodeProperties[]]>;

/** A field that several have in common, and who they are. */
interface SharedField<Who> {
	property: INodeProperties;
	owners: readonly Who[];
}

const keys = new WeakMap<INodeProperties, string>();

/** By which fields are known to be the same. Many operations have the very same object. */
function keyOf(property: INodeProperties): string {
	const key = keys.get(property) ?? JSON.stringify(property);
	keys.set(property, key);
	return key;
}

/** Each field once, by its key. */
function distinct<Who>(all: OwnedFields<Who>): Map<string, SharedField<Who>> {
	const pairs = all.flatMap(([who, fields]) => fields.map((property) => ({ property, who })));
	const same = [...groupBy(pairs, ({ property }) => keyOf(property))];
	return new Map(
		same.map(([key, those]) => [
			key,
			{ property: those[0].property, owners: those.map(({ who }) => who) },
		]),
	);
}

export const isCollection = ({ type }: INodeProperties): boolean => type === 'collection';

/**
 * What is in collections, each field once.
 * @param nameOf Collections with the same name count as one.
 */
export function fieldsInCollections<Who>(
	all: OwnedFields<Who>,
	nameOf: (collection: INodeProperties) => string,
): (collection: INodeProperties) => Array<SharedField<Who>> {
	const collections = all.flatMap(([who, fields]) =>
		fields.filter(isCollection).map((collection) => ({ collection, who })),
	);
	const byName = groupBy(collections, ({ collection }) => nameOf(collection));
	return (one) => {
		const same = byName.get(nameOf(one)) ?? [];
		const fields = same.map(
			({ collection: { options }, who }) => [who, options as INodeProperties[]] as const,
		);
		return [...distinct(fields).values()];
	};
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
function sharedFields(all: OwnedFields<Owner>): Array<SharedField<Owner>> {
	const fields = distinct(all);
	const followers = new Map<string, Set<string>>();
	const waitingFor = new Map<string, number>();
	for (const [, properties] of all) {
		let after: Set<string> | undefined;
		for (const key of properties.map(keyOf)) {
			if (after && !after.has(key)) {
				after.add(key);
				waitingFor.set(key, (waitingFor.get(key) ?? 0) + 1);
			}
			after = followers.get(key) ?? new Set();
			followers.set(key, after);
		}
	}
	const ready = [...fields.keys()].filter((key) => !waitingFor.get(key));
	const ordered: Array<SharedField<Owner>> = [];
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

/** The operations of each resource. */
const operationsByResource = (owners: readonly Owner[]): ReadonlyMap<string, ReadonlySet<string>> =>
	new Map(
		[...groupBy(owners, ({ resource }) => resource)].map(([resource, own]) => [
			resource,
			new Set(own.map(({ operation }) => operation)),
		]),
	);

/**
 * The owners of a field as few products of resources and operations. A product may hold pairs that there are not, since
 * nobody can choose them, but none that are without the field.
 */
function productsOf(
	owners: readonly Owner[],
	operationsOf: ReturnType<typeof operationsByResource>,
): Product[] {
	const owned = operationsByResource(owners);
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

/**
 * The fields of all resources' operations. Each is shown only for the operations that it belongs to, and so is each field
 * in a collection that operations have in common.
 */
export function propertiesOf(resources: readonly Resource[]): INodeProperties[] {
	const all = resources.flatMap(({ value: resource, operations }) =>
		operations.map(
			({ value: operation, properties }) => [{ resource, operation }, properties] as const,
		),
	);
	const withoutInside = all.map(([owner, properties]) => [owner, properties.map(emptied)] as const);
	const operationsOf = operationsByResource(all.map(([owner]) => owner));
	const fieldsInside = fieldsInCollections(all, (collection) => keyOf(emptied(collection)));
	const filled = (
		collection: INodeProperties,
		owners: readonly Owner[],
		shown: Product,
	): INodeProperties => {
		const options = fieldsInside(collection).flatMap(({ property, owners: having }) => {
			const own = having.filter((owner) => isIn(shown, owner));
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
				shownFor(isCollection(property) ? filled(property, owners, show) : property, { ...show }),
			),
		),
	];
}
