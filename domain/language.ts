/** The languages of the product; the first is the default. */
export const languageCodes = ['zh_CN', 'en_US'] as const;
export type Language = (typeof languageCodes)[number];

/** The best of our languages for an Accept-Language header or a browser's language. */
export function languageOf(accepted: string | undefined): Language {
  const ours = accepted?.toLowerCase().match(/(?:^|,)\s*(zh|en)(?![a-z])/);
  return ours?.[1] === 'en' ? 'en_US' : 'zh_CN';
}
