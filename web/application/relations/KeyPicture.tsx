import { DeleteOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { type RelationKey, keyTypes } from '#domain/query/relation.ts';
import { useLanguage } from '#web/ui/language.ts';
import { labelOf } from '../names.ts';
import style from './Relations.module.css';

type KeyPictureProps = {
  own: Dataset;
  related: Dataset;
  keys: RelationKey[];
  onChange: (keys: RelationKey[]) => void;
};
type RelationSide = 'own' | 'related';
type PicturePoint = { x: number; y: number };
type DrawnLine = { from: PicturePoint; to: PicturePoint };

const maxKeys = 5;

/**
 * The columns of two datasets. They are paired by drag and drop, or by selecting one on each side; while one is selected,
 * columns of other types are disabled.
 */
export function KeyPicture({ own, related, keys, onChange }: KeyPictureProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<{ side: RelationSide; id: string }>();
  const [pointer, setPointer] = useState<DrawnLine>();
  const lines = useLines(frame, keys);
  const sides = { own, related };
  const columnOf = (side: RelationSide, id: string) => sides[side].columns.find((column) => column.id === id);
  const isKey = (side: RelationSide, id: string) =>
    keys.some((key) => (side === 'own' ? key.column : key.relatedColumn) === id);

  function join(one: { side: RelationSide; id: string }, other: { side: RelationSide; id: string }) {
    setChosen(undefined);
    if (one.side === other.side || keys.length >= maxKeys) return;
    const [left, right] = one.side === 'own' ? [one, other] : [other, one];
    if (columnOf('own', left.id)?.type !== columnOf('related', right.id)?.type) return;
    const others = keys.filter((key) => key.column !== left.id && key.relatedColumn !== right.id);
    onChange([...others, { column: left.id, relatedColumn: right.id }]);
  }

  function choose(side: RelationSide, id: string) {
    if (chosen && chosen.side !== side) join(chosen, { side, id });
    else setChosen(chosen?.id === id ? undefined : { side, id });
  }

  function startLine(event: PointerEvent, side: RelationSide, id: string) {
    if (event.pointerType === 'touch') return;
    const from = pointIn(frame.current!, event);
    const move = (next: globalThis.PointerEvent) => setPointer({ from, to: pointIn(frame.current!, next) });
    const end = (last: globalThis.PointerEvent) => {
      window.removeEventListener('pointermove', move);
      setPointer(undefined);
      const target = document.elementFromPoint(last.clientX, last.clientY)?.closest<HTMLElement>('[data-column]');
      const to = target && { side: target.dataset['side'] as RelationSide, id: target.dataset['column']! };
      if (to && to.side !== side) join({ side, id }, to);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end, { once: true });
  }

  const listOf = (side: RelationSide) => (
    <ColumnList
      dataset={sides[side]}
      side={side}
      isChosen={(id) => chosen?.side === side && chosen.id === id}
      isKey={(id) => isKey(side, id)}
      isDisabled={({ type, calculation }) =>
        !keyTypes.has(type) ||
        calculation?.isBroken === true ||
        (chosen !== undefined && chosen.side !== side && columnOf(chosen.side, chosen.id)?.type !== type)
      }
      onChoose={(id) => choose(side, id)}
      onStart={(event, id) => startLine(event, side, id)}
    />
  );
  return (
    <section aria-label={t('relations.columns')}>
      <p className={style['quiet']}>{t('relations.draw')}</p>
      <div className={style['picture']} ref={frame}>
        {listOf('own')}
        {listOf('related')}
        <svg aria-hidden>
          {lines.map((line) => (
            <path key={curveOf(line)} d={curveOf(line)} />
          ))}
          {pointer && <path d={curveOf(pointer)} />}
        </svg>
      </div>
      <KeyList own={own} related={related} keys={keys} onChange={onChange} />
    </section>
  );
}

const curveOf = ({ from, to }: DrawnLine) => {
  const middle = (from.x + to.x) / 2;
  return `M${from.x} ${from.y} C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
};

function pointIn(frame: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): PicturePoint {
  const box = frame.getBoundingClientRect();
  return { x: clientX - box.left + frame.scrollLeft, y: clientY - box.top + frame.scrollTop };
}

/** The lines between the chosen columns, measured after each layout. */
function useLines(frame: { current: HTMLDivElement | null }, keys: RelationKey[]): DrawnLine[] {
  const [lines, setLines] = useState<DrawnLine[]>([]);
  useLayoutEffect(() => {
    const element = frame.current!;
    const measure = () =>
      setLines(
        keys.flatMap(({ column, relatedColumn }) => {
          const left = element.querySelector(`[data-side="own"][data-column="${CSS.escape(column)}"]`);
          const right = element.querySelector(`[data-side="related"][data-column="${CSS.escape(relatedColumn)}"]`);
          if (!left || !right) return [];
          const [a, b] = [left.getBoundingClientRect(), right.getBoundingClientRect()];
          const from = pointIn(element, { clientX: a.right, clientY: a.top + a.height / 2 });
          return [{ from, to: pointIn(element, { clientX: b.left, clientY: b.top + b.height / 2 }) }];
        }),
      );
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, keys]);
  return lines;
}

type ColumnListProps = {
  dataset: Dataset;
  side: RelationSide;
  isChosen: (id: string) => boolean;
  isKey: (id: string) => boolean;
  isDisabled: (column: DatasetColumn) => boolean;
  onChoose: (id: string) => void;
  onStart: (event: PointerEvent, id: string) => void;
};

function ColumnList({ dataset, side, isChosen, isKey, isDisabled, onChoose, onStart }: ColumnListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div>
      <b dir="auto">{labelOf(dataset, language)}</b>
      <ul>
        {dataset.columns.map((column) => (
          <li key={column.id}>
            <button
              type="button"
              data-side={side}
              data-column={column.id}
              aria-pressed={isChosen(column.id) || isKey(column.id)}
              disabled={isDisabled(column)}
              onClick={() => onChoose(column.id)}
              onPointerDown={(event) => onStart(event, column.id)}
            >
              <bdi>{labelOf(column, language)}</bdi> <small>{t(`data.types.${column.type}`)}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function KeyList({ own, related, keys, onChange }: KeyPictureProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nameOf = (dataset: Dataset, id: string) => {
    const column = dataset.columns.find((each) => each.id === id);
    return column ? labelOf(column, language) : t('relations.deletedColumn');
  };
  return (
    <ul className={style['keys']}>
      {keys.map((key) => {
        const names = { column: nameOf(own, key.column), related: nameOf(related, key.relatedColumn) };
        return (
          <li key={key.column}>
            <span dir="auto">{`${names.column} = ${names.related}`}</span>
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('relations.removePair', names)}
              onClick={() => onChange(keys.filter((each) => each !== key))}
            />
          </li>
        );
      })}
    </ul>
  );
}
