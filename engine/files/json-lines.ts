import { createReadStream } from 'node:fs';

/** Reads NDJSON that we wrote. Not with readline, which also ends lines at Unicode separators within texts. */
export async function* readJsonLines<T>(file: string): AsyncGenerator<T> {
  // A line may be as long as many chunks, so they are joined once it is complete.
  let parts: string[] = [];
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (chunk as string).split('\n');
    const rest = lines.pop()!;
    for (const line of lines) {
      yield JSON.parse(parts.join('') + line) as T;
      parts = [];
    }
    parts.push(rest);
  }
}
