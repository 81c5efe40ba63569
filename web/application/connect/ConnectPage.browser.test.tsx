import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { ConnectPage } from './ConnectPage.tsx';

const works = {
  tables: 12,
  milliseconds: 84,
  writes: [],
  readsFiles: false,
  callsHosts: false,
  lacksTimeZones: false,
  readOnlyAccount: 'create role reader',
};
const failure = (code: string, message: string) => ({ status: 422, body: { code, message } });
let rights = { mayConnect: true, mayAllowPrivate: true };
beforeEach(() => {
  rights = { mayConnect: true, mayAllowPrivate: true };
});
afterEach(() => vi.restoreAllMocks());

/** Renders the page; `answers` are the responses to connection tests, in order. */
async function openPage(...answers: object[]) {
  const calls = answerCalls({
    'GET /connections': () => rights,
    'GET /applications': () => [],
    'POST /connections/test': () => answers.shift()!,
    'POST /connections': () => ({ id: 'a' }),
  });
  await renderComponent(<ConnectPage />);
  await expect.element(page.getByRole('radio', { name: 'PostgreSQL' })).toBeVisible();
  const bodiesOf = (path: string) => calls.filter(({ key }) => key === `POST ${path}`).map(({ body }) => body);
  return { tests: () => bodiesOf('/connections/test'), connections: () => bodiesOf('/connections') };
}

async function fill(): Promise<void> {
  await userEvent.fill(page.getByLabelText('Host'), 'db.example.com');
  await userEvent.fill(page.getByLabelText('Database', { exact: true }), 'shop');
  await userEvent.fill(page.getByLabelText('User'), 'reader');
}
const clickTest = () => userEvent.click(page.getByRole('button', { name: 'Test', exact: true }));
const clickConnect = () => userEvent.click(page.getByRole('button', { name: 'Connect', exact: true }));
const item = (label: string) => page.getByLabelText(label, { exact: true }).element().closest('.ant-form-item')!;

test('selecting a kind sets its port, unless the port was edited; Trino asks for a catalog', async () => {
  await openPage();
  await userEvent.click(page.getByRole('radio', { name: 'ClickHouse' }));
  await expect.element(page.getByLabelText('Port')).toHaveValue('8443');
  await userEvent.fill(page.getByLabelText('Port'), '9999');
  await userEvent.click(page.getByRole('radio', { name: 'Trino' }));
  await expect.element(page.getByLabelText('Port')).toHaveValue('9999');
  await expect.element(page.getByLabelText('Catalog, or catalog.schema')).toBeVisible();
});

test('a pasted URL fills in the fields, and its box is cleared', async () => {
  await openPage();
  const box = page.getByLabelText('Paste a connection URL');
  await userEvent.fill(box, 'mysql://ann:p%40ss@db.example.com:3307/shop?ssl-mode=REQUIRED&charset=utf8');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Ignored: charset.')).toBeVisible();
  await expect.element(box).toHaveValue('');
  await expect.element(page.getByRole('radio', { name: 'MySQL or MariaDB' })).toBeChecked();
  await expect.element(page.getByLabelText('Host')).toHaveValue('db.example.com');
  await expect.element(page.getByLabelText('Port')).toHaveValue('3307');
  await expect.element(page.getByLabelText('Password')).toHaveValue('p@ss');
  await expect.element(page.getByText('Encrypted, any certificate')).toBeVisible();
});

test('empty required fields are reported, and nothing is tested', async () => {
  const { tests } = await openPage();
  await clickTest();
  await expect.element(page.getByText('Enter the host.')).toBeVisible();
  expect(tests()).toEqual([]);
});

test('an error is shown at its field until the field is changed', async () => {
  await openPage(failure('connection_sign_in', 'The database rejected this user or password.'));
  await fill();
  await clickTest();
  await expect.poll(() => item('Password').textContent).toContain('The database rejected this user or password.');
  await userEvent.fill(page.getByLabelText('Password'), 'secret');
  await expect.element(page.getByText('The database rejected this user or password.')).not.toBeInTheDocument();
});

