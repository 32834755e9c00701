import { type Html, html } from './html';

/** What somebody sees on the screen while a company is being connected, drawn so that it can be read on a phone. */

const WIDTH = 440;
const TITLE_HEIGHT = 30;
const LINE_HEIGHT = 26;

interface Place {
	readonly x: number;
	readonly y: number;
}

const text = (
	{ x, y }: Place,
	words: string,
	kind: 'plain' | 'strong' | 'small' | 'title' = 'plain',
): Html => html`<text class="${kind}" x="${x}" y="${y}">${words}</text>`;

const LONGEST_NAME = 34;

const shortened = (name: string): string =>
	name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;

const button = ({ x, y }: Place, words: string, width: number, isWanted = false): Html =>
	html`<rect
			class="${isWanted ? 'wanted' : 'press'}"
			x="${x}"
			y="${y}"
			width="${width}"
			height="28"
			rx="4"
		/>
		<text class="${isWanted ? 'on-wanted' : 'plain'}" x="${x + 12}" y="${y + 19}">${words}</text>`;

const tick = html`<path class="tick" d="m3 8 3 4 7 -9" />`;

const checkbox = ({ x, y }: Place, isTicked: boolean): Html =>
	html`<g transform="translate(${x} ${y})">
		<rect class="field" width="16" height="16" rx="2" />
		${isTicked && tick}
	</g>`;

const radio = ({ x, y }: Place, isChosen: boolean): Html =>
	html`<circle class="field" cx="${x}" cy="${y}" r="8" />
		${isChosen && html`<circle class="dot" cx="${x}" cy="${y}" r="4.5" />`}`;

/** A ring around what to look at. */
const ring = ({ x, y }: Place, width: number, height: number): Html =>
	html`<rect class="ring" x="${x}" y="${y}" width="${width}" height="${height}" rx="8" />`;

/** A drawing of a window. `shows` says in words what is in it. */
const drawing = (title: string, height: number, shows: string, content: readonly Html[]): Html =>
	html`<figure>
		<svg
			class="drawing"
			viewBox="0 0 ${WIDTH} ${height}"
			role="img"
			aria-label="Drawing of the window “${title}”"
		>
			<rect class="window" x="1" y="1" width="${WIDTH - 2}" height="${height - 2}" rx="6" />
			<rect class="bar" x="1" y="1" width="${WIDTH - 2}" height="${TITLE_HEIGHT}" rx="6" />
			${text({ x: 14, y: 21 }, title, 'title')} ${content}
		</svg>
		<figcaption class="soft">${shows}</figcaption>
	</figure>`;

/** The Web Connector before anything has been added. */
export const addApplicationDrawing = drawing(
	'QuickBooks Web Connector',
	150,
	'The Web Connector. “Add an Application” is at the bottom of its window.',
	[
		text({ x: 16, y: 58 }, 'Application', 'small'),
		text({ x: 230, y: 58 }, 'Last result', 'small'),
		html`<line x1="14" y1="68" x2="426" y2="68" />`,
		button({ x: 16, y: 102 }, 'Add an Application', 186, true),
		button({ x: 330, y: 102 }, 'Hide', 60),
		ring({ x: 9, y: 95 }, 200, 42),
	],
);

/**
 * The Web Connector asks before it adds the connection.
 * @param name what the Web Connector calls it
 */
export const authorizeDrawing = (name: string): Html =>
	drawing(
		'Authorize New Web Service',
		176,
		`The Web Connector asks whether to add “${name}”. Press OK.`,
		[
			text({ x: 16, y: 60 }, 'Do you want to give this application access?'),
			text({ x: 16, y: 60 + LINE_HEIGHT }, shortened(name), 'strong'),
			text({ x: 16, y: 60 + 2 * LINE_HEIGHT }, 'Its address is the one of this page.', 'small'),
			button({ x: 260, y: 132 }, 'OK', 70, true),
			button({ x: 344, y: 132 }, 'Cancel', 78),
			ring({ x: 253, y: 125 }, 84, 42),
		],
	);

const choices: ReadonlyArray<readonly [words: string, isChosen: boolean]> = [
	['No', false],
	['Yes, prompt each time', false],
	['Yes, whenever this company file is open', false],
	['Yes, always; allow access even if', true],
];

/**
 * QuickBooks asks its administrator for permission.
 * @param name what QuickBooks calls the connection
 */
export const certificateDrawing = (name: string): Html =>
	drawing(
		'QuickBooks – Application Certificate',
		318,
		'QuickBooks asks for permission. Choose the last answer, “Yes, always; allow access even if QuickBooks is not running”, and press Continue.',
		[
			text({ x: 16, y: 58 }, 'An application wants to access your company file:'),
			text({ x: 16, y: 58 + LINE_HEIGHT }, shortened(name), 'strong'),
			...choices.flatMap(([words, isChosen], index) => {
				const y = 122 + index * LINE_HEIGHT;
				return [radio({ x: 28, y: y - 5 }, isChosen), text({ x: 46, y }, words)];
			}),
			text({ x: 46, y: 224 }, 'QuickBooks is not running'),
			ring({ x: 12, y: 180 }, 300, 54),
			text({ x: 16, y: 258 }, 'Login as:', 'small'),
			html`<rect class="field" x="84" y="242" width="120" height="24" rx="3" />`,
			text({ x: 94, y: 259 }, 'Admin'),
			button({ x: 304, y: 278 }, 'Continue…', 120, true),
		],
	);

/**
 * The connection in the Web Connector's list.
 * @param name what the list calls it
 */
export const runDrawing = (name: string): Html =>
	drawing(
		'QuickBooks Web Connector',
		222,
		'The connection in the Web Connector’s list: enter the password (A), tick the box in front of it (B), tick Auto-Run (C), and press Update Selected (D).',
		[
			button({ x: 16, y: 44 }, 'Update Selected', 160, true),
			ring({ x: 9, y: 37 }, 174, 42),
			text({ x: 194, y: 64 }, 'D', 'strong'),
			html`<line x1="14" y1="92" x2="426" y2="92" />`,
			checkbox({ x: 20, y: 108 }, true),
			ring({ x: 13, y: 101 }, 30, 30),
			text({ x: 48, y: 122 }, 'B', 'strong'),
			text({ x: 72, y: 122 }, shortened(name), 'strong'),
			text({ x: 72, y: 158 }, 'Auto-Run', 'small'),
			checkbox({ x: 152, y: 145 }, true),
			ring({ x: 145, y: 138 }, 30, 30),
			text({ x: 182, y: 158 }, 'C', 'strong'),
			text({ x: 216, y: 158 }, 'Every-Min', 'small'),
			html`<rect class="field" x="300" y="142" width="40" height="24" rx="3" />`,
			text({ x: 314, y: 159 }, '5'),
			text({ x: 72, y: 198 }, 'Password', 'small'),
			html`<rect class="field" x="152" y="182" width="180" height="24" rx="3" />`,
			text({ x: 162, y: 200 }, '••••••••••'),
			ring({ x: 145, y: 176 }, 194, 36),
			text({ x: 348, y: 200 }, 'A', 'strong'),
		],
	);
