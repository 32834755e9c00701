import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** How long a picture is shown, in milliseconds: nobody wants to wait with the editor, and everybody to read the last one. */
const shownFor = { least: 40, most: 900, last: 4000 };
const WIDTH = 960;
const QUALITY = 60;

interface Frame {
	picture: Buffer;
	/** In seconds. */
	at: number;
}

/** Shows where the mouse is, which a picture of a page does not. */
const pointer = `
	const pointer = document.createElement('div');
	pointer.style.cssText =
		'position:fixed;z-index:2147483647;width:18px;height:18px;margin:-9px;border-radius:50%;background:#ff6d5a;' +
		'opacity:.75;pointer-events:none;left:-99px;top:-99px';
	document.body.append(pointer);
	addEventListener('mousemove', ({ clientX, clientY }) => {
		pointer.style.left = clientX + 'px';
		pointer.style.top = clientY + 'px';
	}, true);`;

/** How long each picture is shown, in milliseconds. */
const delaysOf = (frames: readonly Frame[]): number[] =>
	frames.map(({ at }, place) => {
		const next = frames[place + 1];
		if (!next) return shownFor.last;
		return Math.min(shownFor.most, Math.max(shownFor.least, Math.round((next.at - at) * 1000)));
	});

/**
 * Films what is to be seen in a page while something is done there.
 * @param file where to put the film, an animated WebP that begins again and again
 */
export async function filmed(page: Page, file: string, work: () => Promise<void>): Promise<void> {
	const frames: Frame[] = [];
	await page.evaluate(pointer);
	const session = await page.context().newCDPSession(page);
	session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
		frames.push({ picture: Buffer.from(data, 'base64'), at: metadata.timestamp ?? 0 });
		void session.send('Page.screencastFrameAck', { sessionId });
	});
	await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 2 });
	await work();
	await session.send('Page.stopScreencast');
	await session.detach();
	const pictures = await Promise.all(
		frames.map(
			async ({ picture }) => await sharp(picture).resize({ width: WIDTH }).png().toBuffer(),
		),
	);
	await sharp(pictures, { join: { animated: true } })
		.webp({
			delay: delaysOf(frames),
			loop: 0,
			quality: QUALITY,
			minSize: true,
			mixed: true,
			effort: 4,
		})
		.toFile(file);
}
