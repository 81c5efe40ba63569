import { zipOf } from './zip.ts';

/** A sheet of a test workbook: its rows as XML, what is before its root, and its entry in the workbook. */
type TestSheet = { name: string; rows: string; start?: string; state?: string; kind?: string };

type TestWorkbook = {
  sheets: TestSheet[];
  /** The items of the shared strings, as XML. */
  strings?: string;
  /** Format codes; the style with number n has the nth of them. */
  formats?: string[];
  isFrom1904?: boolean;
  separator?: string;
};

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Builds a workbook part by part, as writers other than Excel do. */
export function workbookOf(workbook: TestWorkbook): Buffer {
  const { sheets, strings = '', formats = [], isFrom1904 = false, separator = '/' } = workbook;
  const listed = sheets.map(
    ({ name, state = 'visible' }, n) =>
      `<sheet name="${escape(name)}" sheetId="${n + 1}" state="${state}" r:id="s${n}"/>`,
  );
  const related = sheets.map(
    ({ kind = 'worksheet' }, n) => `<Relationship Id="s${n}" Type="${types}/${kind}" Target="${kind}s/sheet${n}.xml"/>`,
  );
  const codes = formats.map((code, n) => `<numFmt numFmtId="${200 + n}" formatCode="${escape(code)}"/>`);
  const styles = formats.map((_, n) => `<xf numFmtId="${200 + n}"/>`);
  const parts: [string, string][] = [
    ['[Content_Types].xml', '<Types/>'],
    [
      '_rels/.rels',
      `<Relationships><Relationship Id="r" Type="${types}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook><workbookPr date1904="${isFrom1904 ? 1 : 0}"/><sheets>${listed.join('')}</sheets><extLst><x15:workbookPr chartTrackingRefBase="1"/></extLst></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${related.join('')}<Relationship Id="t" Type="${types}/sharedStrings" Target="sharedStrings.xml"/>
       <Relationship Id="f" Type="${types}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/sharedStrings.xml', `<sst>${strings}</sst>`],
    [
      'xl/styles.xml',
      `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    ],
    ...sheets.map(({ kind = 'worksheet', rows, start = '' }, n): [string, string] => [
      `xl/${kind}s/sheet${n}.xml`,
      kind === 'worksheet' ? `${start}<worksheet><sheetData>${rows}</sheetData></worksheet>` : '<chartsheet/>',
    ]),
    ['xl/drawings/drawing1.xml', '<xdr:wsDr xmlns:xdr="x"><a>1</a>\n<a>2</a></xdr:wsDr>'],
  ];
  return zipOf(parts.map(([name, content]) => [name.replaceAll('/', separator), content]));
}

/** A row of numbers, each with its own style, followed by further cells. */
export const numbersOf = (values: (number | string)[], more = '') =>
  `<row>${values.map((value, style) => `<c s="${style}"><v>${value}</v></c>`).join('')}${more}</row>`;

/** A row of inline texts. */
export const textsOf = (...texts: string[]) =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${escape(text)}</t></is></c>`).join('')}</row>`;
