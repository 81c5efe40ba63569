import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

const cities = ['Shanghai', '北京', 'Berlin', 'New York', '深圳'];
const batch = 20_000;

/** Writes orders as a shop exports them, until there are enough rows or bytes. */
export async function writeOrders(file: string, { rows = Infinity, bytes = Infinity }): Promise<void> {
  const out = createWriteStream(file);
  out.write('id,at,city,amount,quantity,paid,day\n');
  let written = 0;
  for (let from = 0; from < rows && written < bytes; from += batch) {
    const lines = Array.from({ length: Math.min(batch, rows - from) }, (_, index) => orderOf(from + index)).join('');
    written += lines.length;
    if (!out.write(lines)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
}

function orderOf(number: number): string {
  const at = new Date(1.7e12 + number * 4000).toISOString();
  const amount = ((number * 7919) % 100_000) / 100;
  const city = cities[number % cities.length];
  return `${number},${at.slice(0, 10)} ${at.slice(11, 19)},${city},${amount},${number % 17},${number % 3 > 0},${at.slice(0, 10)}\n`;
}
