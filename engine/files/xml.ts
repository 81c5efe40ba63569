import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';

import { Problem } from '#contract/errors.ts';
import type { ArchiveEntry } from './archive.ts';
import { wholeCharacters } from './encoding.ts';
import type { Meter } from './unpack.ts';

/** Callbacks for the tags and texts of an XML part; names come without their namespace prefix. */
export type XmlHandlers = {
  open: (name: string, attributes: Record<string, string>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

/** Parses a part of an archive. */
export async function readXml(entry: ArchiveEntry, handlers: XmlHandlers): Promise<void> {
  const parser = createParser(handlers);
  for await (const text of readText(entry)) parser.write(text);
  if (entry.isWhole) parser.close();
}

/** The text of a part of an archive, while it is unpacked. */
async function* readText(entry: ArchiveEntry): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of await entry.open()) {
    decoder ??= new TextDecoder(encodingOf(chunk as Buffer));
    yield decoder.decode(chunk as Buffer, { stream: true });
  }
}

/** The text of a part of an archive as valid UTF-8, in whole characters, while it is unpacked. */
export async function* readUtf8(entry: ArchiveEntry, meter: Meter): AsyncGenerator<Buffer> {
  let convert: ((bytes: Buffer) => Buffer) | undefined;
  for await (const chunk of await entry.open()) {
    meter.count((chunk as Buffer).length);
    convert ??= utf8ConverterOf(encodingOf(chunk as Buffer));
    yield convert(chunk as Buffer);
  }
}

const byteOrderMark = Buffer.from('\uFEFF');

function utf8ConverterOf(encoding: string): (bytes: Buffer) => Buffer {
  // The byte order mark of a text in UTF-16 is removed by its decoder.
  const decoder = new TextDecoder(encoding, { ignoreBOM: encoding === 'utf-8' });
  if (encoding !== 'utf-8') return (bytes) => Buffer.from(decoder.decode(bytes, { stream: true }));
  let isStart = true;
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
    const end = wholeCharacters(all);
    rest = all.subarray(end);
    const from = isStart && all.indexOf(byteOrderMark) === 0 ? byteOrderMark.length : 0;
    isStart &&= end === 0;
    const whole = all.subarray(from, end);
    return isUtf8(whole) ? whole : Buffer.from(decoder.decode(whole));
  };
}

function encodingOf(bytes: Buffer): string {
  const mark = bytes.readUInt16BE(0);
  return mark === 0xfffe || mark === 0x3c00 ? 'utf-16le' : mark === 0xfeff || mark === 0x003c ? 'utf-16be' : 'utf-8';
}

export function createParser({ open, close, text }: XmlHandlers): SaxesParser {
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => open(localName(name), attributes as Record<string, string>));
  if (close) parser.on('closetag', ({ name }) => close(localName(name)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  parser.on('doctype', () => {
    throw new Problem('file_unsafe', { detail: 'DOCTYPE' });
  });
  parser.on('error', (error) => {
    // Some writers leave control characters in text; everything else can be read.
    if (!/disallowed character/.test(error.message)) throw error;
  });
  return parser;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** An attribute by its local name, whatever its prefix. */
export function attributeOf(attributes: Record<string, string>, name: string): string | undefined {
  if (name in attributes) return attributes[name];
  const key = Object.keys(attributes).find((each) => each.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}
