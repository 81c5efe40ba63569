import type { Encoding } from '#contract/reading.ts';

/** Decodes bytes as they come; throws where they are no text in its encoding. */
export type Decoder = { decode: (bytes: Uint8Array) => string; end: () => string };

/** What this version of Node decodes wrongly or not at all is decoded here. */
export function createDecoder(encoding: Encoding): Decoder {
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return createUtf32Decoder(encoding === 'utf-32le');
  if (encoding === 'windows-1252') return { decode: decodeWindows1252, end: () => '' };
  const decoder = new TextDecoder(encoding, { fatal: true });
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

// Node takes windows-1252 for ISO 8859-1, which has control characters in these places.
const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function decodeWindows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.replaceAll(/[\u0080-\u009f]/g, (char) => windowsSigns[char.charCodeAt(0) - 0x80]!);
}

const unit = 4;

function createUtf32Decoder(isLittleEndian: boolean): Decoder {
  let rest = new Uint8Array(0);
  const decode = (bytes: Uint8Array) => {
    const all = Buffer.concat([rest, bytes]);
    const whole = all.length - (all.length % unit);
    const parts: string[] = [];
    for (let place = 0; place < whole; place += unit) {
      const code = isLittleEndian ? all.readUInt32LE(place) : all.readUInt32BE(place);
      // A mark at the beginning says the order of bytes and is no character.
      if (code !== 0xfeff) parts.push(String.fromCodePoint(code));
    }
    rest = all.subarray(whole);
    return parts.join('');
  };
  const end = () => {
    if (rest.length > 0) throw new RangeError('UTF-32 ends within a character');
    return '';
  };
  return { decode, end };
}
