import { createHmac } from 'node:crypto';

import type { ChannelTarget } from '#contract/channels/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Language } from '#domain/language.ts';
import type { OutsideAnswer, OutsideRequest } from '#server/egress/request.ts';
import type { Message } from './message.ts';

/** Request format of a service, and how it reports errors. */
type ChannelFormat<Kind> = {
  request: (
    target: ChannelTarget & { kind: Kind },
    message: Message,
    options: { language: Language; now: number },
  ) => OutsideRequest;
  refusal: (answer: OutsideAnswer) => string | undefined;
};
type HttpChannelKind = Exclude<ChannelTarget['kind'], 'mail'>;

const openLabels: Record<Language, string> = { en_US: 'Open in Shuju', zh_CN: '在 Shuju（数据）中查看' };
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text);
const json = (url: string, body: object): OutsideRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

// User-chosen names must not become links or formatting in a chat.
const escapeMarkdown = (text: string) =>
  text.replaceAll(/[[\]<>`*]/g, (mark) => ({ '[': '［', ']': '］', '<': '＜', '>': '＞', '`': 'ˋ', '*': '＊' })[mark]!);
const escapeSlack = (text: string) =>
  text.replaceAll(/[&<>*_~`]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[mark] ?? `\u200b${mark}`);

function markdown({ title, text, link }: Message, language: Language): string {
  return [`**${escapeMarkdown(title)}**`, text && escapeMarkdown(text), `[${openLabels[language]}](${link})`]
    .filter(Boolean)
    .join('\n\n');
}

/** Parses a JSON response; empty if it is not a JSON object. */
function parseBody({ body }: OutsideAnswer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(String(body));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    // The service answered without JSON; its status decides.
    return {};
  }
}

const errorByStatus = ({ status }: OutsideAnswer) => (status >= 200 && status < 300 ? undefined : `HTTP ${status}`);

/** For services that answer 200 and report errors in the body. */
const errorByCode = (names: string[], reasons: string[]) => (answer: OutsideAnswer) => {
  const parsed = parseBody(answer);
  const code = names.map((name) => parsed[name]).find((each) => each !== undefined);
  if (code === 0) return undefined;
  const reason = reasons.map((name) => parsed[name]).find((each) => typeof each === 'string');
  return errorByStatus(answer) ?? [JSON.stringify(code) ?? 'HTTP 200', reason ?? ''].join(' ').trim().slice(0, 200);
};

const formats: { [K in HttpChannelKind]: ChannelFormat<K> } = {
  webhook: {
    request: ({ url, secret }, { id, at, title, text, link, content }, { now }) => {
      const request = json(url, { id, at, kind: content.kind, title, text, link, content });
      const timestamp = String(Math.floor(now / 1000));
      const signature = hmac(secret, `${timestamp}.${String(request.body)}`).digest('hex');
      const headers = {
        'x-shuju-timestamp': timestamp,
        'x-shuju-signature': `sha256=${signature}`,
        'idempotency-key': id,
      };
      return { ...request, headers: { ...request.headers, ...headers } };
    },
    refusal: errorByStatus,
  },
  dingtalk: {
    request: ({ url, secret }, message, { language, now }) => {
      const address = new URL(url);
      if (secret) {
        address.searchParams.set('timestamp', String(now));
        address.searchParams.set('sign', hmac(secret, `${now}\n${secret}`).digest('base64'));
      }
      const text = markdown(message, language);
      return json(address.href, { msgtype: 'markdown', markdown: { title: escapeMarkdown(message.title), text } });
    },
    refusal: errorByCode(['errcode'], ['errmsg']),
  },
  wecom: {
    request: ({ url }, message, { language }) =>
      json(url, { msgtype: 'markdown', markdown: { content: truncate(markdown(message, language), 4096) } }),
    refusal: errorByCode(['errcode'], ['errmsg']),
  },
  feishu: {
    request: ({ url, secret }, { title, text, link }, { language, now }) => {
      const timestamp = String(Math.floor(now / 1000));
      // Feishu signs an empty message with timestamp and secret as the key.
      const signatureFields = secret ? { timestamp, sign: hmac(`${timestamp}\n${secret}`, '').digest('base64') } : {};
      const lines = [[{ tag: 'text', text }], [{ tag: 'a', text: openLabels[language], href: link }]];
      const content = { title, content: text ? lines : lines.slice(1) };
      const locale = language === 'zh_CN' ? 'zh_cn' : 'en_us';
      return json(url, { ...signatureFields, msg_type: 'post', content: { post: { [locale]: content } } });
    },
    refusal: errorByCode(['code', 'StatusCode'], ['msg', 'StatusMessage']),
  },
  slack: {
    request: ({ url }, { title, text, link }, { language }) => {
      const lines = [`*${escapeSlack(title)}*`, text && escapeSlack(text), `<${link}|${openLabels[language]}>`];
      const section = {
        type: 'section',
        text: { type: 'mrkdwn', text: lines.filter(Boolean).join('\n').slice(0, 3000) },
      };
      return json(url, { text: escapeSlack(title), blocks: [section] });
    },
    refusal: errorByStatus,
  },
};

/** Truncates a text to a number of bytes. */
function truncate(text: string, bytes: number): string {
  let end = text.length;
  while (Buffer.byteLength(text.slice(0, end)) > bytes) end -= 1;
  return text.slice(0, end);
}

type HttpTarget = Exclude<ChannelTarget, { kind: 'mail' }>;

export const requestFor = (target: HttpTarget, message: Message, options: { language: Language; now: number }) =>
  (formats[target.kind] as ChannelFormat<HttpChannelKind>).request(target, message, options);

/** Throws if the service rejected the message. */
export function requireAccepted({ kind }: HttpTarget, answer: OutsideAnswer): void {
  const detail = formats[kind].refusal(answer);
  if (detail !== undefined) throw new Problem('channel_refused', { detail });
}
