/** Thrown if a workbook cannot be read. */
class UnreadableWorkbook extends Error {}

/** Larger sheets are not lists of labels. */
const maxBytes = 64 * 1024 * 1024;

type ZipEntry = { method: number; packed: Uint8Array<ArrayBuffer> };

/** The entries of a zip archive, by name, from the directory at its end. */
function entriesOf(buffer: ArrayBuffer): Map<string, ZipEntry> {
  const view = new DataView(buffer);
  let end = buffer.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new UnreadableWorkbook();
  const entries = new Map<string, ZipEntry>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + 46, nameLength));
    const header = view.getUint32(at + 42, true);
    const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    const packed = new Uint8Array(buffer, start, view.getUint32(at + 20, true));
    entries.set(name, { method: view.getUint16(at + 10, true), packed });
    at += 46 + nameLength! + extraLength! + commentLength!;
  }
  return entries;
}

/** Unpacks an entry. The limit applies while unpacking: a small archive may hold a huge entry. */
async function textOf({ method, packed }: ZipEntry): Promise<string> {
  const stream = new Blob([packed]).stream();
  const unpacked = method === 0 ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw'));
  let [text, bytes] = ['', 0];
  const decoder = new TextDecoder();
  const reader = unpacked.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) throw new UnreadableWorkbook();
    text += decoder.decode(value, { stream: true });
  }
}

const elementsOf = (parent: Document | Element, name: string): Element[] => [...parent.getElementsByTagName(name)];
const contentOf = (parent: Element): string =>
  elementsOf(parent, 't')
    .map((each) => each.textContent ?? '')
    .join('');

const columnOf = (reference: string): number =>
  Array.from(reference.replaceAll(/\d/g, '')).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function cellText(cell: Element, shared: string[]): string {
  const type = cell.getAttribute('t');
  if (type === 'inlineStr') return contentOf(cell).trim();
  const value = elementsOf(cell, 'v')[0]?.textContent ?? '';
  return (type === 's' ? (shared[Number(value)] ?? '') : value).trim();
}

/** The cells of the first sheet of an Excel workbook, as text. */
export async function readWorkbook(file: Blob): Promise<string[][]> {
  const entries = entriesOf(await file.arrayBuffer());
  const names = [...entries.keys()].filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name));
  const [first] = names.toSorted((a, b) => Number(/\d+/.exec(a)) - Number(/\d+/.exec(b)));
  if (first === undefined) throw new UnreadableWorkbook();
  const parse = async (name: string) => {
    const entry = entries.get(name);
    return entry && new DOMParser().parseFromString(await textOf(entry), 'text/xml');
  };
  const strings = await parse('xl/sharedStrings.xml');
  const shared = strings ? elementsOf(strings, 'si').map(contentOf) : [];
  const sheet = (await parse(first))!;
  const rows = elementsOf(sheet, 'row').map((row) => {
    const cells: string[] = [];
    for (const cell of elementsOf(row, 'c')) cells[columnOf(cell.getAttribute('r') ?? 'A')] = cellText(cell, shared);
    return Array.from(cells, (text) => text ?? '');
  });
  return rows.filter((row) => row.some((text) => text !== ''));
}
