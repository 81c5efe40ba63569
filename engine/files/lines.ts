import { createReadStream } from 'node:fs';

/**
 * The values of a file of ours that has one JSON value a line. Not by readline: to it a line also ends where a text
 * has one of Unicode's separators.
 */
export async function* readJsonLines<T>(file: string): AsyncGenerator<T> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line) as T;
  }
}
