import { crc32 } from 'node:zlib';

/** The response to a push with an idempotency key. */
export type PushDelivery = { key: string; bodyHash: string; answer: unknown };

/** The header before the body of a push in the log. */
export type FrameHeader = {
  format: BodyFormat;
  /** One dataset for all rows, or several, chosen for each row by its type. */
  datasets: string[];
  /** The name of the write key, and the arrival time. */
  keyName: string;
  receivedAt: number;
  /** Indexes of rows that were rejected on arrival. */
  refused: number[];
  delivery: PushDelivery | null;
};

/** Format of a body: JSON, NDJSON or a batch of messages. */
export type BodyFormat = 'json' | 'lines' | 'messages';

export type LogFrame = { header: FrameHeader; body: Buffer; size: number };

// Layout: length and checksum of the rest, length of the header, header, body.
const prefix = 8;
const maxLength = 64 * 1024 * 1024;

/** Maximum length of a frame. */
export const maxFrame = prefix + maxLength;

/** Encodes a push as a log frame. */
export function frameOf(header: FrameHeader, body: Buffer): Buffer {
  const head = Buffer.from(JSON.stringify(header));
  const frame = Buffer.allocUnsafe(prefix + 4 + head.length + body.length);
  frame.writeUInt32LE(frame.length - prefix, 0);
  frame.writeUInt32LE(head.length, prefix);
  head.copy(frame, prefix + 4);
  body.copy(frame, prefix + 4 + head.length);
  frame.writeUInt32LE(crc32(frame.subarray(prefix)), 4);
  return frame;
}

/** The complete, undamaged frames at the beginning of some bytes. */
export function* framesIn(bytes: Buffer): Generator<LogFrame> {
  let start = 0;
  for (;;) {
    const frame = frameAt(bytes, start);
    if (!frame) return;
    yield frame;
    start += frame.size;
  }
}

function frameAt(bytes: Buffer, start: number): LogFrame | undefined {
  if (bytes.length < start + prefix) return undefined;
  const length = bytes.readUInt32LE(start);
  const end = start + prefix + length;
  if (length < 4 || length > maxLength || end > bytes.length) return undefined;
  const content = bytes.subarray(start + prefix, end);
  if (crc32(content) !== bytes.readUInt32LE(start + 4)) return undefined;
  const bodyStart = 4 + content.readUInt32LE(0);
  const header = JSON.parse(content.toString('utf8', 4, bodyStart)) as FrameHeader;
  return { header, body: content.subarray(bodyStart), size: prefix + length };
}
