import type { Logger } from 'pino';

import type { ChannelTarget } from '#contract/channels/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Language } from '#domain/language.ts';
import { regionalSettingsOf } from '#contract/preferences/preferences.ts';
import type { Look } from '#display/frame.ts';
import type { Config } from '#server/config.ts';
import { type Egress, sendOut } from '#server/egress/request.ts';
import { htmlOf, plainOf, type EmailBody } from '#server/mail/email-body.ts';
import { deliverNow, type Mailer, messageIdOf, type Email } from '#server/mail/send.ts';
import { requestFor, requireAccepted } from './formats.ts';
import { type MessageContent, messageFor, type Message } from './message.ts';

/** Renders the chart image of a notice, if there is one. */
type RenderNoticeImage = (content: MessageContent, look: Look) => Promise<Buffer | undefined>;

export type Senders = {
  config: Config;
  log: Logger;
  egress: Egress;
  mailer: Mailer;
  renderNoticeImage: RenderNoticeImage;
};
export type OutgoingMessage = { id: string; at: Date; content: MessageContent };

/** Sends a message to a channel target once; throws a Problem if it fails. */
export async function sendTo(
  ctx: Senders,
  target: ChannelTarget,
  outgoing: OutgoingMessage,
  look: Look,
): Promise<void> {
  const { language } = look;
  const message = messageFor(outgoing, look, ctx.config.publicUrl);
  if (target.kind === 'mail') {
    if (!ctx.config.mail) throw new Problem('mail_missing');
    const image = await ctx.renderNoticeImage(outgoing.content, look).catch((error: unknown) => {
      // The message is more important than its image.
      ctx.log.warn({ err: error, message: outgoing.id }, 'rendering the image of a message failed');
      return undefined;
    });
    const email = emailOf(message, language, image);
    const messageId = messageIdOf(ctx.config, outgoing.id);
    return deliverNow(ctx, { to: target.to.join(', '), ...email, messageId });
  }
  requireAccepted(target, await sendOut(ctx.egress, requestFor(target, message, { language, now: Date.now() })));
}

/** Rendering preferences of a channel: its language, and the time zone of the notice. */
export const lookOf = (language: Language, content: MessageContent): Look => ({
  language,
  zone: ('zone' in content && content.zone) || 'UTC',
  theme: 'light',
  units: 'language',
  ...regionalSettingsOf(language, {}),
});

const emailWords: Record<Language, { open: string; why: string }> = {
  en_US: { open: 'Open in Shuju', why: 'Manage your notifications under Personal centre › Notifications.' },
  zh_CN: { open: '在 Shuju（数据）中查看', why: '可在“个人中心 › 通知”中选择接收哪些通知。' },
};

/** Renders a message as an email in plain text and HTML, with the chart image if there is one. */
function emailOf({ title, text, link }: Message, language: Language, image?: Buffer): Omit<Email, 'to'> {
  const { open, why } = emailWords[language];
  const body: EmailBody = {
    title,
    lines: text ? [text] : [],
    ...(image && { picture: { cid: 'chart', alt: [title, text].filter(Boolean).join(' ') } }),
    button: { text: open, href: link },
    foot: [{ text: why }],
  };
  return {
    subject: title,
    text: plainOf(body, language),
    html: htmlOf(body, language),
    ...(image && { attachments: [{ filename: 'chart.png', content: image, cid: 'chart' }] }),
  };
}
