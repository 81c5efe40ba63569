/** Headers of API responses: data only, never rendered or framed. */
export const apiResponseHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Headers of pages and static files. */
export function pageHeaders(options: { isSecure: boolean; iconScript: string | null }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy': contentPolicy(options.iconScript),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(options.isSecure && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

function contentPolicy(iconScript: string | null): string {
  return [
    "default-src 'none'",
    `script-src 'self'${iconScript ? ` ${iconScript}` : ''}`,
    // Components insert style elements at run time; styles cannot run scripts.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
