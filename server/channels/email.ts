import type { Language } from '#domain/language.ts';
import type { Email } from '#server/mail/send.ts';
import { htmlOf, plainOf, type EmailBody } from '#server/mail/email-body.ts';
import type { Message } from './message.ts';

const words: Record<Language, { open: string; why: string }> = {
  en_US: { open: 'Open in Shuju', why: 'Manage your notifications under Personal centre › Notifications.' },
  zh_CN: { open: '在 Shuju（数据）中查看', why: '可在“个人中心 › 通知”中选择接收哪些通知。' },
};

/** Renders a message as an email in plain text and HTML, with the chart image if there is one. */
export function emailOf({ title, text, link }: Message, language: Language, image?: Buffer): Omit<Email, 'to'> {
  const { open, why } = words[language];
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
