import type { ErrorEntry } from '#contract/queries/errors.ts';

/** Errors of alerts, reports, email, channels and other requests to outside hosts. */
export const deliveryErrors = {
  address_malformed: {
    status: 422,
    en_US: "This isn't a valid URL. It must start with https:// and have a host name.",
    zh_CN: '地址无效。地址应以 https:// 开头并包含主机名。',
  },
  address_inside: {
    status: 422,
    en_US:
      "This URL points to the server's private network, which isn't allowed. The server administrator can set PRIVATE_ADDRESSES=allow.",
    zh_CN: '该地址指向服务器所在的内部网络，不允许访问。服务器管理者可以设置 PRIVATE_ADDRESSES=allow。',
  },
  host_unknown: {
    status: 422,
    en_US: 'Host not found. Check the URL.',
    zh_CN: '找不到该主机，请检查地址。',
  },
  host_unreachable: {
    status: 422,
    en_US: "The host couldn't be reached ({detail}). Check the URL and whether the host is running.",
    zh_CN: '无法连接该主机（{detail}）。请检查地址，以及对方是否正在运行。',
  },
  host_silent: {
    status: 422,
    en_US: "The host didn't respond within {limit} seconds. Check the URL or try again later.",
    zh_CN: '对方在 {limit} 秒内没有应答。请检查地址，或稍后再试。',
  },
  host_refused: {
    status: 422,
    en_US: "The host didn't send the file (status {detail}). Check the URL.",
    zh_CN: '对方没有提供文件（状态码 {detail}），请检查地址。',
  },
  host_redirects: {
    status: 422,
    en_US: "The host redirects to another URL, and redirects aren't followed. Enter the final URL.",
    zh_CN: '对方要求跳转到其他地址，系统不会跟随跳转。请填写最终地址。',
  },
  channel_of_another: {
    status: 403,
    en_US:
      'Only the person who added this channel and the owners can edit or delete it. You can still send alerts through it.',
    zh_CN: '只有添加该渠道的成员和所有者可以修改或删除它，您可以用它发送预警。',
  },
  channel_refused: {
    status: 422,
    en_US: 'The service rejected the message ({detail}). Check the URL and the secret.',
    zh_CN: '对方没有接收消息（{detail}）。请检查地址和密钥。',
  },
  mail_missing: {
    status: 422,
    en_US: 'This installation has no mail server. The server administrator can set SMTP_URL.',
    zh_CN: '本系统未配置邮件服务器，服务器管理者可以设置 SMTP_URL。',
  },
  mail_failed: {
    status: 422,
    en_US: 'The mail server rejected the email ({detail}).',
    zh_CN: '邮件服务器没有接收邮件（{detail}）。',
  },
  alert_not_firing: {
    status: 409,
    en_US: 'The alert is no longer firing.',
    zh_CN: '该预警已不在触发状态。',
  },
  alert_nobody: {
    status: 422,
    en_US: "This alert's creator is disabled or no longer a member, so it's no longer checked.",
    zh_CN: '创建该预警的成员已停用或已移除，无法再以其权限检查。',
  },
  alert_column_gone: {
    status: 422,
    en_US: 'The SQL doesn\'t return a column "{column}".',
    zh_CN: 'SQL 的结果中没有“{column}”列。',
  },
  alert_column_misfit: {
    status: 422,
    en_US: 'Column "{column}" has the wrong type: the measure must be a number, and the time column a date or time.',
    zh_CN: '“{column}”列的类型不合适：数值列须为数字，时间列须为日期或时间。',
  },
  alert_too_many_rows: {
    status: 422,
    en_US: 'The SQL returns more than {limit} rows. Aggregate them, or leave out old data.',
    zh_CN: 'SQL 的结果超过 {limit} 行，请在 SQL 中汇总，或去掉较早的数据。',
  },
  alert_sql_closed: {
    status: 403,
    en_US: 'Only editors can use SQL. Viewers can create alerts from a published card; create it again from the card.',
    zh_CN: '只有编辑者可以用 SQL 查询。查看者的预警只能使用已发布卡片的 SQL，请从卡片重新设置。',
  },
  report_nobody: {
    status: 422,
    en_US: "This report's creator is no longer a member, so it's no longer sent.",
    zh_CN: '创建该报告的成员已不在，无法再以其权限生成报告。',
  },
  report_dashboard_gone: {
    status: 422,
    en_US: "The dashboard no longer exists, or the report's creator no longer has access to it.",
    zh_CN: '仪表盘已不存在，或报告的创建者已无权查看。',
  },
  report_unseen: {
    status: 422,
    en_US: "This member doesn't have access to the dashboard, so nothing was sent.",
    zh_CN: '该成员无权查看此仪表盘，因此没有发送。',
  },
  report_to_others: {
    status: 403,
    en_US: 'Viewers can only send reports to themselves. Editors can send them to others.',
    zh_CN: '查看者只能把报告发给自己，编辑者可以发给其他人。',
  },
  report_addresses_closed: {
    status: 403,
    en_US: 'Reports can only be sent to members. An owner can allow other addresses.',
    zh_CN: '报告只能发给成员。所有者可以允许发送到其他邮箱。',
  },
  report_recipient_unknown: {
    status: 422,
    en_US: 'A recipient is no longer a member. Choose the recipients again.',
    zh_CN: '有收件人已不是成员，请重新选择收件人。',
  },
  letter_link_dead: {
    status: 404,
    en_US: 'This link no longer works.',
    zh_CN: '该链接已失效。',
  },
  host_too_much: {
    status: 422,
    en_US: "The host's response was larger than {limit}, so it was ignored.",
    zh_CN: '对方的应答超过 {limit}，已停止接收。',
  },
} as const satisfies Record<string, ErrorEntry>;
