/** The pages of the guide, generated at build time (scripts/guide.ts). */
declare module 'virtual:guide/*' {
  const pages: { slug: string; title: string; headings: { id: string; text: string }[]; html: string }[];
  export default pages;
}

declare module 'virtual:outline' {
  type OutlineTexts = Record<'en_US' | 'zh_CN', string>;
  const pages: { slug: string; title: OutlineTexts; headings: { id: string; text: OutlineTexts }[] }[];
  export default pages;
}

/** Characters, each followed by its readings: "重zhong,chong 庆qing". */
declare module 'virtual:readings' {
  const readings: string;
  export default readings;
}
