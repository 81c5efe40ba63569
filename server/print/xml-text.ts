const validControls = '\t\n\r';

/** Removes characters that are invalid in XML. */
export const stripInvalidXml = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, (character) => (validControls.includes(character) ? character : ''))
    .toWellFormed();
