import { CheckOutlined } from '@ant-design/icons';
import type { KeyboardEvent } from 'react';

import style from './Choices.module.css';

const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Arrows go from one choice to the next, and round. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  if (!step || at < 0) return;
  event.preventDefault();
  buttons[(at + step + buttons.length) % buttons.length]!.focus();
}

type Choice<Value> = { value: Value; text: string; hint?: string | undefined };
type Props<Value> = {
  label: string;
  choices: Choice<Value>[];
  isChosen: (value: Value) => boolean;
  onChoose: (value: Value) => void;
  /** One below the other, or side by side. */
  layout?: 'list' | 'chips';
};

/** A few values of which one is chosen, all in sight. */
export function Choices<Value>({ label, choices, isChosen, onChoose, layout = 'list' }: Props<Value>) {
  return (
    <div role="group" aria-label={label} className={style[layout]} onKeyDown={walk}>
      {choices.map((choice) => (
        <button
          key={choice.text}
          type="button"
          aria-pressed={isChosen(choice.value)}
          disabled={choice.hint !== undefined}
          title={choice.hint}
          onClick={() => onChoose(choice.value)}
        >
          {layout === 'list' && <CheckOutlined aria-hidden />}
          <span>{choice.text}</span>
        </button>
      ))}
    </div>
  );
}
