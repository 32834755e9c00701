import { hash } from 'node:crypto';

import { copyRecords } from '../../../../../simulator/company/identifiers';
import { createCompany } from '../../../../../simulator/company/seed/create-company';
import type { Company } from '../../../../../simulator/company/types';
import { createSession } from '../../../../../simulator/qbxml/protocol/session';
import { answerRequest } from '../../../../../simulator/qbxml/request-processor';

/** A company file at one moment. What is written to it makes another one. */
export interface Books {
	/** The same for books with the same contents. */
	name: string;
	company: Company;
}

/** When everything in these worlds happens. */
export const NOW = new Date('2026-02-03T04:05:06Z');

const known = new Map<string, Books>();

function booksOf(company: Company): Books {
	const name = hash('md5', JSON.stringify(company), 'base64url');
	const books = known.get(name) ?? { name, company };
	known.set(name, books);
	return books;
}

/** A document with one request. */
export const document = (request: string): string =>
	`<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`;

/** What comes of a request. */
interface CarriedOut {
	books: Books;
	answer: string;
}

const carriedOut = new WeakMap<Books, Map<string, CarriedOut>>();

/** Carries out a document as QuickBooks does. */
export function carryOut(books: Books, xml: string): CarriedOut {
	const before = carriedOut.get(books) ?? new Map<string, CarriedOut>();
	carriedOut.set(books, before);
	const done = before.get(xml) ?? carryOutIn(copyRecords(books.company), xml);
	before.set(xml, done);
	return done;
}

function carryOutIn(company: Company, xml: string): CarriedOut {
	const answer = answerRequest(company, createSession(), xml);
	return { books: booksOf(company), answer };
}

/** The books after a colleague has written something in QuickBooks. */
export function written(books: Books, request: string): Books {
	const { books: after, answer } = carryOut(books, document(request));
	if (!/statusCode="0"/.test(answer)) throw new Error(answer);
	return after;
}

/** A small company file with what was written in it. */
export const booksWith = (...requests: readonly string[]): Books =>
	requests.reduce(
		written,
		booksOf(
			createCompany({ now: () => NOW, customers: 3, vendors: 1, invoices: 0, creditMemos: 0 }),
		),
	);
