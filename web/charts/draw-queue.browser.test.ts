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
