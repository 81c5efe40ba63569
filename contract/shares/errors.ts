import type { ErrorEntry } from '#contract/queries/errors.ts';

/** Errors of public links. */
export const shareErrors = {
  share_gone: {
    status: 404,
    en_US: "This link doesn't work. Ask the sender for a new one.",
    zh_CN: '该链接无效或已失效，请向分享者索取新的链接。',
  },
  share_password: {
    status: 403,
    en_US: 'This link is password-protected. Enter its password.',
    zh_CN: '该链接受密码保护，请输入密码。',
  },
  share_password_wrong: {
    status: 403,
    en_US: 'Wrong password. Check it and try again.',
    zh_CN: '密码不正确，请检查后重试。',
  },
  share_card: {
    status: 422,
    en_US: "This card can't be shown right now. Try again later.",
    zh_CN: '该卡片暂时无法显示，请稍后再试。',
  },
  publisher_forbidden: {
    status: 403,
    en_US:
      'The person who published this card doesn\'t have access to its data. Someone who does can publish it again under "Share by link".',
    zh_CN: '发布该卡片的成员无权查看其数据。请由有权限的成员在“链接分享”中重新发布。',
  },
  share_too_many: {
    status: 422,
    en_US: 'A dashboard can have at most {limit} links. Revoke one you no longer need.',
    zh_CN: '一个仪表盘最多有 {limit} 个链接，请先撤销不再需要的链接。',
  },
} as const satisfies Record<string, ErrorEntry>;
