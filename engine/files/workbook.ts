import { Problem } from '#contract/errors.ts';
import type { Archive, ArchiveEntry } from './archive.ts';
import { type NumberFormatKind, readNumberKinds } from './number-formats.ts';
import { readSharedStrings } from './shared-strings.ts';
import { attributeOf, readXml } from './xml.ts';

/** A sheet with cells. Hidden ones include "very hidden" ones, which Excel does not even list. */
export type WorkbookSheet = { name: string; isHidden: boolean; entry: ArchiveEntry };

/** The shared parts of a workbook; `kinds` is the number kind of each style. */
export type Workbook = {
  sheets: WorkbookSheet[];
  strings: string[];
  hasAllStrings: boolean;
  kinds: NumberFormatKind[];
  isFrom1904: boolean;
};

type Relationship = { id: string; type: string; target: string };
type ListedSheet = { name: string; state: string; id: string };

/** Whether an archive is an Excel workbook. */
export const isWorkbook = ({ entries }: Archive) => entries.some(({ name }) => /^xl\/workbook\d*\.xml$/i.test(name));

/** Reads the sheet list of a workbook, its shared strings and its number formats. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const root = await readRelationships(archive, '_rels/.rels');
  const main = findPart(archive, '', root.find(isOfType('officeDocument'))?.target ?? 'xl/workbook.xml');
  if (!main) throw new Problem('file_damaged', { detail: 'the workbook part is missing' });
  const folder = main.name.slice(0, main.name.lastIndexOf('/') + 1);
  const related = await readRelationships(archive, `${folder}_rels/${main.name.slice(folder.length)}.rels`);
  const { listed, isFrom1904 } = await readSheetList(main);
  const partOf = (type: string) => {
    const target = related.find(isOfType(type))?.target;
    return target === undefined ? undefined : findPart(archive, folder, target);
  };
  const strings = partOf('sharedStrings');
  return {
    sheets: listed.flatMap((each) => sheetOf(each, related, (target) => findPart(archive, folder, target))),
    strings: await readSharedStrings(strings),
    hasAllStrings: strings?.isWhole ?? true,
    kinds: await readNumberKinds(partOf('styles')),
    isFrom1904,
  };
}

// Transitional and strict files use different namespaces for the types.
const isOfType = (type: string) => (relationship: Relationship) => relationship.type.endsWith(`/${type}`);

/** Sheets of charts, dialogs and macros have no cells. */
function sheetOf(
  { name, state, id }: ListedSheet,
  related: Relationship[],
  find: (target: string) => ArchiveEntry | undefined,
): WorkbookSheet[] {
  const relationship = related.find((each) => each.id === id);
  if (relationship && !isOfType('worksheet')(relationship)) return [];
  const entry = relationship && find(relationship.target);
  if (!entry) throw new Problem('file_damaged', { detail: 'a sheet is missing' });
  return [{ name, isHidden: /hidden/i.test(state), entry }];
}

/** Finds the part of a target: relative to a folder, or from the root. Case and slashes vary by writer. */
function findPart({ entries }: Archive, folder: string, target: string): ArchiveEntry | undefined {
  const plain = target.replaceAll('\\', '/');
  const paths = [plain.startsWith('/') ? plain : folder + plain, plain].map(normalPath);
  return paths
    .map((path) => entries.find(({ name }) => name.toLowerCase() === path))
    .find((entry) => entry !== undefined);
}

function normalPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.toLowerCase().split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

async function readRelationships(archive: Archive, name: string): Promise<Relationship[]> {
  const part = findPart(archive, '', name);
  const relationships: Relationship[] = [];
  if (!part) return relationships;
  await readXml(part, {
    open: (tag, { Id = '', Type = '', Target = '' }) => {
      if (tag === 'Relationship') relationships.push({ id: Id, type: Type, target: Target });
    },
  });
  return relationships;
}

async function readSheetList(part: ArchiveEntry): Promise<{ listed: ListedSheet[]; isFrom1904: boolean }> {
  const listed: ListedSheet[] = [];
  let isFrom1904 = false;
  await readXml(part, {
    open: (tag, attributes) => {
      // An extension may contain an element of the same name without the attribute.
      if (tag === 'workbookPr') isFrom1904 ||= /^(?:1|true|on)$/i.test(attributes['date1904'] ?? '');
      if (tag !== 'sheet') return;
      const { name = '', state = '' } = attributes;
      listed.push({ name, state, id: attributeOf(attributes, 'id') ?? '' });
    },
  });
  return { listed, isFrom1904 };
}
