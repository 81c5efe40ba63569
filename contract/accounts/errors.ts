import type { ErrorEntry } from '#contract/queries/errors.ts';

/** Account errors that only some pages can meet; their messages come from the server. */
export const accountErrors = {
  wrong_code: {
    status: 400,
    en_US: 'The code is wrong or was already used. Wait for the next one and try again.',
    zh_CN: '验证码不正确或已被使用，请等待新的验证码后重试。',
  },
  two_step_on: {
    status: 409,
    en_US: 'Two-step verification is already on. Turn it off first to set it up again.',
    zh_CN: '两步验证已经开启。如需重新设置，请先关闭。',
  },
  two_step_off: {
    status: 409,
    en_US: "Two-step verification isn't on.",
    zh_CN: '两步验证尚未开启。',
  },
  picture_unreadable: {
    status: 400,
    en_US: "This picture can't be read. Choose a JPEG, PNG, WebP or GIF.",
    zh_CN: '无法识别这张图片，请选择 JPEG、PNG、WebP 或 GIF 格式。',
  },
  picture_moves: {
    status: 400,
    en_US: "Animated pictures aren't supported. Choose a still one.",
    zh_CN: '不支持动图，请选择静态图片。',
  },
  picture_too_large: {
    status: 413,
    en_US: 'This picture is too large. The limit is {limit}.',
    zh_CN: '图片过大，最多支持 {limit}。',
  },
  account_disabled: {
    status: 403,
    en_US: 'This account is disabled. Ask an owner to enable it.',
    zh_CN: '该账号已停用，请联系所有者启用。',
  },
  oidc_refused: {
    status: 400,
    en_US: 'Sign-in with this provider failed. Try again, or contact the owner if it keeps failing.',
    zh_CN: '通过该平台登录未成功，请重新开始；如果仍然不行，请联系所有者。',
  },
  oidc_email: {
    status: 403,
    en_US: 'Your account with the provider has no verified email address. Verify it there, then sign in again.',
    zh_CN: '该平台的账号没有已验证的邮箱。请先在该平台验证邮箱，再重新登录。',
  },
  only_way_in: {
    status: 409,
    en_US: 'This is your only way to sign in. Set a password or add a passkey first.',
    zh_CN: '这是您唯一的登录方式，请先设置密码或添加通行密钥。',
  },
  last_owner: {
    status: 409,
    en_US: 'This is the last owner. Make another member an owner first.',
    zh_CN: '这是最后一位所有者，请先将其他成员设为所有者。',
  },
  own_account: {
    status: 409,
    en_US: "You can't do this to your own account. Ask another owner.",
    zh_CN: '不能对自己的账号执行此操作，请联系其他所有者。',
  },
  key_not_here: {
    status: 403,
    en_US: "Personal keys can't be used here. Sign in to do this.",
    zh_CN: '此操作不能使用个人密钥，请登录后进行。',
  },
  key_reads_only: {
    status: 403,
    en_US: 'This key is read-only. Use a key that can edit.',
    zh_CN: '该密钥只有读取权限，请使用具有编辑权限的密钥。',
  },
  key_in_address: {
    status: 400,
    en_US:
      'Send the key in the Authorization header. Only URLs under /api/data accept a read-only key. Revoke this key: URLs are logged and shared.',
    zh_CN:
      '请在 Authorization 请求头中发送密钥；只有 /api/data 下的地址可以带只读密钥。地址会被记录和分享，请撤销该密钥。',
  },
  key_edits_in_address: {
    status: 403,
    en_US: "This key can edit, so it can't be used in a URL. Use a read-only key, and revoke this one.",
    zh_CN: '该密钥具有编辑权限，不能放在地址里。请改用只读密钥，并撤销该密钥。',
  },
  keys_full: {
    status: 409,
    en_US: "You've reached the maximum number of keys. Revoke one first.",
    zh_CN: '密钥数量已达上限，请先撤销一个。',
  },
  passkey_refused: {
    status: 400,
    en_US: "This passkey wasn't accepted. Try again, or sign in with your password.",
    zh_CN: '通行密钥未通过验证，请重试，或使用密码登录。',
  },
  passkeys_unavailable: {
    status: 409,
    en_US: 'Passkeys only work over HTTPS with a domain name, or on localhost. Ask the owner to set that up.',
    zh_CN: '通行密钥只能在带域名的 HTTPS 地址或 localhost 上使用，请联系所有者配置。',
  },
  passkeys_full: {
    status: 409,
    en_US: "You've reached the maximum number of passkeys. Remove one first.",
    zh_CN: '通行密钥数量已达上限，请先移除一个。',
  },
} as const satisfies Record<string, ErrorEntry>;
