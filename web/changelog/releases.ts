import type { Language } from '#domain/language.ts';

export type Release = { version: string; date: string; changes: Record<Language, string>[] };

/** Parses CHANGELOG.md: a heading per release, and for each change a line in English with its Chinese below it. */
export function releasesOf(text: string): Release[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const [version = '', date = ''] = heading.split(' - ').map((part) => part.trim());
      return { version, date, changes: changesOf(lines) };
    });
}

function changesOf(lines: string[]): Release['changes'] {
  const changes: Release['changes'] = [];
  for (const line of lines) {
    if (line.startsWith('- ')) changes.push({ en_US: line.slice(2).trim(), zh_CN: '' });
    else if (line.startsWith('  ') && changes.length > 0) changes.at(-1)!.zh_CN += line.trim();
  }
  return changes;
}

type NumberedRelease = Omit<Release, 'changes'> & { changes: { text: Record<Language, string>; number: number }[] };

/** Numbers the changes from the oldest on, so that a number is stable when changes are added. */
export function numberChanges(releases: Release[]): NumberedRelease[] {
  let next = releases.flatMap(({ changes }) => changes).length;
  return releases.map((release) => ({
    ...release,
    changes: release.changes.map((text) => ({ text, number: next-- })),
  }));
}
