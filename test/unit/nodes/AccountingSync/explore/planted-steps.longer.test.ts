import { type Change, withChange } from '../../../queue/explore/plant';
import type * as Play from '../../../queue/explore/play';
import type * as Model from './model';
import type * as Worlds from './worlds';

/** A fault, with the kind of story that finds it, and how the story ends. */
interface Fault extends Change {
	kind: string;
	ends: RegExp;
}

const ITEMS = 'queue/once/items.ts';
const ROUNDS = 'nodes/AccountingSync/execution/steps/rounds.ts';
const TURNS = 'nodes/AccountingSync/execution/steps/turns.ts';
const TAKE_STEP = 'nodes/AccountingSync/execution/steps/takeStep.ts';
const RESOURCES = 'nodes/AccountingSync/resources';
const CHANGE = `${RESOURCES}/records/changeRecord.ts`;
const SETTLE = `${RESOURCES}/records/settling/settleAddition.ts`;
const LEARN = 'queue/once/learn.ts';
const UNDO = `${RESOURCES}/books/undo.ts`;

const TWICE = /(?:was added|is in the books) twice$/;
const IN_VAIN = /fails although nothing went wrong$/;
const lines = { kind: 'Lines are added, and Retry is pressed', ends: TWICE };
const REMOVED = 'A line is removed, and a colleague adds the same';
const HIDDEN = 'Lines are added at a service that honours keys, or shows no identifiers';
const SETTLED = 'An invoice is settled if its outcome is unknown';
const SAYS_SO = 'An Update says whether it has changed anything';
const REORDERED = 'Lines are added to two invoices, and the items come in another order';
const UNDONE = 'An execution is undone';
const FASTER = 'Two items change the same, and the second one was faster';

