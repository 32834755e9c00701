import type { Resource } from '../operation';
import { connectionResource } from './connection';
import { creditMemo } from './creditMemo';
import { customer } from './customer';
import { dataExtension } from './dataExtension';
import { invoice } from './invoice';
import { item } from './item';
import { queuedRequestResource } from './queuedRequest';
import { salesTaxCode } from './salesTaxCode';
import { salesTaxItem } from './salesTaxItem';
import { vendor } from './vendor';

/** Everything the node can do, in the order of the Resource field. */
export const resources: readonly Resource[] = [
	connectionResource,
	creditMemo,
	customer,
	dataExtension,
	invoice,
	item,
	queuedRequestResource,
	salesTaxCode,
	salesTaxItem,
	vendor,
];
