import type { Encoding } from '#domain/cells/reading.ts';
import { createDecoder } from '#engine/files/decoder.ts';

const tables = new Map<Encoding, Map<string, number[]>>();

/** The bytes of every character that takes one or two of them. */
function tableOf(encoding: Encoding): Map<string, number[]> {
  const cached = tables.get(encoding);
  if (cached) return cached;
  const table = new Map<string, number[]>();
  const add = (...bytes: number[]) => {
    try {
      const decoder = createDecoder(encoding);
      const text = decoder.decode(Uint8Array.from(bytes)) + decoder.end();
      if (Array.from(text).length === 1 && !table.has(text)) table.set(text, bytes);
    } catch {
      // No character of this encoding.
    }
  };
  for (let lead = 0; lead < 256; lead++) add(lead);
  const isSingle = /^(?:windows|iso|koi8)/.test(encoding);
  for (let lead = 0x81; lead < (isSingle ? 0x81 : 0xff); lead++)
    for (let trail = 0x40; trail < 0xff; trail++) add(lead, trail);
  tables.set(encoding, table);
  return table;
}

/** Encodes a text, or returns undefined if it has characters that the encoding lacks. */
export function encode(text: string, encoding: Encoding): Buffer | undefined {
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return encodeUtf32(text, encoding === 'utf-32le');
  const table = tableOf(encoding);
  const bytes = Array.from(text).map((char) => table.get(char));
  return bytes.includes(undefined) ? undefined : Buffer.from(bytes.flatMap((each) => each!));
}

function encodeUtf32(text: string, isLittleEndian: boolean): Buffer {
  const bytes = Buffer.concat(Array.from(text).map((char) => Buffer.from(Uint32Array.of(char.codePointAt(0)!).buffer)));
  return isLittleEndian ? bytes : bytes.swap32();
}
