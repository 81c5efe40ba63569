/** The security headers of every answer, made once: the same for pages, calls and errors. */
export function securityHeaders(options: { isSecure: boolean; iconScript: string | null }): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(options.iconScript),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(options.isSecure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

function contentPolicy(iconScript: string | null): string {
  return [
    "default-src 'none'",
    `script-src 'self'${iconScript ? ` ${iconScript}` : ''}`,
    // Components write their style elements at run time; no script can come of that.
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
