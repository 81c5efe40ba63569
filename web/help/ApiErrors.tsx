import { useLanguage } from '#web/ui/language.ts';
import style from './ApiPage.module.css';
import type { OpenApiDocument } from './openapi.ts';

/** Error codes with status and message, sorted by status. */
export function ApiErrors({ codes, document }: { codes: string[]; document: OpenApiDocument }) {
  const language = useLanguage();
  const catalogue = document.components['x-errors'] ?? {};
  const errors = codes.flatMap((code) => (catalogue[code] ? [{ code, ...catalogue[code] }] : []));
  return (
    <ul className={style['errors']}>
      {errors
        .sort((a, b) => a.status - b.status)
        .map((error) => (
          <li key={error.code}>
            <span className="numbers">{error.status}</span> <code>{error.code}</code> <span>{error[language]}</span>
          </li>
        ))}
    </ul>
  );
}
