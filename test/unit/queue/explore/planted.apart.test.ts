import { type Change, withChange } from './plant';
import type * as Play from './play';
import type * as Scenes from './scenes';
import type * as Worlds from './worlds';

/** A fault, with the kind of story that finds it, or the scene with the real calls, and how the story ends. */
interface Fault extends Change {
	finds: { kind: string } | { scene: string };
	ends: RegExp;
}

const TWICE = /is in the books (twice|\d times)$/;
const DECIDE = 'queue/once/decide.ts';
const LEARN = 'queue/once/learn.ts';
const JOURNAL = 'queue/once/journal.ts';
const PERFORM = 'queue/once/perform.ts';
const RECOGNISE = 'queue/reader/recognise.ts';
const calls = { kind: 'Calls and looks fail' };
/** What a service answers with that honours keys. */
const AGAIN = /gets r\d again, of which it knows that it was refused$/;
const little = { kind: 'Calls fail at a service that shows less than most do' };
const retries = { kind: 'Retry, pressed twice, and the form is changed' };

const faults: Record<string, Fault> = {
	'Retry trusts what n8n has handed down': {
		file: DECIDE,
		of: 'if (run.isRetry && !write.isRead',
		instead: 'if (run.isRetry && known.own.size === 0 && !write.isRead',
		finds: retries,
		ends: TWICE,
	},
	'a replacement is queued without a look for another': {
		file: DECIDE,
		of: '\twrite.replaces !== undefined ||\n',
		instead: '',
		finds: { kind: 'Two executions settle one request' },
		ends: TWICE,
	},
	'the key of a replacement says who writes it': {
		file: DECIDE,
		of: '`instead-${shortHash(40, connectionId, replaces)}`',
		instead: '`instead-${shortHash(40, connectionId, replaces, run.execution)}`',
		finds: { kind: 'Several processes settle one request' },
		ends: TWICE,
	},
	'a replacement does not count while it waits': {
		file: LEARN,
		of: 'const counts = (record: QueuedRecord) => !wroteNothing(record);',
		instead:
			"const counts = (record: QueuedRecord) => !wroteNothing(record) && record.state !== 'waiting';",
		finds: { kind: 'Two executions of one order look in the books and write if it is absent' },
		ends: TWICE,
	},
	'another form makes a call forgotten that gave no answer': {
		file: DECIDE,
		of: 'if (known.unanswered.has(write.slot)) {',
		instead: 'if (known.unanswered.get(write.slot) === write.key) {',
		finds: { kind: 'Retry On Fail, and the form contains the time of day' },
		ends: TWICE,
	},
	'a search is trusted that finds the newest requests': {
		file: 'queue/reader/history.ts',
		of: 'const trials = [newest, oldest].flatMap(',
		instead: 'const trials = [newest].flatMap(',
		finds: { scene: 'An order that was written long ago' },
		ends: TWICE,
	},
	'what was queued since the first look is not seen': {
		file: 'queue/reader/history.ts',
		of: 'return await this.readOn(own);',
		instead: 'return undefined;',
		finds: { scene: 'Two runs with the same order number' },
		ends: TWICE,
	},
	'a text of the service proves that it shows identifiers': {
		file: RECOGNISE,
		of: '(isKept ? shown : replaced).add(',
		instead: 'shown.add(',
		finds: calls,
		ends: TWICE,
	},
	'a request without an identifier is another’s': {
		file: RECOGNISE,
		of: '!isAnothers) ?',
		instead: '!isAnothers && given !== undefined) ?',
		finds: calls,
		ends: TWICE,
	},
	'what was voided still counts': {
		file: LEARN,
		of: "standings.get(record)?.is === 'removed'",
		instead: 'false',
		finds: { kind: 'Orders that were written, and undone' },
		ends: /although what that wrote was voided before$/,
	},
	'what the desktop has refused goes out again in the same execution': {
		file: JOURNAL,
		of: 'one.id === id && one.execution !== execution',
		instead: 'one.id === id',
		finds: { kind: 'Retry, pressed twice, and Retry On Fail' },
		ends: /sends item 0 again, although the desktop has refused it$/,
	},
	'what the desktop has refused is never written': {
		file: DECIDE,
		of: 'return own && !isRefusedBefore(known, write.slot, own.record, execution) ? own : undefined;',
		instead: 'return own;',
		finds: retries,
		ends: /fails although nothing is unclear$/,
	},
	'after a refusal the key stays the same': {
		file: DECIDE,
		of: 'return without === undefined ? key :',
		instead: "return without !== '' ? key :",
		finds: { kind: 'The same of an execution that sleeps, and n8n runs it again' },
		ends: AGAIN,
	},
	'the key of an order says who writes it': {
		file: DECIDE,
		of: '`once-${shortHash(40, connectionId, identifier)}`',
		instead: '`once-${shortHash(40, connectionId, identifier, run.execution)}`',
		finds: { kind: 'Several processes write one order (if unknown: fail)' },
		ends: TWICE,
	},
	'a request is looked for only once after its call': {
		file: DECIDE,
		of: 'write: [300, 1_700, 3_000, 5_000]',
		instead: 'write: [300]',
		finds: calls,
		ends: TWICE,
	},
	'a part of a list counts as the whole': {
		file: RECOGNISE,
		of: 'return isWhole ?',
		instead: 'return isWhole || !isWhole ?',
		finds: calls,
		ends: TWICE,
	},
	'a queue that can’t be read has nothing': {
		file: DECIDE,
		of: 'if (isUnclear(look)) {',
		instead: "if (isUnclear(look) && look.because === '') {",
		finds: calls,
		ends: TWICE,
	},
	'a queue that can’t tell has no such order': {
		file: DECIDE,
		of: "if (isUnclear(existing)) return { next: 'end', as: 'cannotTell', because: existing.because };\n\tif (existing.is === 'absent')",
		instead: "if (isUnclear(existing) || existing.is === 'absent')",
		finds: { kind: 'Custom Request IDs, and If Already Queued is fail' },
		ends: TWICE,
	},
	'a request is recognised by its words': {
		file: RECOGNISE,
		of: 'return (hasOtherWords ?',
		instead:
			"if (!hasOtherWords && given === undefined) return 'identified';\n\treturn (hasOtherWords ?",
		finds: { kind: 'A colleague writes the same' },
		ends: /takes r\d, which writes "a colleague's", for item 0$/,
	},
	'a request counts that has the same identifier and other words': {
		file: RECOGNISE,
		of: "if (isIts && (!hasOtherWords || write.identity === 'made'))",
		instead: 'if (isIts)',
		finds: { kind: 'Two executions give one Custom Request ID to different requests' },
		ends: /takes r\d, which writes "b of run 1", for item 0$/,
	},
	'what carries the user’s own identifier is certainly the run’s': {
		file: LEARN,
		of: 'shared.has(identifier) && !own.has(record.id.toLowerCase())',
		instead: 'shared.has(identifier) && own.size < 0',
		finds: { kind: 'Custom Request IDs' },
		ends: TWICE,
	},
	'a Retry takes what was written with other values': {
		file: DECIDE,
		of: '!before.key.startsWith(write.key) &&',
		instead: "before.key === '' &&",
		finds: retries,
		ends: /is green with a-2 for item 0, but wrote a$/,
	},
	'a Retry looks for what has its present form': {
		file: DECIDE,
		of: 'afterMs: 0, isInAnyForm: true }',
		instead: 'afterMs: 0 }',
		finds: { kind: 'Retry, pressed twice, and only the changed form has GUIDs' },
		ends: TWICE,
	},
	'a Retry looks back to where it began itself': {
		file: DECIDE,
		of: 'if (!known.begunOn.has(write.connectionId)) return',
		instead: 'if (known.begunOn.size < 0) return',
		finds: { kind: 'A process dies' },
		ends: TWICE,
	},
	'an identifier that must not be queued twice is taken': {
		file: DECIDE,
		of: "write.replaces === undefined && policyOf(run, write) === 'fail'",
		instead: "write.replaces !== undefined && policyOf(run, write) === 'fail'",
		finds: { kind: 'Custom Request IDs, and If Already Queued is fail' },
		ends: /takes r\d, although that should fail$/,
	},
	'what may be an older request counts as the one that was sent': {
		file: RECOGNISE,
		of: 'if (oldest && mayBeOlder.has(oldest.id)) {',
		instead: 'if (oldest && mayBeOlder.size < 0) {',
		finds: { kind: 'A Custom Request ID that was used before, for the same' },
		ends: /takes r1, which writes "old", for item 0$/,
	},
	'what another form was sent as is another’s': {
		file: RECOGNISE,
		of: "if (identifier?.startsWith(write.slotPrefix)) return 'unclear';",
		instead: '',
		finds: retries,
		ends: TWICE,
	},
	'a request that is not shown is another’s': {
		file: RECOGNISE,
		of: 'if (candidates.length < others.length) {',
		instead: 'if (candidates.length > others.length) {',
		finds: little,
		ends: TWICE,
	},
	'what is shown once requests have ended is shown before': {
		file: RECOGNISE,
		of: '`${elementsOf(record)} ${isTerminal(record)}`',
		instead: '`${elementsOf(record)}`',
		finds: little,
		ends: TWICE,
	},
	'another item’s call for the same replacement is forgotten': {
		file: DECIDE,
		of: 'if (isOthersUnanswered(known, write)) {',
		instead: 'if (isOthersUnanswered(known, write) && known.own.size < 0) {',
		finds: { kind: 'Two items settle one request while the service is out of reach' },
		ends: TWICE,
	},
	'the key of a replacement forgets what was refused': {
		file: DECIDE,
		of: "const slotBefore = known.replacements.get(replaces ?? '') ?? slot;",
		instead: 'const slotBefore = slot;',
		finds: { kind: 'A request is settled, and again after a refusal' },
		ends: AGAIN,
	},
	'an execution takes its own request for an earlier one’s': {
		file: DECIDE,
		of: '!before.key.startsWith(write.key) && before.execution !== run.execution;',
		instead: '!before.key.startsWith(write.key) && run.isRetry;',
		finds: { kind: 'Retry, and Retry On Fail, and the form contains the time of day' },
		ends: /but that was itself$/,
	},
	'what may have been voided still counts': {
		file: DECIDE,
		of: 'const { record, doubt } = existing;',
		instead: 'const { record } = existing;\n\tconst doubt = undefined;',
		finds: { kind: 'An order was written, and what was removed is not read' },
		ends: /nobody knows whether what that wrote still stands$/,
	},
	'two items of a run share an identifier that must not be queued twice': {
		file: DECIDE,
		of: "if (other) return afterExisting(run, write, { is: 'found', record: other.record }) as Decision;",
		instead: "if (other) return { next: 'take', record: other.record };",
		finds: { kind: 'Two items with one Custom Request ID, and If Already Queued is fail' },
		ends: /although that should fail$/,
	},
	'what was seen before a call still counts after it': {
		file: LEARN,
		of: '({ calls, earlier }: Progress, failure: FailedCall): Progress => ({',
		instead:
			'({ calls, earlier, existing }: Progress, failure: FailedCall): Progress => ({\n\texisting,',
		finds: { kind: 'Two executions write one order in other words' },
		ends: TWICE,
	},
	'of several refused requests the oldest counts': {
		file: LEARN,
		of: 'const refused = candidates.flatMap',
		instead: 'const refused = [...candidates].reverse().flatMap',
		finds: {
			kind: 'A process dies whose request was refused, and went out again because of a lock',
		},
		ends: AGAIN,
	},
	'what is queued still counts as unanswered': {
		file: JOURNAL,
		of: '\tknown.unanswered.delete(slot);\n\tknown.lost.delete(slot);\n\tknown.own.set',
		instead: '\tknown.lost.delete(slot);\n\tknown.own.set',
		finds: { kind: 'A refused request is sent again, with another form' },
		ends: /gave no answer, but each did$/,
	},
	'what was refused is taken for a call that was lost later': {
		file: JOURNAL,
		of: "if (!own.has(id.toLowerCase())) own.set(id.toLowerCase(), '');",
		instead: '',
		finds: { kind: 'Retry, pressed twice, after refusals, and a call is lost' },
		ends: TWICE,
	},
	'a call is not noted before it goes out': {
		file: PERFORM,
		of: "note(run.journal, { event: 'sent', slot, key });",
		instead: '',
		finds: { scene: 'A run with Custom Request IDs, and its Retries' },
		ends: TWICE,
	},
	'where the queue stood is not read before the first call': {
		file: PERFORM,
		of: 'if (!isRead) await cursorOf(run, connectionId);',
		instead: '',
		finds: { scene: 'A run with Custom Request IDs, and its Retries' },
		ends: TWICE,
	},
	'others send while an item looks for its call': {
		file: PERFORM,
		of: ': await sharedOf(run, write.connectionId).lock.exclusive(look);',
		instead: ': await look();',
		finds: {
			scene: 'A run whose writes go out at once with one Custom Request ID, and its Retries',
		},
		ends: /takes one request for several items$/,
	},
	'executions write one order at once': {
		file: PERFORM,
		of: '? await run.claims.during(`${connectionId} ${replaces ?? identifier}`, work, run.service.signal)',
		instead: '? await work()',
		finds: { scene: 'Two runs that settle the same request' },
		ends: TWICE,
	},
};

/** The story that ends wrong. */
async function storyOf({ finds }: Fault): Promise<string> {
	try {
		if ('scene' in finds) {
			const { tellScene } = jest.requireActual<typeof Scenes>('./scenes');
			await tellScene(finds.scene);
		} else {
			const { nothingPlayed, play } = jest.requireActual<typeof Play>('./play');
			const { worldsOf } = jest.requireActual<typeof Worlds>('./worlds');
			for (const world of worldsOf(finds.kind, false)) play(world, nothingPlayed());
		}
	} catch (error) {
		return (error as Error).message;
	}
	return 'Nothing goes wrong.';
}

/** `TELL_STORIES=1` prints the stories. */
test.each(Object.entries(faults))('the exploration finds that %s', async (_, fault) => {
	const story = await withChange(fault, async () => await storyOf(fault));
	if (process.env.TELL_STORIES) process.stdout.write(`${story}\n\n`);
	expect(story.split('\n').at(-1)).toMatch(fault.ends);
});
