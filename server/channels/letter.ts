import type { Language } from '#contract/language.ts';
import type { Letter } from '#server/mail/send.ts';
import { htmlOf, plainOf, type Sheet } from '#server/mail/sheet.ts';
import type { Message } from './message.ts';

const words: Record<Language, { open: string; why: string }> = {
  en_US: { open: 'Open in Shuju', why: 'Choose what you are told under Personal centre › Notifications.' },
  zh_CN: { open: '在 Shuju（数据）中查看', why: '可在“个人中心 › 通知”中选择接收哪些通知。' },
};

/** A message as a letter: plain, and with the picture in it for programs that show one. */
export function letterOf({ title, text, link }: Message, language: Language, picture?: Buffer): Omit<Letter, 'to'> {
  const { open, why } = words[language];
  const sheet: Sheet = {
    title,
    lines: text ? [text] : [],
    ...(picture && { picture: { cid: 'chart', alt: [title, text].filter(Boolean).join(' ') } }),
    button: { text: open, href: link },
    foot: [{ text: why }],
  };
  return {
    subject: title,
    text: plainOf(sheet, language),
    html: htmlOf(sheet, language),
    ...(picture && { attachments: [{ filename: 'chart.png', content: picture, cid: 'chart' }] }),
  };
}
