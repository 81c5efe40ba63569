import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** Writes orders as a shop exports them, about `bytes` bytes. */
export async function writeOrders(file: string, bytes: number): Promise<void> {
  const out = createWriteStream(file);
  out.write('id,ordered_at,city,product,quantity,amount,paid\n');
  let written = 0;
  for (let n = 0; written < bytes;) {
    const lines = Array.from({ length: 5000 }, () => {
      n++;
      const at = new Date(1_700_000_000_000 + n * 1000).toISOString();
      return `${n},${at},city ${n % 300},product ${n % 5000},${n % 9},${(n % 100_000) / 100},${n % 3 === 0}`;
    });
    const text = `${lines.join('\n')}\n`;
    written += text.length;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
}
