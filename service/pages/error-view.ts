import { UI_PREFIX } from '../http/views';
import { html } from './html';
import type { Page } from './page';

/** The page that says why another one can’t be shown. */
export const errorPage = (status: number, message: string): Page => ({
	title: 'Accounting Sync',
	body: html`<main>
		<section>
			<h1>${status === 401 ? 'Please sign in' : 'This can’t be shown'}</h1>
			<p>${message}</p>
			<p><a href="${UI_PREFIX}">Overview</a></p>
		</section>
	</main>`,
});
