/** Full-width characters. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\u{1f000}-\u{3ffff}]/u;
const narrow = /[iljtfrI.,:;'|!()[\] ]/;

function sizeOf(character: string): number {
  if (wide.test(character)) return 1;
  if (narrow.test(character)) return 0.32;
  return /[A-Zmw%@]/.test(character) ? 0.7 : 0.56;
}

/** Estimated text width: on the server there is no DOM to measure it. */
export function widthOf(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text) width += sizeOf(character);
  return width * fontSize;
}

/** User text as a single line, without bidi control characters. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  // zrender caches text widths in a plain object, where this key would be the prototype.
  return line === '__proto__' ? '\u2060__proto__' : line;
}

/** Clips a text to a width, with an ellipsis. */
export function clip(text: string, maxWidth: number, fontSize: number): string {
  const line = oneLine(text);
  if (widthOf(line, fontSize) <= maxWidth) return line;
  let width = fontSize;
  let clipped = '';
  for (const character of line) {
    width += sizeOf(character) * fontSize;
    if (width > maxWidth) break;
    clipped += character;
  }
  return `${clipped.trimEnd()}…`;
}
