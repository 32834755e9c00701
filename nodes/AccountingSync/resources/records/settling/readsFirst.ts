import type { OrderComparison } from '../../../../../quickbooks/books/orderContents';
import type { ValuesByPath } from '../../../../../quickbooks/filledIn/recordValues';
import type { Form } from '../../../../../quickbooks/form/form';
import type { FormError } from '../../../../../quickbooks/form/formError';
import type { AnswerElement } from '../../../../../quickbooks/qbxml/answerFromXml';
import { withoutVersion } from '../../../../../quickbooks/qbxml/requestXml';
import {
	type Asking,
	type ReadingContent,
	type RequestContent,
	xmlIn,
} from '../../../operations/requestContent';
import {
	answersOf,
	type Next,
	type Progress,
	refusedIn,
	type Steps,
	whileLocked,
} from '../../../operations/steps';
import { type AdditionSpec, settlingSteps } from './settleAddition';

/** What an addition depends on besides the form, and how it follows from that. */
export interface ReadsFirst {
	/** Whether it is read for a form. */
	isNeeded: (form: Form) => boolean;
	/** What the user should know if it isn't. */
	hintWithout: (form: Form) => string | undefined;
	/** What is read. */
	requests: (asking: Asking) => ReadingContent[];
	/** The values that are added, from those filled in and the answers, and what is missing for them. */
	complete: (
		values: ValuesByPath,
		answers: readonly AnswerElement[],
	) => { values: ValuesByPath; missing?: string[] };
	/** What was written, as it was filled in (see `OrderComparison`). */
	asFilledIn?: OrderComparison['asFilledIn'];
	/**
	 * Whether the addition goes out although something is missing: an earlier request in the queue may stand for it, or else QuickBooks
	 * refuses it.
	 */
	isRefusedByQuickBooks: (form: Form) => boolean;
	/**
	 * The error for what is missing.
	 * @param said What QuickBooks has said to it, if it was asked.
	 */
	error: (missing: readonly string[], said?: string) => FormError;
}

type Complete = (values: ValuesByPath) => ValuesByPath;

/** What the steps are made with. */
export interface ReadingSpec extends Pick<AdditionSpec, 'noun' | 'output'> {
	readsFirst: ReadsFirst;
	/** The request that adds the record, from the form's values as `complete` makes them. */
	addition: (asking: Asking, complete?: Complete) => RequestContent;
}

/** What the write is known by, whatever was read before it: what the user has filled in. */
const filledInWords = (request: RequestContent): string => withoutVersion(xmlIn(request));

/**
 * The steps of a write that adds a record from what is read first. A form that needs nothing to be read begins with the addition
 * itself. So does its settling, if the outcome is unknown (see `settlingSteps`).
 */
export function stepsAfterReading({ noun, readsFirst, addition, output }: ReadingSpec): Steps {
	const named = (asking: Asking, content = addition(asking)): RequestContent => ({
		...content,
		writes: filledInWords(addition(asking)),
	});
	const completed = (asking: Asking, answers: readonly AnswerElement[]) => {
		const missing: string[] = [];
		const content = addition(asking, (values) => {
			const done = readsFirst.complete(values, answers);
			missing.push(...(done.missing ?? []));
			return done.values;
		});
		return { content: named(asking, content), missing };
	};
	const settling = settlingSteps({
		noun,
		addition: (asking, read) =>
			read === undefined ? addition(asking) : completed(asking, read).content,
		output,
		reads: (asking) => (readsFirst.isNeeded(asking.form) ? readsFirst.requests(asking) : []),
	});
	const { written } = settling;
	const write = (progress: Progress): Next => {
		const { form, kept } = progress;
		const { content, missing } = completed(progress, answersOf(progress));
		if (missing.length > 0 && !readsFirst.isRefusedByQuickBooks(form)) {
			throw readsFirst.error(missing);
		}
		return { requests: [content], then: 'written', kept: { ...kept, missing } };
	};
	/** Somebody had something open: what is read may be another when the addition goes out again. */
	const again = (progress: Progress): Next | undefined =>
		whileLocked(progress, () => ({ requests: readsFirst.requests(progress), then: 'begun' }));
	const refused = (progress: Progress): Next | undefined => {
		const { refusal, isUnknown } = refusedIn(progress) ?? {};
		const missing = (progress.kept.missing ?? []) as string[];
		if (refusal && isUnknown === false && missing.length > 0) {
			throw readsFirst.error(missing, `${refusal.message} (Error code: ${refusal.code ?? 'none'})`);
		}
		return written.refused?.(progress);
	};
	return {
		begun: {
			answered: (progress) =>
				readsFirst.isNeeded(progress.form) ? write(progress) : written.answered(progress),
			refused: (progress) =>
				readsFirst.isNeeded(progress.form) ? undefined : written.refused?.(progress),
		},
		...settling,
		written: {
			requests: (asking) => [named(asking)],
			answered: written.answered,
			refused: (progress) => again(progress) ?? refused(progress),
		},
	};
}
