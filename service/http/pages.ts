import { XMLBuilder } from 'fast-xml-parser';
import type { FastifyReply } from 'fastify';

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@' });

/** A link of a page. */
export interface Link {
	readonly href: string;
	readonly text: string;
}

/** What a page shows: a heading, sentences, links and text as it is written. */
export interface Page {
	readonly title: string;
	readonly sentences?: readonly string[];
	readonly links?: readonly Link[];
	readonly verbatim?: string;
}

/** Answers with a small page for a person; everything on it is escaped. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
	const { title, sentences = [], links = [], verbatim } = page;
	const html = builder.build({
		html: {
			'@lang': 'en',
			head: { meta: { '@charset': 'utf-8' }, title },
			body: {
				h1: title,
				p: sentences,
				ul: { li: links.map(({ href, text }) => ({ a: { '@href': href, '#text': text } })) },
				...(verbatim !== undefined && { pre: verbatim }),
			},
		},
	});
	return reply
		.type('text/html; charset=utf-8')
		.header('referrer-policy', 'no-referrer')
		.header('content-security-policy', "default-src 'none'")
		.send(`<!DOCTYPE html>${html}`);
}
