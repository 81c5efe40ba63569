import { createReadStream } from 'node:fs';

/** Reads NDJSON that we wrote. Not with readline, which also ends lines at Unicode separators within texts. */
export async function* readJsonLines<T>(file: string): AsyncGenerator<T> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line) as T;
  }
}
