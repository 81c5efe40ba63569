/** The case folding of DuckDB: ASCII letters only. `toLowerCase` also folds others, for example U+212A to "k". */
export const foldIdentifier = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

// Case folding of Unicode (flags i and u) and toLowerCase differ: U+017F is in the first alone, U+0130 in the second.
const folds = (character: string) =>
  character > '\u007f' && (/[a-z]/iu.test(character) || /[a-z]/.test(character.toLowerCase()));

/** Whether case folding of Unicode would turn a character beyond ASCII into an ASCII letter. */
export const hasAsciiLookalike = (name: string) => Array.from(name).some(folds);
