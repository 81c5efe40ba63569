import { crc32 } from 'node:zlib';

/** What a push was answered under an idempotency key. */
export type Delivery = { key: string; bodyHash: string; answer: unknown };

/** What stands before the body of a push in the log. */
export type FrameHeader = {
  format: BodyFormat;
  /** One for all rows, or several that the rows name by their type. */
  datasets: string[];
  /** The name of the write key, and when the push came. */
  keyName: string;
  receivedAt: number;
  /** The places of the rows that were refused at the door. */
  refused: number[];
  delivery: Delivery | null;
};

/** What a body is: rows as JSON or one a line, or a batch of messages. */
export type BodyFormat = 'json' | 'lines' | 'messages';

export type Frame = { header: FrameHeader; body: Buffer; size: number };

// Length and checksum of the rest; then the length of the header, the header and the body.
const prefix = 8;
const maxLength = 64 * 1024 * 1024;

/** No frame is longer than this. */
export const maxFrame = prefix + maxLength;

/** A push as it is kept in the log. */
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

/** The whole frames at the beginning of some bytes, as far as they are sound. */
export function* framesIn(bytes: Buffer): Generator<Frame> {
  let start = 0;
  for (;;) {
    const frame = frameAt(bytes, start);
    if (!frame) return;
    yield frame;
    start += frame.size;
  }
}

function frameAt(bytes: Buffer, start: number): Frame | undefined {
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
