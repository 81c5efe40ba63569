import { expect, test } from 'vitest';

import { enqueueDraw, enqueueUpdate, holdIdle, whenDrawn } from './draw-queue.ts';

test('callbacks of whenDrawn wait until no more charts are about to be drawn', async () => {
  const order: string[] = [];
  const end = holdIdle();
  whenDrawn(() => order.push('after'));
  enqueueDraw(() => order.push('first'));
  await new Promise<void>((resolve) =>
    enqueueUpdate(() => {
      order.push('second');
      resolve();
    }),
  );
  // Now the queue is empty and the page has been painted.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  enqueueDraw(() => order.push('third'));
  end();
  end();
  await expect.poll(() => order).toEqual(['first', 'second', 'third', 'after']);
});

test('charts that are drawn again share a frame for longer than new ones', async () => {
  /** Works until the frame has lasted that long; a busy machine may take longer. */
  const workUntil = (milliseconds: number, startedAt: number) => {
    while (performance.now() - startedAt < milliseconds);
  };
  let lasted: number;
  let order: string[];
  do {
    await new Promise<void>((resolve) => whenDrawn(resolve));
    order = [];
    const startedAt = performance.now();
    enqueueDraw(() => workUntil(90, startedAt), { isRedraw: true });
    enqueueDraw(() => order.push('again'), { isRedraw: true });
    enqueueDraw(() => order.push('new'));
    order.push('end of frame');
    lasted = performance.now() - startedAt;
  } while (lasted > 140);
  expect(order).toEqual(['again', 'end of frame']);
  await expect.poll(() => order).toEqual(['again', 'end of frame', 'new']);
});
