import { type Html, html } from './html';

/** The script that shows the times of a page in the time zone of its reader. */
export const MOMENTS_SCRIPT = 'moments.js';

/** A time for people. Without the script, it is shown as it is kept, and says so. */
export const moment = (time: string): Html =>
	html`<time datetime="${time}">${time.slice(0, 10)} ${time.slice(11, 16)} UTC</time>`;
