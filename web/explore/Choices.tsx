import { CheckOutlined } from '@ant-design/icons';
import type { KeyboardEvent } from 'react';

import style from './Choices.module.css';

const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Arrow keys move the focus to the next choice and wrap around. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  if (!step || at < 0) return;
  event.preventDefault();
  buttons[(at + step + buttons.length) % buttons.length]!.focus();
}

type ChoiceOption<Value> = { value: Value; text: string; hint?: string | undefined };
type ChoicesProps<Value> = {
  label: string;
  choices: ChoiceOption<Value>[];
  isChosen: (value: Value) => boolean;
  onChoose: (value: Value) => void;
  /** As a column, or side by side. */
  layout?: 'list' | 'chips';
};

/** A single choice among a few visible values. */
export function Choices<Value>({ label, choices, isChosen, onChoose, layout = 'list' }: ChoicesProps<Value>) {
  return (
    <div role="group" aria-label={label} className={style[layout]} onKeyDown={moveFocus}>
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