test('for a server without encryption, one click turns it off and tests again', async () => {
  const { tests } = await openPage(failure('connection_protocol', 'Check the encryption.'), works);
  await fill();
  await clickTest();
  await expect.poll(() => item('Encryption').textContent).toContain('Check the encryption.');
  await userEvent.click(page.getByRole('button', { name: 'Turn off encryption and test again' }));
  await expect.element(page.getByText('Connected in 84 ms. 12 tables found.')).toBeVisible();
  expect(tests().map((each) => (each as { tls: string }).tls)).toEqual(['verified', 'off']);
});

test('for an untrusted certificate, one click accepts it and tests again', async () => {
  const { tests } = await openPage(failure('connection_certificate', 'Not trusted.'), works);
  await fill();
  await clickTest();
  await userEvent.click(page.getByRole('button', { name: 'Accept any certificate and test again' }));
  await expect.element(page.getByText(/^Connected in/)).toBeVisible();
  expect(tests().at(-1)).toMatchObject({ tls: 'encrypted', host: 'db.example.com', port: 5432, password: '' });
});

test('a private host can be allowed by owners; others are told that an owner can', async () => {
  const { tests } = await openPage(failure('connection_private', 'An owner can allow it.'), works);
  await fill();
  await clickTest();
  await userEvent.click(page.getByRole('button', { name: 'Allow the private network and test again' }));
  await expect.element(page.getByText(/^Connected in/)).toBeVisible();
  expect(tests().at(-1)).toMatchObject({ allowsPrivate: true });

  rights = { mayConnect: true, mayAllowPrivate: false };
  await openPage(failure('connection_private', 'An owner can allow it.'));
  await fill();
  await clickTest();
  await expect.element(page.getByText('An owner can allow it.')).toBeVisible();
  expect(page.getByRole('button', { name: /Allow the private network/ }).query()).toBeNull();
  expect(page.getByRole('checkbox').query()).toBeNull();
});

test('a running test is shown and can be cancelled', async () => {
  await openPage(new Promise<object>(() => {}), works);
  await fill();
  await clickTest();
  await expect.element(page.getByText('Testing the connection…')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await expect.element(page.getByText('Testing the connection…')).not.toBeInTheDocument();
  await clickTest();
  await expect.element(page.getByText(/^Connected in/)).toBeVisible();
});

test('an account that can write causes a warning, with the statement that creates a read-only account', async () => {
  await openPage({ ...works, writes: ['public.orders'], callsHosts: true });
  await fill();
  await clickTest();
  await expect.element(page.getByText('It can change data, for example in public.orders.')).toBeVisible();
  await expect.element(page.getByText('It can connect to other hosts from the database server.')).toBeVisible();
  await expect.element(page.getByText('create role reader')).toBeVisible();
});

test('connecting without a test warns of an account that can write, and can be cancelled', async () => {
  const { connections } = await openPage(new Promise<object>(() => {}), { ...works, writes: ['public.orders'] });
  await fill();
  await clickConnect();
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await clickConnect();
  await expect.element(page.getByText('It can change data, for example in public.orders.')).toBeVisible();
  expect(connections()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Connect anyway' }));
  await expect.poll(() => connections()).toHaveLength(1);
});

test('an account that can only read is connected without a warning', async () => {
  const { connections } = await openPage(works);
  await fill();
  await clickConnect();
  await expect.poll(() => connections()).toMatchObject([{ host: 'db.example.com', database: 'shop', user: 'reader' }]);
});

test('without the permission of an owner, there is no form', async () => {
  answerCalls({ 'GET /connections': () => ({ mayConnect: false, mayAllowPrivate: false }) });
  await renderComponent(<ConnectPage />);
  await expect.element(page.getByText('You can’t connect databases yet')).toBeVisible();
});
