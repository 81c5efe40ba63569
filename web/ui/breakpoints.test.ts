import { theme } from 'antd';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const breakpoints = [480, 576, 768, 992, 1200, 1600];
const web = path.resolve(import.meta.dirname, '..');

test('S38 the components break at 480, 576, 768, 992, 1200 and 1600 pixels', () => {
  const { screenXS, screenSM, screenMD, screenLG, screenXL, screenXXL } = theme.getDesignToken();
  expect([screenXS, screenSM, screenMD, screenLG, screenXL, screenXXL]).toEqual(breakpoints);
});

test('S38 our own style sheets break at the same widths and no others', () => {
  const wrong = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) =>
      // Card widths are queried with @container and are not viewport widths.
      (readFileSync(path.join(web, name), 'utf8').match(/@media[^{]*/g) ?? [])
        .flatMap((rule) => [...rule.matchAll(/\((min|max)-width: (\d+)px\)/g)])
        .filter(([, side, width]) => !breakpoints.includes(Number(width) + (side === 'max' ? 1 : 0)))
        .map(([rule]) => `${name}: ${rule}`),
    );
  expect(wrong).toEqual([]);
});
