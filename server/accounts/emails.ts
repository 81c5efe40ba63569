import type { Language } from '#domain/language.ts';

type EmailContent = { subject: string; text: string };

/** A name as one line that cannot imitate other text: no line breaks, no direction marks. */
const singleLineOf = (name: string) => name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Email with a link to reset the password. */
export function resetEmail(language: Language, name: string, url: string): EmailContent {
  return language === 'zh_CN'
    ? {
        subject: '重置您的 Shuju（数据）密码',
        text: `${singleLineOf(name)}，您好：\n\n请在一小时内打开以下链接设置新密码：\n${url}\n\n如果不是您本人操作，请忽略此邮件，您的密码不会改变。\n`,
      }
    : {
        subject: 'Reset your Shuju password',
        text: `Hello ${singleLineOf(name)},\n\nOpen this link within an hour to set a new password:\n${url}\n\nIf you didn’t request this, you can ignore this email. Your password won’t change.\n`,
      };
}

/** Email with an invitation. */
export function invitationEmail(language: Language, by: string, url: string): EmailContent {
  return language === 'zh_CN'
    ? {
        subject: '邀请您加入 Shuju（数据）',
        text: `您好：\n\n${singleLineOf(by)} 邀请您加入 Shuju（数据）。请在七天内打开以下链接注册：\n${url}\n\n链接只能使用一次。如果您不认识邀请人，请忽略此邮件。\n`,
      }
    : {
        subject: 'You’re invited to Shuju',
        text: `Hello,\n\n${singleLineOf(by)} invited you to join Shuju. Open this link within seven days to sign up:\n${url}\n\nThe link works once. If you don’t know who invited you, ignore this email.\n`,
      };
}

/** Email to test the mail settings. */
export function testEmail(language: Language, name: string, url: string): EmailContent {
  return language === 'zh_CN'
    ? {
        subject: 'Shuju（数据）测试邮件',
        text: `${singleLineOf(name)}，您好：\n\n收到这封邮件，说明 ${url} 的邮件发送正常。\n`,
      }
    : {
        subject: 'Test email from Shuju',
        text: `Hello ${singleLineOf(name)},\n\nIf you’re reading this, email from ${url} works.\n`,
      };
}
