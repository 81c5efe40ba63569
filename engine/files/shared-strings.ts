import type { ArchiveEntry } from './archive.ts';
import { readXml, type XmlHandlers } from './xml.ts';

/** Reads the shared strings of a workbook in order. */
export async function readSharedStrings(part: ArchiveEntry | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (!part) return strings;
  const item = createTextItem();
  await readXml(part, {
    open: (name) => {
      if (name === 'si') item.begin();
      item.handlers.open(name, {});
    },
    close: (name) => {
      item.handlers.close!(name);
      if (name === 'si') strings.push(item.end());
    },
    text: item.handlers.text!,
  });
  return strings;
}

/** Collects the text of an item with its runs, but without phonetic hints. */
export function createTextItem(): { begin: () => void; end: () => string; handlers: XmlHandlers } {
  let text = '';
  let isPhonetic = false;
  let isText = false;
  const handlers: XmlHandlers = {
    open: (name) => {
      if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = !isPhonetic;
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false;
      else if (name === 't') isText = false;
    },
    text: (part) => {
      if (isText) text += part;
    },
  };
  return { begin: () => (text = ''), end: () => decodeEscapes(text), handlers };
}

/** Excel encodes characters that XML does not allow as _x000D_. */
export const decodeEscapes = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
