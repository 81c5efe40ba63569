import type { Target } from '#contract/channels.ts';
import { Problem } from '#contract/errors.ts';
import type { Language } from '#contract/language.ts';
import { habitsOf } from '#contract/preference.ts';
import type { Look } from '#display/frame.ts';
import type { Config } from '#server/config.ts';
import { type Egress, sendOut } from '#server/egress/request.ts';
import { deliverNow, type Mailer, messageIdOf } from '#server/mail/send.ts';
import { requestFor, requireTaken } from './formats.ts';
import { letterOf } from './letter.ts';
import { type Content, messageFor } from './message.ts';

/** A picture that goes with a notice, where there is one. */
export type Illustrate = (content: Content, look: Look) => Promise<Buffer | undefined>;

export type Senders = { config: Config; egress: Egress; mailer: Mailer; illustrate: Illustrate };
export type Sending = { id: string; at: Date; content: Content };

/** Sends a message to where a channel leads, once; throws a Problem if it did not arrive. */
export async function sendTo(ctx: Senders, target: Target, sending: Sending, look: Look): Promise<void> {
  const { language } = look;
  const message = messageFor(sending, look, ctx.config.publicUrl);
  if (target.kind === 'mail') {
    if (!ctx.config.mail) throw new Problem('mail_missing');
    const picture = await ctx.illustrate(sending.content, look).catch(() => undefined);
    const letter = letterOf(message, language, picture);
    const messageId = messageIdOf(ctx.config, sending.id);
    return deliverNow(ctx, { to: target.to.join(', '), ...letter, messageId });
  }
  requireTaken(target, await sendOut(ctx.egress, requestFor(target, message, { language, now: Date.now() })));
}

/** How a channel wants to read: in its language, and by the clock of what is told. */
export const lookOf = (language: Language, content: Content): Look => ({
  language,
  zone: ('zone' in content && content.zone) || 'UTC',
  theme: 'light',
  units: 'language',
  ...habitsOf(language, {}),
});
