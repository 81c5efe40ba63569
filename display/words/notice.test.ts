import { expect, test } from 'vitest';

import type { Notice } from '#contract/notifications/routes.ts';
import type { Look } from '#display/frame.ts';
import { noticeWords } from './notice.ts';

const look = (language: Look['language'], zone = 'Asia/Shanghai'): Look => ({
  language,
  zone,
  theme: 'light',
  units: 'language',
  rising: 'red',
  weekStart: 'monday',
});

const fired: Notice = {
  kind: 'alert_fired',
  alert: 'a',
  name: '销售额',
  condition: { kind: 'falls', percent: 20, against: 'week' },
  values: [
    { label: '广州', value: 800, base: 1000 },
    { label: '深圳', value: null, base: 1000 },
  ],
  more: 3,
  step: '2026-11-14',
};

test('an alert notice has its condition and the values that met it, in both languages', () => {
  expect(noticeWords(fired, look('zh_CN'))).toEqual({
    title: '“销售额”较上周同期下降 20% 及以上',
    text: '2026-11-14：广州 800 (-20%)、深圳 无数据等 5 项',
  });
  expect(noticeWords(fired, look('en_US'))).toEqual({
    title: '“销售额”: down by 20% or more compared with a week earlier',
    text: '2026-11-14: 广州 800 (-20%), 深圳 no data and 3 more',
  });
});

test('hours are in the time zone of the reader', () => {
  const hourly: Notice = { ...fired, step: '2026-11-14T16:00:00Z', grain: { unit: 'hour' }, zone: 'UTC' };
  expect(noticeWords(hourly, look('en_US')).text).toMatch(/^2026-11-15 00:00: /);
  expect(noticeWords(hourly, look('en_US', 'UTC')).text).toMatch(/^2026-11-14 16:00: /);
});

test('an import notice has the number of rows to correct', () => {
  const notice: Notice = {
    kind: 'import_rejects',
    import: 'i',
    application: 'a',
    dataset: 'd',
    file: 'orders.csv',
    rows: 12_000,
    rejected: 1,
  };
  expect(noticeWords(notice, look('en_US')).text).toBe(
    '1 row was rejected and can be corrected; 12,000 rows were imported.',
  );
  expect(noticeWords(notice, look('zh_CN')).text).toBe('1 行待修正，12,000 行已导入。');
});
