import { useLanguage } from '#web/ui/language.ts';
import style from './ApiPage.module.css';
import type { Document } from './openapi.ts';

/** Codes with their status and their sentence, in the order of the statuses. */
export function ApiErrors({ codes, document }: { codes: string[]; document: Document }) {
  const language = useLanguage();
  const known = document.components['x-errors'] ?? {};
  const errors = codes.flatMap((code) => (known[code] ? [{ code, ...known[code] }] : []));
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
