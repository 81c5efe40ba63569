import { build } from 'esbuild';

import { launch } from './browser.ts';
import { type Measurement, medianOf } from './measurement.ts';

const points = 100_000;
const rounds = 7;

/** Draws a long line in a real browser. */
export async function measureCharts(): Promise<Measurement[]> {
  const { outputFiles } = await build({
    entryPoints: ['bench/chart-page.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    alias: { '#contract': './contract', '#display': './display', '#web': './web' },
  });
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addScriptTag({ content: outputFiles[0]!.text });
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push(
      await page.evaluate(
        (count) => (window as unknown as { drawLongLine: (points: number) => Promise<number> }).drawLongLine(count),
        points,
      ),
    );
  }
  await browser.close();
  return [{ name: 'drawing a line of 100,000 points', value: medianOf(times), unit: 'ms', atMost: 250 }];
}
