import type { featureErrors } from './feature-errors.ts';
import type { ErrorEntry } from './queries/errors.ts';
import type { Language } from '../domain/language.ts';

/** Errors that any page can meet; those of features are in their folders, which the first page does not load. */
export const errors = {
  invalid_input: {
    status: 400,
    en_US: 'The request is invalid: {detail}',
    zh_CN: '请求内容有误：{detail}',
  },
  malformed_request: {
    status: 400,
    en_US: "The request couldn't be read. Check its syntax and try again.",
    zh_CN: '无法读取该请求，请检查格式后重试。',
  },
  unauthenticated: { status: 401, en_US: 'Sign in first.', zh_CN: '请先登录。' },
  wrong_credentials: {
    status: 401,
    en_US: 'Wrong account or password.',
    zh_CN: '账号或密码不正确。',
  },
  wrong_password: { status: 400, en_US: 'The current password is wrong.', zh_CN: '当前密码不正确。' },
  xsrf_refused: {
    status: 403,
    en_US: 'This page is out of date. Reload it and try again.',
    zh_CN: '页面已过期，请刷新后重试。',
  },
  forbidden: {
    status: 403,
    en_US: "Your role doesn't allow this. Ask an owner.",
    zh_CN: '您的角色无权执行此操作，请联系所有者。',
  },
  sign_up_closed: {
    status: 403,
    en_US: 'You need an invitation to sign up. Ask the owner for a link.',
    zh_CN: '注册需要邀请链接，请向所有者索取。',
  },
  not_found: {
    status: 404,
    en_US: "This doesn't exist, or you don't have access to it.",
    zh_CN: '内容不存在，或您无权查看。',
  },
  method_not_allowed: {
    status: 405,
    en_US: "This URL doesn't support that method.",
    zh_CN: '该地址不支持此请求方法。',
  },
  owner_exists: {
    status: 409,
    en_US: 'This installation already has an owner. Sign in instead.',
    zh_CN: '所有者已经创建，请直接登录。',
  },
  email_taken: { status: 409, en_US: 'This email address is already taken.', zh_CN: '该邮箱已被使用。' },
  username_taken: { status: 409, en_US: 'This username is already taken.', zh_CN: '该用户名已被使用。' },
  link_invalid: {
    status: 410,
    en_US: 'This link is no longer valid. Ask for a new one.',
    zh_CN: '该链接已失效，请重新获取。',
  },
  too_large: {
    status: 413,
    en_US: 'The request is too large. Send less at once.',
    zh_CN: '请求内容过大，请减少一次发送的内容。',
  },
  uri_too_long: {
    status: 414,
    en_US: 'The URL is too long. Shorten it and try again.',
    zh_CN: '地址过长，请缩短后重试。',
  },
  unsupported_media_type: {
    status: 415,
    en_US: 'Send the body as application/json.',
    zh_CN: '请以 application/json 格式发送内容。',
  },
  too_many_attempts: {
    status: 429,
    en_US: 'Too many attempts. Try again in {wait}.',
    zh_CN: '尝试次数过多，请在{wait}后再试。',
  },
  headers_too_large: { status: 431, en_US: 'The request headers are too large.', zh_CN: '请求头过大。' },
  internal: {
    status: 500,
    en_US: 'Something went wrong on the server. If you report it, include {requestId}.',
    zh_CN: '服务器出现问题。反馈时请附上编号 {requestId}。',
  },
  unavailable: {
    status: 503,
    en_US: "The server isn't ready yet. Try again in a moment.",
    zh_CN: '服务尚未就绪，请稍后再试。',
  },
  offline: {
    status: 0,
    en_US: "Can't reach the server. Check your network and try again.",
    zh_CN: '无法连接服务器，请检查网络后重试。',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors | keyof typeof featureErrors;

/** Parameters of a message, and of the response. */
export type ErrorParams = {
  message?: string;
  detail?: string;
  retryAfter?: number;
  requestId?: string;
  line?: number;
  column?: string;
  value?: string;
  limit?: string;
  rows?: number;
  expected?: number;
  /** Position of the error in the SQL, in characters. */
  at?: number;
  /** The engine's own message. */
  original?: string;
};

/**
 * Body of every error response. `at` is the position of the error in the SQL, in characters, and `original` the
 * engine's own message.
 */
export type ErrorBody = { code: ErrorCode; message: string; requestId: string; at?: number; original?: string };

/** An error that a person can act on. Anything else that is thrown is a bug. */
export class Problem extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly params: ErrorParams = {},
    options?: ErrorOptions,
  ) {
    super(code, options);
    this.name = 'Problem';
  }
}

/** Whether an error says that something does not exist, or is not visible to the caller. */
export const isNotFound = (error: unknown): boolean => error instanceof Problem && error.code === 'not_found';

/** For `.catch`: something that does not exist becomes undefined; any other error is thrown. */
export function undefinedIfNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
  return undefined;
}

/** For `.catch`: a Problem becomes undefined; any other error is a bug and is thrown. */
export function undefinedIfProblem(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
  return undefined;
}

/** A wait as text. */
export function waitOf(seconds: number, language: Language): string {
  const minutes = Math.ceil(seconds / 60);
  if (language === 'zh_CN') return seconds < 60 ? ` ${Math.ceil(seconds)} 秒` : ` ${minutes} 分钟`;
  const [count, unit] = seconds < 60 ? [Math.ceil(seconds), 'second'] : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The message of an error in a language. */
export function sentenceOf(entry: ErrorEntry, params: ErrorParams, language: Language): string {
  const values: Record<string, string | number> = { ...params, wait: waitOf(params.retryAfter ?? 60, language) };
  return entry[language].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
