const spaces = '\t\n\r';

/** A text without what XML has no way to say. */
export const sayable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\ufffe\uffff]/gu, (letter) => (spaces.includes(letter) ? letter : '')).toWellFormed();
