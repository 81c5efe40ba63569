import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** A file in one content encoding, compressed at build time. */
type EncodedFile = { file: string; bytes: number; etag: string };
type StaticFile = {
  type: string;
  modified: Date;
  plain: EncodedFile;
  br: EncodedFile | undefined;
  gzip: EncodedFile | undefined;
};
type StaticFileOptions = {
  folder: string;
  isServed: (name: string) => boolean;
  cacheControlOf: (name: string) => string;
};

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/**
 * Serves the files of a folder: one route per file at its top, one per folder below. Paths are looked up in a list read
 * at start and never reach the file system.
 */
export function serveFiles(app: FastifyInstance, { folder, isServed, cacheControlOf }: StaticFileOptions): void {
  const files = new Map<string, { file: StaticFile; cacheControl: string }>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).replaceAll(path.sep, '/');
    if (!entry.isFile() || /\.(br|gz)$/.test(name) || !isServed(name)) continue;
    files.set(name, { file: readStatic(file), cacheControl: cacheControlOf(name) });
  }
  const routes = new Set([...files.keys()].map((name) => name.replace(/\/.*/, '/*')));
  for (const route of routes) {
    app.route<{ Params: { '*'?: string } }>({
      method: ['GET', 'HEAD'],
      url: `/${route}`,
      handler: (request, reply) => {
        const match = files.get(route.replace('*', request.params['*'] ?? ''));
        return match
          ? send(request, reply.header('cache-control', match.cacheControl), match.file)
          : reply.callNotFound();
      },
    });
  }
}

function readStatic(file: string): StaticFile {
  const variant = (ending: string) => (existsSync(`${file}${ending}`) ? readVariant(`${file}${ending}`) : undefined);
  return {
    type: types[path.extname(file)] ?? 'application/octet-stream',
    modified: statSync(file).mtime,
    plain: readVariant(file),
    br: variant('.br'),
    gzip: variant('.gz'),
  };
}

function readVariant(file: string): EncodedFile {
  const { size, mtimeMs } = statSync(file);
  return { file, bytes: size, etag: `W/"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"` };
}

function send(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  const coding = (['br', 'gzip'] as const).find((each) => file[each] && accepts(request, each));
  const { file: source, bytes, etag } = coding ? file[coding]! : file.plain;
  reply.headers({
    'content-type': file.type,
    etag,
    'last-modified': file.modified.toUTCString(),
    vary: 'accept-encoding',
  });
  if (isFresh(request, etag, file.modified)) return reply.code(304).send();
  if (coding) reply.header('content-encoding', coding);
  reply.header('content-length', bytes);
  return request.method === 'HEAD' ? reply.send() : reply.send(createReadStream(source));
}

function accepts({ headers }: FastifyRequest, coding: string): boolean {
  const accepted = (headers['accept-encoding'] ?? '').split(',');
  return accepted.some((each) => {
    const [name, quality] = each
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/);
    return name === coding && Number(quality ?? 1) > 0;
  });
}

// Compares ETags; without If-None-Match the modification time, to the second.
function isFresh({ headers }: FastifyRequest, etag: string, modified: Date): boolean {
  const cachedTags = headers['if-none-match'];
  if (cachedTags !== undefined) return cachedTags === '*' || cachedTags.split(',').some((each) => each.trim() === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(modified.getTime() / 1000) * 1000 <= since;
}
