import { withoutInvisible } from './nothing';

/**
 * A text without marks that nobody sees, such as those that come along with what is copied from a web page, and with each accent in its
 * letter. QuickBooks would show such a mark, or an accent of its own, as "?", and find no record by it.
 */
export const cleanText = (text: string): string => withoutInvisible(text).normalize('NFC');
