import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { renderComponent } from '#web/testing/render.tsx';
import { TextPanel } from './TextPanel.tsx';

test('typing commits once, after a pause; closing commits the pending text', async () => {
  const onChange = vi.fn();
  const screen = await renderComponent(
    <TextPanel label="City" value={{ kind: 'text', value: '' }} onChange={onChange} onClose={() => {}} />,
  );
  await userEvent.type(screen.getByRole('textbox'), 'Hang');
  await expect.poll(() => onChange.mock.calls).toEqual([[{ kind: 'text', value: 'Hang' }]]);
  await userEvent.type(screen.getByRole('textbox'), 'zhou');
  await screen.unmount();
  expect(onChange).toHaveBeenLastCalledWith({ kind: 'text', value: 'Hangzhou' });
});
