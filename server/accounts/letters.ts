import type { Language } from '#contract/language.ts';

type Content = { subject: string; text: string };

/** The mail with a link that resets the password. */
export function resetLetter(language: Language, name: string, url: string): Content {
  return language === 'zh_CN'
    ? {
        subject: '重置您的 Shuju（数据）密码',
        text: `${name}，您好：\n\n请在一小时内打开以下链接设置新密码：\n${url}\n\n如果不是您本人操作，请忽略此邮件，您的密码不会改变。\n`,
      }
    : {
        subject: 'Reset your Shuju password',
        text: `Hello ${name},\n\nOpen this link within an hour to set a new password:\n${url}\n\nIf you did not ask for it, ignore this mail; your password stays as it is.\n`,
      };
}
