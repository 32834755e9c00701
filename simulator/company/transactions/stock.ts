import Big from 'big.js';

import { decimal, formatQuantity } from '../amounts';
import { findById } from '../find';
import { type Part, stockValueOf } from '../postings';
import type { Line } from '../sale-types';
import type { Company, Item } from '../types';
import type { RecordContent, Reference } from '../value-types';

/** Whether an item is kept in stock. */
export const isStocked = (item: Item | undefined): item is Item =>
	item !== undefined && ['ItemInventoryRet', 'ItemInventoryAssemblyRet'].includes(item.kind);

/** How many base units one unit of an item is, if the item's units of measure say so. */
export function unitRatio(company: Company, item: Item | undefined, unit: string | undefined): Big {
	const measures = findById(company.unitOfMeasureSets, item?.UnitOfMeasureSetRef?.ListID);
	const units = (measures?.RelatedUnit ?? []) as RecordContent[];
	const related = units.find(({ Name, Abbreviation }) => [Name, Abbreviation].includes(unit));
	return decimal(typeof related?.ConversionRatio === 'string' ? related.ConversionRatio : '1');
}

/** The value of some pieces of an item at its average cost. All that there are take all the value. */
export function costOf(item: Item, units: Big): Big {
	const quantity = decimal(item.QuantityOnHand ?? '0');
	const value = stockValueOf(item);
	if (units.eq(quantity) && quantity.gt(0)) return value;
	if (quantity.gt(0) && value.gt(0)) {
		return value.times(units).div(quantity).round(2, Big.roundHalfUp);
	}
	return decimal(item.AverageCost ?? '0')
		.times(units)
		.round(2, Big.roundHalfUp);
}

/** What selling pieces of an item does to the stock, kept with the line, so that it can be taken back exactly. */
export function soldFromStock(
	company: Company,
	item: Item | undefined,
	line: { Quantity?: string; UnitOfMeasure?: string; before?: Line },
): Record<string, string> {
	if (!isStocked(item)) return {};
	const ratio = unitRatio(company, item, line.UnitOfMeasure);
	const units = decimal(line.Quantity ?? '1').times(ratio);
	const earlier = line.before?.booked;
	const isSame =
		line.before?.ItemRef?.ListID === item.ListID && earlier?.units === formatQuantity(units);
	const { asset, costAccount, cost } = earlier ?? {};
	if (isSame && asset !== undefined && costAccount !== undefined && cost !== undefined)
		return { asset, costAccount, units: formatQuantity(units), cost };
	return {
		asset: item.AssetAccountRef?.ListID ?? '',
		costAccount: item.COGSAccountRef?.ListID ?? '',
		units: formatQuantity(units),
		cost: costOf(item, units).toFixed(2),
	};
}

/** The two postings of goods that leave the stock, or come back into it with the sign -1. */
export function stockParts(line: Line, sign: 1 | -1): Part[] {
	const { asset, costAccount, cost, units } = line.booked ?? {};
	if (asset === undefined || costAccount === undefined || units === undefined) return [];
	const amount = decimal(cost ?? '0').times(sign);
	const none = new Big(0);
	const item = line.ItemRef?.ListID;
	const pieces = decimal(units).times(-sign);
	const ofClass = line.ClassRef?.ListID;
	return [
		{ account: costAccount, amount: none, home: amount, item, class: ofClass },
		{ account: asset, amount: none, home: amount.times(-1), item, units: pieces },
	];
}

/** The ListID of the first reference that there is. */
export const firstOf = (...references: Array<Reference | undefined>): string | undefined =>
	references.find((reference) => reference !== undefined)?.ListID;
