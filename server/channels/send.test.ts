import { expect, test } from 'vitest';

import { parseConfig } from '#server/config.ts';
import { openEgress } from '#server/egress/request.ts';
import { createMailer } from '#server/mail/send.ts';
import { recordLog } from '#server/testing/log.ts';
import { openMailbox } from '#server/testing/mail.ts';
import { lookOf, sendTo } from './send.ts';

test('a message whose image cannot be rendered is sent without it, and the failure is logged', async () => {
  const mailbox = await openMailbox();
  const config = parseConfig({ SMTP_URL: mailbox.url });
  const { log, lines } = recordLog();
  const mailer = createMailer(config.mail, log);
  const renderNoticeImage = () => Promise.reject(new Error('no font'));
  const content = { kind: 'test', by: 'Ann' } as const;
  await sendTo(
    { config, log, egress: openEgress(false), mailer, renderNoticeImage },
    { kind: 'mail', to: ['a@example.com'] },
    { id: 'm1', at: new Date(), content },
    lookOf('en_US', content),
  );
  expect((await mailbox.next()).to).toEqual(['a@example.com']);
  expect(lines).toMatchObject([
    { level: 40, msg: 'rendering the image of a message failed', message: 'm1', err: { message: 'no font' } },
  ]);
  await mailer.close();
  await mailbox.close();
});
