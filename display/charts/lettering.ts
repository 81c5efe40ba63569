/** Characters that are as wide as they are high. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\u{1f000}-\u{3ffff}]/u;
const narrow = /[iljtfrI.,:;'|!()[\] ]/;

function sizeOf(character: string): number {
  if (wide.test(character)) return 1;
  if (narrow.test(character)) return 0.32;
  return /[A-Zmw%@]/.test(character) ? 0.7 : 0.56;
}

/** How wide a text will be, roughly: there is no page to measure it on everywhere. */
export function widthOf(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text) width += sizeOf(character);
  return width * fontSize;
}

/** A name from anywhere as one line, without marks that turn text around. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  // The drawing library keeps the widths of texts in a plain object, where this name would be every object's parent.
  return line === '__proto__' ? '\u2060__proto__' : line;
}

/** A text that fits, with an ellipsis if it had to be cut. */
export function clip(text: string, room: number, fontSize: number): string {
  const line = oneLine(text);
  if (widthOf(line, fontSize) <= room) return line;
  let width = fontSize;
  let kept = '';
  for (const character of line) {
    width += sizeOf(character) * fontSize;
    if (width > room) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}
