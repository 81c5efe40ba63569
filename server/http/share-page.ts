import type { FastifyReply, FastifyRequest } from 'fastify';

import { languageOf } from '#domain/language.ts';
import { apiPrefix } from '#contract/shell.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import { type LinkPreview, loadLinkPreview } from '#server/shares/link-preview.ts';
import type { AppServices } from './services.ts';

/** Token in the URL of a share page; undefined for other pages. */
export const tokenIn = (url: string): string | undefined => /^\/share\/([^/?#]{1,200})/.exec(url)?.[1];

const untitled = { en_US: 'Dashboard', zh_CN: '仪表盘' };

function tagsOf(card: NonNullable<LinkPreview['card']>, { origin, token }: { origin: string; token: string }): string {
  const { title, description, language } = card;
  const tags: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', '数据 Shuju'],
    ['og:locale', language],
    ['og:title', title || untitled[language]],
    ['og:description', description],
    ['og:url', `${origin}/share/${token}`],
    ['og:image', `${origin}${apiPrefix}/shares/${token}/picture`],
    ['og:image:type', 'image/png'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['twitter:card', 'summary_large_image'],
  ];
  return tags
    .filter(([, content]) => content)
    .map(([name, content]) => `<meta property="${name}" content="${escapeMarkup(content)}">`)
    .join('');
}

/** Only the sites listed in the share may frame the page. It sets no cookie, because framed pages have none. */
function allowFrames(reply: FastifyReply, sites: string[]): void {
  if (sites.length === 0) return;
  const policy = String(reply.getHeader('content-security-policy'));
  reply.removeHeader('x-frame-options');
  reply.header(
    'content-security-policy',
    policy.replace("frame-ancestors 'none'", `frame-ancestors ${sites.join(' ')}`),
  );
}

/** HTML page of a share, with Open Graph tags for link previews. */
export async function sharePageOf(
  services: AppServices,
  page: string,
  { request, reply, token }: { request: FastifyRequest; reply: FastifyReply; token: string },
): Promise<string> {
  const origin = services.config.origin ?? `${request.protocol}://${request.host}`;
  const language = languageOf(request.headers['accept-language']);
  const caller = { address: request.ip, userAgent: '', language, origin };
  const { sites, card } = await loadLinkPreview(
    Object.assign(Object.create(services) as AppServices, caller),
    token,
  ).catch((error: unknown) => {
    // If the database is down, the page itself shows the error.
    services.log.warn({ err: error }, 'loading the preview of a link failed');
    return { sites: [], card: null };
  });
  allowFrames(reply, sites);
  // Shares are not for search engines.
  reply.header('x-robots-tag', 'noindex');
  return card ? page.replace('</head>', () => `${tagsOf(card, { origin, token })}</head>`) : page;
}
