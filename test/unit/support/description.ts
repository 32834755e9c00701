import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	NodePropertyTypes,
} from 'n8n-workflow';

import { AccountingSync } from '../../../nodes/AccountingSync/AccountingSync.node';

/** The description as n8n gets it. */
export const { description } = new AccountingSync();

const nestingTypes: NodePropertyTypes[] = ['collection', 'fixedCollection'];

/** Fields directly inside a field: those of a collection, or of the groups of a fixed collection. */
export function fieldsInside({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
}

/** The choices of a drop-down; none for any other type of field. */
export const choicesOf = ({ type, options = [] }: INodeProperties): INodePropertyOptions[] =>
	nestingTypes.includes(type) ? [] : (options as INodePropertyOptions[]);

/** A field with where it stands, such as `invoice.create > Lines > Rate`. */
export interface PlacedField {
	place: string;
	field: INodeProperties;
}

const withNested = (place: string, fields: INodeProperties[]): PlacedField[] =>
	fields.flatMap((field) => {
		const here = `${place} > ${field.displayName}`;
		return [{ place: here, field }, ...withNested(here, fieldsInside(field))];
	});

const selectors = ['resource', 'operation'];

/** The operation selector of a resource. */
export function operationSelector(resource: string): INodeProperties {
	const selector = description.properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	);
	if (!selector) throw new Error(`The description has no operations for ${resource}`);
	return selector;
}

/** The choices of the Resource field. */
export const resourceChoices = choicesOf(
	description.properties.find(
		({ name, displayOptions }) => name === 'resource' && !displayOptions?.hide,
	) as INodeProperties,
);

/** A collection that operations have in common, with what is in it for one of them. */
function collectionOf(
	resource: string,
	operation: string,
	field: INodeProperties,
): INodeProperties {
	if (field.type !== 'collection') return field;
	const options = (field.options as INodeProperties[]).flatMap((inside) => {
		const {
			'/resource': resources,
			'/operation': operations,
			...show
		} = inside.displayOptions?.show ?? {};
		const isShown =
			(resources?.includes(resource) ?? true) && (operations?.includes(operation) ?? true);
		return isShown ? [{ ...inside, displayOptions: { ...inside.displayOptions, show } }] : [];
	});
	return { ...field, options };
}

/** The top-level fields that the form of one operation can show. */
export const fieldsOfOperation = (resource: string, operation: string): INodeProperties[] =>
	description.properties
		.filter(
			({ name, displayOptions }) =>
				!selectors.includes(name) &&
				displayOptions?.show?.resource?.includes(resource) &&
				displayOptions.show.operation?.includes(operation),
		)
		.map((field) => collectionOf(resource, operation, field));

/** Every operation of the description. */
export const operations = resourceChoices.flatMap(({ value: resource }) =>
	choicesOf(operationSelector(String(resource))).map(({ value: operation }) => ({
		resource: String(resource),
		operation: String(operation),
	})),
);

/** Every field of every operation, nested ones too. */
export const allFields = operations.flatMap(({ resource, operation }) =>
	withNested(`${resource}.${operation}`, fieldsOfOperation(resource, operation)),
);

/** The field of an operation at a path of names, such as `['filters', 'activeStatus']`. */
export function fieldAt(resource: string, operation: string, path: string[]): INodeProperties {
	let fields = fieldsOfOperation(resource, operation);
	let found: INodeProperties | undefined;
	for (const name of path) {
		found = fields.find((field) => field.name === name);
		if (!found) throw new Error(`${resource}.${operation} has no field ${path.join(' > ')}`);
		fields = fieldsInside(found);
	}
	if (!found) throw new Error('An empty path');
	return found;
}
