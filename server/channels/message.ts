import { catalogue, messageOf } from '#contract/catalogue.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Language } from '#contract/language.ts';
import type { Notice } from '#contract/notifications.ts';
import { pathOfNotice } from '#contract/notice.ts';
import type { Look } from '#display/frame.ts';
import { noticeWords } from '#display/words/notice.ts';

/** What is sent: a notice, or a test. */
export type Content = Notice | { kind: 'test'; by: string };

/** What a message says wherever it goes; `id` is the same however often it is tried. */
export type Message = { id: string; at: string; title: string; text: string; link: string; content: Content };

const tests: Record<Language, (by: string) => { title: string; text: string }> = {
  en_US: (by) => ({ title: 'Shuju: a test', text: `${by} sent this to see whether the channel works. It does.` }),
  zh_CN: (by) => ({
    title: 'Shuju（数据）测试消息',
    text: `${by} 发送了这条消息，用来确认渠道可用。收到即表示一切正常。`,
  }),
};

type Sending = { id: string; at: Date; content: Content };

export function messageFor({ id, at, content }: Sending, look: Look, publicUrl: string): Message {
  const { language } = look;
  const explain = ({ code, params }: { code: string; params: object }) =>
    code in catalogue ? messageOf(code as ErrorCode, params, language) : '';
  const words = content.kind === 'test' ? tests[language](content.by) : noticeWords(content, look, explain);
  const path = content.kind === 'test' ? '/account/channels' : pathOfNotice(content);
  return { id, at: at.toISOString(), ...words, link: `${publicUrl}${path}`, content };
}
