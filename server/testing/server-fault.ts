import type { Socket } from 'node:net';

/**
 * How a PostgreSQL server misbehaves: `silent` never responds, `slow` sends a byte per second, `reset` ends the session
 * within a result, `endless` repeats a row endlessly, `lying` sends text in place of numbers.
 */
export type ServerFault = 'silent' | 'slow' | 'reset' | 'endless' | 'lying';

/** Forwards an answer of the server to its client, with the fault. */
export function reply(client: Socket, fault: ServerFault, bytes: Buffer): void {
  const row = findRow(bytes);
  if (fault === 'silent') return;
  if (fault === 'slow') writeSlowly(client, bytes);
  else if (!row) client.write(bytes);
  else if (fault === 'reset') client.write(bytes.subarray(0, row.start + 3), () => client.resetAndDestroy());
  else if (fault === 'endless') writeEndlessly(client, bytes.subarray(0, row.end), bytes.subarray(row.start, row.end));
  else client.write(replaceDigits(bytes, row));
}

type RowPosition = { start: number; end: number };

/** The first row among the messages: a letter for its kind, its length in four bytes, and its content. */
function findRow(bytes: Buffer): RowPosition | undefined {
  for (let start = 0; start + 5 <= bytes.length;) {
    const end = start + 1 + bytes.readUInt32BE(start + 1);
    if (bytes[start] === 'D'.charCodeAt(0)) return { start, end };
    start = end;
  }
  return undefined;
}

function writeSlowly(client: Socket, bytes: Buffer): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent < bytes.length && !client.destroyed) client.write(bytes.subarray(sent, ++sent));
    else clearInterval(timer);
  }, 1000);
}

/** Writes a row as fast as the client reads, until it disconnects. */
function writeEndlessly(client: Socket, first: Buffer, row: Buffer): void {
  const rows = Buffer.concat(Array.from({ length: 1000 }, () => row));
  const writeMore = () => {
    while (!client.destroyed && client.write(rows));
  };
  client.on('drain', writeMore);
  client.write(first);
  writeMore();
}

const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;

function replaceDigits(bytes: Buffer, { start, end }: RowPosition): Buffer {
  const content = bytes.subarray(start + 5, end).map((byte) => (isDigit(byte) ? 'x'.charCodeAt(0) : byte));
  return Buffer.concat([bytes.subarray(0, start + 5), content, bytes.subarray(end)]);
}
