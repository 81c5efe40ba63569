import { expect, test } from 'vitest';

import { regionalSettingsOf } from '#contract/preferences/preferences.ts';
import { loadSample } from '#display/charts/samples.ts';
import type { Look } from '#display/frame.ts';
import type { PrintCard } from '../print-card.ts';
import { drawCard } from './card.ts';

const look: Look = {
  language: 'en_US',
  zone: 'UTC',
  theme: 'light',
  units: 'language',
  ...regionalSettingsOf('en_US', {}),
};

test('a card that cannot be drawn shows an error and is reported', async () => {
  const { frame, drawing } = await loadSample('table', 'en_US');
  const brokenFrame = new Proxy(frame, { get: () => unreadable() });
  const card = { kind: 'chart', card: { id: 'c1' }, title: 'Sales', drawing, frame: brokenFrame, drawnFrame: frame };
  const failures: [string, string][] = [];
  const onFailedCard = (id: string, error: Error) => void failures.push([id, error.message]);
  const markup = await drawCard(card as PrintCard, { width: 400, height: 200 }, { look, onFailedCard });
  expect(failures).toEqual([['c1', 'unreadable']]);
  expect(markup).toContain('This card couldn’t be drawn.');
});

function unreadable(): never {
  throw new Error('unreadable');
}
