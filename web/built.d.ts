/** What the guide holds, made while the product is built (scripts/guide.ts). */
declare module 'virtual:guide/*' {
  const pages: { slug: string; title: string; headings: { id: string; text: string }[]; html: string }[];
  export default pages;
}

declare module 'virtual:outline' {
  type Texts = Record<'en_US' | 'zh_CN', string>;
  const pages: { slug: string; title: Texts; headings: { id: string; text: Texts }[] }[];
  export default pages;
}

/** Characters, each followed by its readings: "重zhong,chong 庆qing". */
declare module 'virtual:readings' {
  const readings: string;
  export default readings;
}
