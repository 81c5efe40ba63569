import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import type { NotificationSettings } from '#contract/notifications/routes.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { NotificationsPage } from './NotificationsPage.tsx';

afterEach(() => vi.restoreAllMocks());

const topics = { alerts: true, imports: true, datasets: true, access: true, channels: true };

test('settings changed in quick succession stay as chosen while the server responds slowly', async () => {
  let stored = { bell: topics, mail: topics, quiet: null } as NotificationSettings;
  const sends: { answer: () => void }[] = [];
  const calls = answerCalls({
    'GET /notifications/settings': () => stored,
    'GET /installation': () => ({ hasMail: true }),
    'PUT /notifications/settings': () =>
      new Promise<object>((resolve) => {
        const { body } = calls.findLast(({ key }) => key.startsWith('PUT'))!;
        const answer = () => {
          stored = body as NotificationSettings;
          resolve({});
        };
        sends.push({ answer });
      }),
  });
  const screen = await renderComponent(<NotificationsPage />);
  const quiet = screen.getByRole('switch');
  const imports = screen.getByRole('checkbox', { name: /Imports.*bell/i });
  await userEvent.click(quiet);
  await userEvent.click(imports);
  await expect.element(quiet).toBeChecked();
  await expect.element(imports).not.toBeChecked();
  // The second request waits for the first: the server stores them in this order.
  expect(sends.length).toBe(1);
  sends[0]!.answer();
  await expect.poll(() => sends.length).toBe(2);
  await expect.element(imports).not.toBeChecked();
  sends[1]!.answer();
  await expect.poll(() => calls.filter(({ key }) => key === 'GET /notifications/settings').length).toBe(2);
  await expect.element(quiet).toBeChecked();
  await expect.element(imports).not.toBeChecked();
  expect(stored).toMatchObject({ bell: { ...topics, imports: false }, quiet: { from: '22:00' } });
});
