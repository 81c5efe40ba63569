import type { Encoding } from '#domain/cells/reading.ts';

/** Decodes bytes incrementally; throws where they are invalid in its encoding. */
export type Decoder = { decode: (bytes: Uint8Array) => string; end: () => string };

/** Encodings that this version of Node decodes wrongly or not at all are decoded here. */
export function createDecoder(encoding: Encoding): Decoder {
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return createUtf32Decoder(encoding === 'utf-32le');
  if (encoding === 'windows-1252') return { decode: decodeWindows1252, end: () => '' };
  const decoder = new TextDecoder(encoding, { fatal: true });
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

// Node treats windows-1252 as ISO 8859-1, which has control characters at these code points.
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
    for (let offset = 0; offset < whole; offset += unit) {
      const code = isLittleEndian ? all.readUInt32LE(offset) : all.readUInt32BE(offset);
      // Skips the byte order mark.
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
