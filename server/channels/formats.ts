import { createHmac } from 'node:crypto';

import type { Target } from '#contract/channels.ts';
import { Problem } from '#contract/errors.ts';
import type { Language } from '#contract/language.ts';
import type { OutsideAnswer, OutsideRequest } from '#server/egress/request.ts';
import type { Message } from './message.ts';

/** A message as one service wants to have it, and how it says that it took it. */
type Format<Kind> = {
  request: (
    target: Target & { kind: Kind },
    message: Message,
    how: { language: Language; now: number },
  ) => OutsideRequest;
  refusal: (answer: OutsideAnswer) => string | undefined;
};
type Kind = Exclude<Target['kind'], 'mail'>;

const open: Record<Language, string> = { en_US: 'Open in Shuju', zh_CN: '在 Shuju（数据）中查看' };
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text);
const json = (url: string, body: object): OutsideRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

// Names that people chose must not become links or emphasis in a chat.
const plain = (text: string) =>
  text.replaceAll(/[[\]<>`*]/g, (mark) => ({ '[': '［', ']': '］', '<': '＜', '>': '＞', '`': 'ˋ', '*': '＊' })[mark]!);
const slackText = (text: string) =>
  text.replaceAll(/[&<>*_~`]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[mark] ?? `\u200b${mark}`);

function markdown({ title, text, link }: Message, language: Language): string {
  return [`**${plain(title)}**`, text && plain(text), `[${open[language]}](${link})`].filter(Boolean).join('\n\n');
}

/** What a service said in JSON, as far as it is some. */
function saidIn({ body }: OutsideAnswer): Record<string, unknown> {
  try {
    const said: unknown = JSON.parse(String(body));
    return typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const byStatus = ({ status }: OutsideAnswer) => (status >= 200 && status < 300 ? undefined : `HTTP ${status}`);

/** Services that answer 200 and say in the body whether they meant it. */
const byCode = (names: string[], reasons: string[]) => (answer: OutsideAnswer) => {
  const said = saidIn(answer);
  const code = names.map((name) => said[name]).find((each) => each !== undefined);
  if (code === 0) return undefined;
  const reason = reasons.map((name) => said[name]).find((each) => typeof each === 'string');
  return byStatus(answer) ?? [JSON.stringify(code) ?? 'HTTP 200', reason ?? ''].join(' ').trim().slice(0, 200);
};

const formats: { [K in Kind]: Format<K> } = {
  webhook: {
    request: ({ url, secret }, { id, at, title, text, link, content }, { now }) => {
      const sent = json(url, { id, at, kind: content.kind, title, text, link, content });
      const timestamp = String(Math.floor(now / 1000));
      const signature = hmac(secret, `${timestamp}.${String(sent.body)}`).digest('hex');
      const signed = {
        'x-shuju-timestamp': timestamp,
        'x-shuju-signature': `sha256=${signature}`,
        'idempotency-key': id,
      };
      return { ...sent, headers: { ...sent.headers, ...signed } };
    },
    refusal: byStatus,
  },
  dingtalk: {
    request: ({ url, secret }, message, { language, now }) => {
      const address = new URL(url);
      if (secret) {
        address.searchParams.set('timestamp', String(now));
        address.searchParams.set('sign', hmac(secret, `${now}\n${secret}`).digest('base64'));
      }
      const text = markdown(message, language);
      return json(address.href, { msgtype: 'markdown', markdown: { title: plain(message.title), text } });
    },
    refusal: byCode(['errcode'], ['errmsg']),
  },
  wecom: {
    request: ({ url }, message, { language }) =>
      json(url, { msgtype: 'markdown', markdown: { content: cut(markdown(message, language), 4096) } }),
    refusal: byCode(['errcode'], ['errmsg']),
  },
  feishu: {
    request: ({ url, secret }, { title, text, link }, { language, now }) => {
      const timestamp = String(Math.floor(now / 1000));
      // Feishu signs nothing with the timestamp and the secret as the key.
      const signed = secret ? { timestamp, sign: hmac(`${timestamp}\n${secret}`, '').digest('base64') } : {};
      const lines = [[{ tag: 'text', text }], [{ tag: 'a', text: open[language], href: link }]];
      const content = { title, content: text ? lines : lines.slice(1) };
      const place = language === 'zh_CN' ? 'zh_cn' : 'en_us';
      return json(url, { ...signed, msg_type: 'post', content: { post: { [place]: content } } });
    },
    refusal: byCode(['code', 'StatusCode'], ['msg', 'StatusMessage']),
  },
  slack: {
    request: ({ url }, { title, text, link }, { language }) => {
      const lines = [`*${slackText(title)}*`, text && slackText(text), `<${link}|${open[language]}>`];
      const section = {
        type: 'section',
        text: { type: 'mrkdwn', text: lines.filter(Boolean).join('\n').slice(0, 3000) },
      };
      return json(url, { text: slackText(title), blocks: [section] });
    },
    refusal: byStatus,
  },
};

/** A text of at most so many bytes. */
function cut(text: string, bytes: number): string {
  let end = text.length;
  while (Buffer.byteLength(text.slice(0, end)) > bytes) end -= 1;
  return text.slice(0, end);
}

type OutsideTarget = Exclude<Target, { kind: 'mail' }>;

export const requestFor = (target: OutsideTarget, message: Message, how: { language: Language; now: number }) =>
  (formats[target.kind] as Format<Kind>).request(target, message, how);

/** Throws if the service did not take the message. */
export function requireTaken({ kind }: OutsideTarget, answer: OutsideAnswer): void {
  const detail = formats[kind].refusal(answer);
  if (detail !== undefined) throw new Problem('channel_refused', { detail });
}