const faults: Record<string, Fault> = {
	'what goes out again goes out in another place': {
		file: ITEMS,
		of: 'if (position?.item === item && position.step === step) return position.round;',
		instead: '',
		kind: HIDDEN,
		ends: TWICE,
	},
	'an item begins anew though it waits for something': {
		file: ITEMS,
		of: "if (isFailed || isStale) return { at: 'beginning' };",
		instead: "if (run.isRetry || isFailed || isStale) return { at: 'beginning' };",
		...lines,
	},
	'a changed form makes forgotten what was written': {
		file: ITEMS,
		of: 'return written && written.execution !== run.execution',
		instead: 'return written === known.queued',
		...lines,
	},
	'the words of what only the queue knows do not count': {
		file: ITEMS,
		of: '(words !== undefined && !words',
		instead: '(words?.length === 99 && !words',
		...lines,
		ends: /is not in the books$/,
	},
	'it does not count which invoice was to be changed': {
		file: CHANGE,
		of: 'requests: ({ form }) => [namedByForm(form)],',
		instead: 'requests: undefined,',
		kind: 'The memos of two invoices are changed, and the items come in another order',
		ends: /its memo is another one$/,
	},
	'lines are added again by an item that has another number': {
		file: ITEMS,
		of: 'if (other) return orderChanged(other);',
		instead: '',
		kind: REORDERED,
		ends: /was added twice$/,
	},
	'what an earlier item has written over stays so': {
		file: TURNS,
		of: 'if (isDone && isOver)',
		instead: 'if (isDone && changes.length === 99)',
		kind: FASTER,
		ends: /the memo is "(?:before|ours)"$/,
	},
	'what a later item has created is not written again': {
		file: `${RESOURCES}/records/findingSteps.ts`,
		of: '\t\tchanges: String(record.fields.ListID),\n',
		instead: '',
		kind: FASTER,
		ends: /the phone is "1"$/,
	},
	'an item begins anew that has added lines': {
		file: TURNS,
		of: 'const bound = !isDone && isBound(next, form, steps);',
		instead: 'const bound = false;',
		kind: FASTER,
		ends: TWICE,
	},
	'what is written again has its lines once more': {
		file: CHANGE,
		of: 'kept?.before ? wantedAgain(plan.wanted(form)) : plan.wanted(form);',
		instead: 'kept?.before ? plan.wanted(form) : plan.wanted(form);',
		kind: FASTER,
		ends: TWICE,
	},
	'a later round does not look for what another worker has written': {
		file: TURNS,
		of: '(isRead ? [] : [connectionId])',
		instead: '(isRead ? [connectionId] : [])',
		kind: 'Lines are added by one execution that two workers run',
		ends: TWICE,
	},
	'what was read before a crash counts': {
		file: ITEMS,
		of: "if (round > latest) events.push({ event: 'turn', round });",
		instead: '',
		kind: FASTER,
		ends: /the memo is "before"$/,
	},
	'it does not count which invoice was to be voided': {
		file: `${RESOURCES}/records/removeRecord.ts`,
		of: 'requests: ({ form, qbxml }) => [removing(form, qbxml)] },',
		instead: 'requests: undefined },',
		kind: 'An invoice is voided',
		ends: /is not void$/,
	},
	'it does not count what a customer was created with': {
		file: `${RESOURCES}/records/findingSteps.ts`,
		of: 'requests: (asking) => [creation(apart(asking))] },',
		instead: 'requests: undefined },',
		kind: 'A customer is created, and its form is changed',
		ends: /another phone number$/,
	},
	'what was found in the queue, but not planned, is forgotten': {
		file: ITEMS,
		of: 'if (unplanned) return foundAt',
		instead: 'if (unplanned && !known) return foundAt',
		...lines,
	},
	'what was one of several is another one when it is alone': {
		file: 'queue/once/learn.ts',
		of: 'if (own.part !== part && isRetry) return -1;',
		instead: 'if (own.part !== part) return -1;',
		kind: 'An execution is undone that wrote two invoices',
		ends: /was voided twice$/,
	},
	'the queue does not tell where an item stands': {
		file: ITEMS,
		of: 'events.push(queuedIn(slot));\n',
		instead: 'if (step !== item) continue;\n\t\tevents.push(queuedIn(slot));\n',
		kind: "A memo is changed, and a colleague's stays",
		ends: /says "changed: false"$/,
	},
	'an item whose outcome is unclear begins anew': {
		file: ROUNDS,
		of: 'if (error instanceof UnclearError || isSo(own?.hasWritten)) return false;',
		instead: 'if (isSo(own?.hasWritten)) return false;',
		...lines,
	},
	'a Retry goes on from what was read before': {
		file: ITEMS,
		of: '\t\tconst isStale =\n\t\t\trun.isRetry &&',
		instead: '\t\tconst isStale =\n\t\t\titem === undefined &&',
		kind: 'An execution is undone that wrote two invoices',
		ends: /was voided twice$/,
	},
	'what may be carried out once only begins anew, whatever became of it': {
		file: ROUNDS,
		of: 'return !isOnceOnly ||',
		instead: 'return true ||',
		...lines,
	},
	'an unknown outcome counts as a refusal': {
		file: TAKE_STEP,
		of: "isUnknown: !('failed' in outcome && wroteNothing(outcome.failed)),",
		instead: 'isUnknown: false,',
		kind: UNDONE,
		ends: /says that the payment stays$/,
	},
	'a line is looked for anew on Retry (8)': {
		file: CHANGE,
		of: 'const remembered = kept.remembered ??',
		instead: 'const remembered =',
		kind: REMOVED,
		ends: /the colleague's line was removed$/,
	},
	'after a crash, a line is removed once more by what it holds': {
		file: CHANGE,
		of: 'return isAddingLines(wanted) || (isForgotten && isRemovingUnnamed(wanted));',
		instead: 'return isAddingLines(wanted);',
		kind: REMOVED,
		ends: /the colleague's line was removed$/,
	},
	'a line that is gone already is an error (12)': {
		file: CHANGE,
		of: 'const without = notThere.length > 0 && { not_there: notThere };',
		instead:
			"const without = notThere.length > 0 && { not_there: notThere };\n\t\tif (without) throw new FormError('It is gone.', 'Look.');",
		kind: 'Two executions remove one line',
		ends: IN_VAIN,
	},
	"a colleague's change does not count": {
		file: CHANGE,
		of: 'const conflicts = base ? conflictsOf(knowledge, base, record, wanted) : [];',
		instead: 'const conflicts: ReturnType<typeof conflictsOf> = [];',
		kind: "A memo is changed, and a colleague's stays",
		ends: /the colleague's memo was overwritten$/,
	},
	'other lines do not count when the outcome is unknown': {
		file: CHANGE,
		of: 'if (isAdding && (!base || hasOtherLines(knowledge, wanted, base, record)))',
		instead: 'if (isAdding && !base)',
		...lines,
	},
	'what is written again does not say what it replaces': {
		file: `${RESOURCES}/books/settle.ts`,
		of: '\treplaces: unknownIn(form).newestId,\n',
		instead: '',
		kind: 'Two executions settle one request',
		ends: TWICE,
	},
	'what may still wait in the queue is written again': {
		file: SETTLE,
		of: 'if (kept.requestId === undefined) throw lostError(noun);',
		instead: '',
		kind: SETTLED,
		ends: TWICE,
	},
	'an invoice is voided together with its payment (9)': {
		file: UNDO,
		of: 'removal && !isLater ? [{ trace, removal }] : [],',
		instead: 'removal ? [{ trace, removal }] : [],',
		kind: UNDONE,
		ends: /its payment stands$/,
	},
	'an unknown removal counts as done': {
		file: UNDO,
		of: 'if (isUnknown) {',
		instead: 'if (isUnknown) return { action: done, why: null };\n\tif (isUnknown) {',
		kind: UNDONE,
		ends: /says that|its payment stands$/,
	},
	'what a colleague has changed is voided': {
		file: 'quickbooks/books/undo/recordTypes.ts',
		of: '? changedSince({ facts, form: own, timezone }, asWritten, now)',
		instead: '? []',
		kind: 'An execution is undone, and a colleague had changed its invoice',
		ends: /was voided$/,
	},
	'a request of a later round stands for an earlier one': {
		file: LEARN,
		of: 'if (identifier.startsWith(key)) return 3;',
		instead: 'return 3;',
		kind: 'An execution is undone that wrote two invoices',
		ends: /an invoice was voided twice$/,
	},
	'what a try before has changed does not count': {
		file: CHANGE,
		of: "const changed = ['written', 'extended'].some(progress.mayHaveWritten);",
		instead: 'const changed = false;',
		kind: SAYS_SO,
		ends: /says "changed: false"$/,
	},
	'custom fields that were set before a crash count as those of somebody else': {
		file: ITEMS,
		of: "events.push({ event: 'seen', slot, key: identifier, id: record.id });",
		instead: '',
		kind: SAYS_SO,
		ends: /says "changed: false"$/,
	},
	'what was refused counts as written': {
		file: 'queue/once/journal.ts',
		of: "stepWrites.get(stepPositionOfSlot(slot)?.item ?? '')?.delete(id);",
		instead: '',
		kind: SAYS_SO,
		ends: /says "changed: true"$/,
	},
	'a customer that a try before has created counts as found': {
		file: `${RESOURCES}/records/findingSteps.ts`,
		of: "mayHaveWritten('created');",
		instead: "mayHaveWritten('none');",
		kind: 'A customer that nobody else creates is created',
		ends: /says "created: false"$/,
	},
	'an order that failed is none (13)': {
		file: `${RESOURCES}/books/compare.ts`,
		of: '\t\t\t\t\tfailed,\n',
		instead: '\t\t\t\t\tfailed: new Map(),\n',
		kind: 'Orders are compared, of which one is wrong in the form',
		ends: /unexpected$/,
	},
};

const NOTHING_WRONG = 'Nothing goes wrong.';

/** The story that ends wrong. */
function storyOf({ kind }: Fault): string {
	const { nothingPlayed, playAll } = jest.requireActual<typeof Play>('../../../queue/explore/play');
	const { playable } = jest.requireActual<typeof Model>('./model');
	const { kinds } = jest.requireActual<typeof Worlds>('./worlds');
	try {
		for (const world of kinds[kind](false)) playAll(kind, playable(world), nothingPlayed());
	} catch (error) {
		return (error as Error).message;
	}
	return NOTHING_WRONG;
}

/** `TELL_STORIES=1` prints the stories. */
test.each(Object.entries(faults))('the exploration finds that %s', async (_, fault) => {
	const story = await withChange(fault, async () => storyOf(fault));
	if (process.env.TELL_STORIES) process.stdout.write(`${story}\n\n`);
	expect(story).not.toBe(NOTHING_WRONG);
	expect(story.split('\n').at(-1)).toMatch(fault.ends);
});
