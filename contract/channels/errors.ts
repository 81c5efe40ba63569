import type { ErrorEntry } from '#contract/queries/errors.ts';

/** Errors of alerts, reports, email, channels and other requests to outside hosts. */
export const deliveryErrors = {
  address_malformed: {
    status: 422,
    en_US: 'This is not an address that can be called. It begins with https:// and names a host.',
    zh_CN: '该地址无法访问。地址应以 https:// 开头并包含主机名。',
  },
  address_inside: {
    status: 422,
    en_US:
      'This address leads into the network of the server, which is not allowed. Whoever runs the server can set PRIVATE_ADDRESSES=allow.',
    zh_CN: '该地址指向服务器所在的内部网络，不允许访问。服务器管理者可以设置 PRIVATE_ADDRESSES=allow。',
  },
  host_unknown: {
    status: 422,
    en_US: 'No host of that name can be found. Check the address.',
    zh_CN: '找不到该主机，请检查地址。',
  },
  host_unreachable: {
    status: 422,
    en_US: 'The host could not be reached ({detail}). Check the address, and whether the host is up.',
    zh_CN: '无法连接该主机（{detail}）。请检查地址，以及对方是否正在运行。',
  },
  host_silent: {
    status: 422,
    en_US: 'The host did not answer within {limit} seconds.',
    zh_CN: '对方在 {limit} 秒内没有应答。',
  },
  host_redirects: {
    status: 422,
    en_US: 'The host sends us on to another address, which is not followed. Enter the final address.',
    zh_CN: '对方要求跳转到其他地址，系统不会跟随跳转。请填写最终地址。',
  },
  channel_of_another: {
    status: 403,
    en_US: 'Only whoever added this channel and the owner can change or remove it. You can send alerts through it.',
    zh_CN: '只有添加该渠道的成员和所有者可以修改或删除它，您可以用它发送预警。',
  },
  channel_refused: {
    status: 422,
    en_US: 'The service did not take the message ({detail}). Check the address and the secret.',
    zh_CN: '对方没有接收消息（{detail}）。请检查地址和密钥。',
  },
  mail_missing: {
    status: 422,
    en_US: 'This installation has no mail server. Whoever runs the server can set SMTP_URL.',
    zh_CN: '本系统未配置邮件服务器，服务器管理者可以设置 SMTP_URL。',
  },
  mail_failed: {
    status: 422,
    en_US: 'The mail server did not take the letter ({detail}).',
    zh_CN: '邮件服务器没有接收邮件（{detail}）。',
  },
  alert_not_firing: {
    status: 409,
    en_US: 'The alert does not fire any more.',
    zh_CN: '该预警已不在触发状态。',
  },
  alert_nobody: {
    status: 422,
    en_US: 'Whoever made this alert is disabled or no longer a member, so it is not checked any more.',
    zh_CN: '创建该预警的成员已停用或已移除，无法再以其权限检查。',
  },
  alert_column_gone: {
    status: 422,
    en_US: 'The SQL gives no column "{column}".',
    zh_CN: 'SQL 的结果中没有“{column}”列。',
  },
  alert_column_misfit: {
    status: 422,
    en_US: 'The column "{column}" does not fit: the number must be a number, the time a day or a moment.',
    zh_CN: '“{column}”列的类型不合适：数值列须为数字，时间列须为日期或时间。',
  },
  alert_too_many_rows: {
    status: 422,
    en_US: 'The SQL gives more than {limit} rows. Let it add them up, or leave out what is long past.',
    zh_CN: 'SQL 的结果超过 {limit} 行，请在 SQL 中汇总，或去掉较早的数据。',
  },
  alert_sql_closed: {
    status: 403,
    en_US:
      'Only editors ask in SQL. An alert of a viewer asks what a published card asks; make it again from the card.',
    zh_CN: '只有编辑者可以用 SQL 查询。查看者的预警只能使用已发布卡片的 SQL，请从卡片重新设置。',
  },
  report_nobody: {
    status: 422,
    en_US: 'Whoever made this report is no longer a member, so nobody looks through it any more.',
    zh_CN: '创建该报告的成员已不在，无法再以其权限生成报告。',
  },
  report_dashboard_gone: {
    status: 422,
    en_US: 'The dashboard is gone, or whoever made the report may not see it any more.',
    zh_CN: '仪表盘已不存在，或报告的创建者已无权查看。',
  },
  report_unseen: {
    status: 422,
    en_US: 'This member may not see the dashboard, so nothing was sent.',
    zh_CN: '该成员无权查看此仪表盘，因此没有发送。',
  },
  report_to_others: {
    status: 403,
    en_US: 'Viewers can have reports sent to themselves only. An editor can send them to others.',
    zh_CN: '查看者只能把报告发给自己，编辑者可以发给其他人。',
  },
  report_addresses_closed: {
    status: 403,
    en_US: 'Reports go to members only. The owner can allow other addresses.',
    zh_CN: '报告只能发给成员。所有者可以允许发送到其他邮箱。',
  },
  report_recipient_unknown: {
    status: 422,
    en_US: 'Someone who is to receive the report is not a member any more. Choose the recipients again.',
    zh_CN: '有收件人已不是成员，请重新选择收件人。',
  },
  letter_link_dead: {
    status: 404,
    en_US: 'This link does not lead anywhere any more.',
    zh_CN: '该链接已失效。',
  },
  host_too_much: {
    status: 422,
    en_US: 'The host answered with more than {limit}, so the answer was left.',
    zh_CN: '对方的应答超过 {limit}，已停止接收。',
  },
} as const satisfies Record<string, ErrorEntry>;

export type DeliveryErrorCode = keyof typeof deliveryErrors;
