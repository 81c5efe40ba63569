import { connect } from 'node:net';

export type RawResponse = {
  status: number;
  headers: string;
  body: { code: string; message: string; requestId: string };
};

/** Sends raw bytes, which no HTTP client would, and reads the first response; fails if there is none. */
export function exchange(url: string, ...parts: (string | Buffer)[]): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const finish = () => {
      socket.destroy();
      if (text) resolve(answerOf(text));
      else reject(new Error(`no answer to ${String(parts[0]).slice(0, 100)}`));
    };
    socket.setEncoding('utf8').setTimeout(30_000, finish);
    socket.on('data', (chunk) => {
      text += chunk;
      if (isWhole(text)) finish();
    });
    socket.on('error', finish).on('close', finish);
    for (const part of parts) socket.write(part);
  });
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = text.slice(0, end);
  const length = head.includes(' 204 ') ? 0 : (/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Infinity);
  return Buffer.byteLength(text.slice(end + 4)) >= Number(length);
}

function answerOf(text: string): RawResponse {
  const end = text.indexOf('\r\n\r\n');
  const headers = text.slice(0, end);
  const body = text.slice(end + 4);
  return { status: Number(headers.split(' ')[1]), headers, body: body.startsWith('{') ? JSON.parse(body) : {} };
}

/** Text of a request with exactly these headers. */
export function requestText(method: string, path: string, headers: Record<string, string> = {}, body = ''): string {
  const length: Record<string, string> = body ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const lines = Object.entries({ host: 'localhost', ...length, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
