import { queryOptions, useQuery } from '@tanstack/react-query';
import Spin from 'antd/es/spin';
import { useTranslation } from 'react-i18next';

import type { FolderKind, FolderMove, MovePreview } from '#contract/folders/routes.ts';
import { call } from '#web/http/client.ts';
import { useLanguage } from '#web/ui/language.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import type { MovedItems } from './actions.ts';
import style from './Dialogs.module.css';

const effects = ['gainAccess', 'gainEdit', 'loseAccess', 'loseEdit'] as const;

/** Whether a move changes nobody's access. */
export const changesNothing = (preview: MovePreview): boolean =>
  effects.every((effect) => preview[effect].count === 0) && preview.stayOpen === 0;

export const movePreviewQuery = (folder: FolderMove['folder'], moved: MovedItems) =>
  queryOptions({
    queryKey: ['folders', 'preview', folder, moved],
    queryFn: ({ signal }) => call('POST /folders/move/preview', { folder, ...moved }, signal),
    throwOnError: false,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

type MoveEffectsProps = { kind: FolderKind; folder: FolderMove['folder']; moved: MovedItems };

/** A preview of a move: who gains or loses access. */
export function MoveEffects({ kind, folder, moved }: MoveEffectsProps) {
  const { data, error } = useQuery(movePreviewQuery(folder, moved));
  return (
    <div className={style['effects']} role="status">
      {error && <p className={style['error']}>{sentenceOf(error)}</p>}
      {!data && !error && <Spin size="small" delay={300} />}
      {data && <EffectTexts kind={kind} preview={data} />}
    </div>
  );
}

type EffectTextsProps = { kind: FolderKind; preview: MovePreview };

/** Who gains or loses access. */
export const EffectList = (props: EffectTextsProps) => (
  <div className={style['effects']} role="status">
    <EffectTexts {...props} />
  </div>
);

function EffectTexts({ kind, preview }: EffectTextsProps) {
  const { t } = useTranslation();
  const isUnchanged = effects.every((effect) => preview[effect].count === 0);
  return (
    <>
      {isUnchanged && <p>{t('folders.unchanged')}</p>}
      {!isUnchanged && (
        <>
          <b>{t('folders.effects')}</b>
          <ul>
            {effects.map((effect) => (
              <MoveEffect key={effect} effect={effect} affected={preview[effect]} />
            ))}
          </ul>
        </>
      )}
      {preview.stayOpen > 0 && <p>{t('folders.stayOpen', { count: preview.stayOpen })}</p>}
      {kind === 'application' && !isUnchanged && <p>{t('folders.dataToo')}</p>}
    </>
  );
}

type MoveEffectProps = { effect: (typeof effects)[number]; affected: MovePreview['gainAccess'] };

function MoveEffect({ effect, affected: { count, people } }: MoveEffectProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (count === 0) return null;
  const more = count - people.length;
  const names = [...people.map(({ name }) => name), ...(more > 0 ? [t('folders.more', { count: more })] : [])];
  const list = new Intl.ListFormat(language.replace('_', '-'), { type: 'unit' }).format(names);
  return (
    <li data-tone={effect.startsWith('lose') ? 'lose' : 'gain'} dir="auto">
      {t('common.pair', { name: t(`folders.effect.${effect}`, { count }), value: list })}
    </li>
  );
}
