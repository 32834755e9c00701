/** Latin 1, and what Windows 1252 has beyond: the letters of Western Europe. */
const KEPT = /[\u0000-\u00ffŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]/;

/** Whether the accounting application keeps a character as it is. All others come back as "?", or as another letter. */
export const isKept = (character: string): boolean => KEPT.test(character);
