import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { Dataset } from '#contract/datasets/routes.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { KeyPicture } from './KeyPicture.tsx';

const label = { en_US: '', zh_CN: '' };
const column = (id: string, type: string) => ({ id, name: id, label, type });
const datasetOf = (name: string, columns: Record<string, string>) =>
  ({
    name,
    label,
    columns: Object.entries(columns).map(([id, type]) => column(id, type)),
  }) as Dataset;
const orders = datasetOf('orders', { product: 'integer', amount: 'number', customer: 'text' });
const products = datasetOf('products', { id: 'integer', title: 'text' });

test('columns of the same type are paired by selecting one on each side, and each is used only once', async () => {
  const onChange = vi.fn();
  const keys = [{ column: 'customer', relatedColumn: 'title' }];
  await renderComponent(<KeyPicture own={orders} related={products} keys={keys} onChange={onChange} />);
  await expect.element(page.getByRole('button', { name: 'amount Number' })).toBeDisabled();
  await userEvent.click(page.getByRole('button', { name: 'product Integer' }));
  await expect.element(page.getByRole('button', { name: 'title Text' })).toBeDisabled();
  await userEvent.click(page.getByRole('button', { name: 'id Integer' }));
  expect(onChange).toHaveBeenLastCalledWith([...keys, { column: 'product', relatedColumn: 'id' }]);
  await expect.element(page.getByRole('button', { name: 'title Text' })).toBeEnabled();
  await userEvent.click(page.getByRole('button', { name: 'Remove customer = title' }));
  expect(onChange).toHaveBeenLastCalledWith([]);
});

test('columns are paired by drag and drop', async () => {
  const onChange = vi.fn();
  await renderComponent(<KeyPicture own={orders} related={products} keys={[]} onChange={onChange} />, 'zh_CN');
  await userEvent.dragAndDrop(
    page.getByRole('button', { name: 'customer 文本' }),
    page.getByRole('button', { name: 'title 文本' }),
  );
  await expect.poll(() => onChange.mock.lastCall).toEqual([[{ column: 'customer', relatedColumn: 'title' }]]);
});

test('a calculated column can be a key unless its formula is broken', async () => {
  const onChange = vi.fn();
  const calculated = (id: string, isBroken: boolean) => ({
    ...column(id, 'integer'),
    calculation: { formula: '', isBroken },
  });
  const own = { ...orders, columns: [calculated('half', false), calculated('lost', true)] } as Dataset;
  await renderComponent(<KeyPicture own={own} related={products} keys={[]} onChange={onChange} />);
  await expect.element(page.getByRole('button', { name: 'lost Integer' })).toBeDisabled();
  await userEvent.click(page.getByRole('button', { name: 'half Integer' }));
  await userEvent.click(page.getByRole('button', { name: 'id Integer' }));
  expect(onChange).toHaveBeenLastCalledWith([{ column: 'half', relatedColumn: 'id' }]);
});
