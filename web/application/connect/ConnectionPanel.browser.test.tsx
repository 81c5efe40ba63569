import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { ConnectionPanel } from './ConnectionPanel.tsx';

afterEach(() => vi.restoreAllMocks());

const stored = {
  kind: 'mysql',
  host: 'db.example.com',
  port: 3306,
  database: 'shop',
  user: 'reader',
  tls: 'verified',
  zone: 'UTC',
  allowsPrivate: false,
  freshness: 60,
  allowsSql: false,
  canChange: true,
};

async function openPanel(saved: object = stored, connection: object = stored, mayAllowSql = true) {
  const calls = answerCalls({
    'GET /connections': () => ({ mayConnect: true, mayAllowPrivate: true, mayAllowSql }),
    'GET /applications/a/connection': () => connection,
    'PUT /applications/a/connection': () => saved,
  });
  await renderComponent(<ConnectionPanel application="a" />);
  await expect.element(page.getByLabelText('Host')).toHaveValue('db.example.com');
  return () => calls.filter(({ key }) => key.startsWith('PUT')).map(({ body }) => body);
}
const save = () => userEvent.click(page.getByRole('button', { name: 'Save' }));

test('the stored password is neither shown nor sent', async () => {
  const saves = await openPanel();
  await expect.element(page.getByLabelText('Password')).toHaveValue('');
  await expect.element(page.getByLabelText('Password')).toHaveAttribute('placeholder', 'Unchanged');
  await userEvent.click(page.getByLabelText('Reuse results for'));
  await userEvent.click(page.getByTitle('15 minutes'));
  await save();
  const { kind: _, canChange: __, ...settings } = stored;
  await expect.poll(saves).toEqual([{ ...settings, freshness: 900 }]);
});

test('changing the host requires the password again', async () => {
  const saves = await openPanel({
    status: 422,
    body: { code: 'connection_password_needed', message: 'Enter the password again.' },
  });
  await userEvent.fill(page.getByLabelText('Host'), 'other.example.com');
  await save();
  await expect.element(page.getByText('Enter the password again.')).toBeVisible();
  await userEvent.fill(page.getByLabelText('Password'), 'secret');
  await save();
  await expect.poll(() => saves().at(-1)).toMatchObject({ host: 'other.example.com', password: 'secret' });
});

test('without the right to connect, the settings are read-only', async () => {
  await openPanel(stored, { ...stored, canChange: false });
  await expect.element(page.getByText(/^Only owners/)).toBeVisible();
  await expect.element(page.getByLabelText('Host')).toBeDisabled();
  expect(page.getByRole('button', { name: 'Save' }).query()).toBeNull();
});

test('an owner can allow SQL', async () => {
  const saves = await openPanel();
  await userEvent.click(page.getByRole('switch', { name: 'Allow SQL' }));
  await save();
  await expect.poll(() => saves().at(-1)).toMatchObject({ allowsSql: true });
});

test('others see whether SQL is allowed, but cannot change it', async () => {
  const saves = await openPanel(stored, { ...stored, allowsSql: true }, false);
  await expect.element(page.getByRole('switch', { name: 'Allow SQL' })).toBeDisabled();
  await expect.element(page.getByRole('switch', { name: 'Allow SQL' })).toBeChecked();
  await save();
  await expect.poll(() => saves().length).toBe(1);
  expect(saves()[0]).not.toHaveProperty('allowsSql');
});
