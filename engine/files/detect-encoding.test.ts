import { expect, test } from 'vitest';

import type { Encoding } from '#domain/cells/reading.ts';
import { createDecoder } from './decoder.ts';
import { rankEncodings } from './detect-encoding.ts';
import { encode } from '#engine/testing/encode.ts';

function decode(bytes: Buffer, encoding: Encoding): string | undefined {
  try {
    const decoder = createDecoder(encoding);
    return decoder.decode(bytes) + decoder.end();
  } catch {
    return undefined;
  }
}

/** The line of a file after its encoding was guessed. */
function guess(line: string, encoding: Encoding): string | undefined {
  const bytes = encode(line, encoding);
  const best = bytes && rankEncodings(bytes)[0];
  return best && decode(bytes, best.encoding);
}

test.each<[Encoding, string]>([
  ['windows-1252', 'Bühler|Müller|Straße|café|Besançon|niño|São Paulo|Malmö|Ørsted|Peñíscola|Noël|Zürich|FRANÇOIS'],
  ['windows-1252', '25 °C|£12.50|10 €|5 µm|“quoted”|it’s|a – b|½ cup|±3|naïve|20 × 30|© 2024|…more'],
  ['iso-8859-15', '10 €|12,50 €|cœur|Düsseldorf|œuvre|€ 99'],
  ['windows-1251', 'Москва|Иванов|выручка|количество|Санкт-Петербург|руб.'],
  ['windows-1253', 'Αθήνα|Θεσσαλονίκη|Λεωνιδας|Αλεξανδρος|Μυρων|Ευστοργιος|πωλήσεις|ποσό|ΠΑΤΡΑ|Γιώργος Παπαδόπουλος'],
  ['iso-8859-7', 'Λεωνιδας|Αλεξανδρος|Μυρων|Ευστοργιος|Άρτα|Άγιος Νικόλαος'],
  ['windows-1250', 'Łódź|Wrocław|Kraków|Plzeň|České Budějovice|Székesfehérvár|Żółkiewski'],
  ['gb18030', '上海|张三|销售额|有限公司|北京市|订单编号|王小明|数量|陈伟|男|女|一月'],
  ['big5', '臺北市|王小明|銷售額|產品名稱|高雄市|陳志偉|電話號碼'],
  ['shift_jis', '東京都|山田太郎|売上|株式会社|カタカナ|ひらがな|鈴木一郎|北海道札幌市'],
  ['euc-jp', '東京都|売上|株式会社|カタカナ|ひらがな|北海道札幌市'],
  ['euc-kr', '서울특별시|김철수|매출|주식회사|전화번호|대한민국'],
])('a single word in %s among ASCII is decoded: %s', (encoding, words) => {
  for (const word of words.split('|')) expect(guess(`7,${word},12\n`, encoding)).toBe(`7,${word},12\n`);
});

test.each<[Encoding, string]>([
  ['windows-1252', 'de'],
  ['windows-1252', 'fr'],
  ['windows-1252', 'es'],
  ['windows-1252', 'pt'],
  ['windows-1251', 'ru'],
  ['windows-1251', 'uk'],
  ['windows-1251', 'bg'],
  ['windows-1253', 'el'],
  ['iso-8859-7', 'el'],
  ['windows-1250', 'pl'],
  ['windows-1250', 'cs'],
  ['windows-1250', 'sk'],
  ['windows-1250', 'hu'],
  ['windows-1250', 'hr'],
  ['gb18030', 'zh-CN'],
  ['big5', 'zh-TW'],
  ['shift_jis', 'ja'],
  ['euc-jp', 'ja'],
  ['euc-kr', 'ko'],
])('countries in %s, named in %s, are decoded a few at a time', (encoding, language) => {
  // Many Central European letters are also Western ones.
  const few = encoding === 'windows-1250' ? 6 : 3;
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const countries = 'AT BE BR CH CI CN CZ DE EG ES FR GB HU IN IT JP KR LA ME MX NL NO PE PL RE RO RU SE TR UA US ZA'
    .split(' ')
    .map((code) => names.of(code)!)
    // oxlint-disable-next-line no-control-regex -- ASCII
    .filter((name) => /[^\u0000-\u007f]/.test(name) && encode(name, encoding));
  expect(countries.length).toBeGreaterThan(5);
  for (let start = 0; start + few <= countries.length; start++) {
    const lines = countries.slice(start, start + few).map((name) => `${start},${name},1\n`);
    expect(guess(lines.join(''), encoding)).toBe(lines.join(''));
  }
});
