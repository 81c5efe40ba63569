import { catalogue, messageOf } from '#contract/error-catalogue.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Language } from '#domain/language.ts';
import type { Notice } from '#contract/notifications/routes.ts';
import { pathOfNotice } from '#contract/notifications/notice.ts';
import type { Look } from '#display/frame.ts';
import { noticeWords } from '#display/words/notice.ts';

/** Content of a message: a notice, or a test. */
export type MessageContent = Notice | { kind: 'test'; by: string };

/** A message for any channel; `id` stays the same across retries. */
export type Message = { id: string; at: string; title: string; text: string; link: string; content: MessageContent };

const tests: Record<Language, (by: string) => { title: string; text: string }> = {
  en_US: (by) => ({ title: 'Test message from Shuju', text: `${by} sent this to check the channel. It works.` }),
  zh_CN: (by) => ({
    title: 'Shuju（数据）测试消息',
    text: `${by} 发送了这条消息，用来确认渠道可用。收到即表示一切正常。`,
  }),
};

type MessageSource = { id: string; at: Date; content: MessageContent };

export function messageFor({ id, at, content }: MessageSource, look: Look, publicUrl: string): Message {
  const { language } = look;
  const explain = ({ code, params }: { code: string; params: object }) =>
    code in catalogue ? messageOf(code as ErrorCode, params, language) : '';
  const words = content.kind === 'test' ? tests[language](content.by) : noticeWords(content, look, explain);
  const path = content.kind === 'test' ? '/account/channels' : pathOfNotice(content);
  return { id, at: at.toISOString(), ...words, link: `${publicUrl}${path}`, content };
}
