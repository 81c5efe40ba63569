import Popover from 'antd/es/popover';
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import style from './Pop.module.css';

type PopProps = {
  children: (isOpen: boolean) => ReactElement;
  /** Renders the panel, which can close itself. */
  renderPanel: (close: () => void) => ReactNode;
  isInitiallyOpen?: boolean;
  onClose?: () => void;
};

/** A popover panel: takes the focus, returns it on close, closes on Escape. */
export function Pop({ children, renderPanel, isInitiallyOpen = false, onClose }: PopProps) {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  const opener = useRef<HTMLSpanElement>(null);
  // Keys typed before the panel is mounted belong to its field, not to the page shortcuts.
  const typed = useRef('');
  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (!isOpen || key.length > 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    event.stopPropagation();
    typed.current += key;
  };
  const takeTyped = () => {
    const text = typed.current;
    typed.current = '';
    return text;
  };
  const change = (open: boolean) => {
    setOpen(open);
    typed.current = '';
    if (!open) onClose?.();
  };
  const close = () => {
    change(false);
    opener.current?.querySelector('button')?.focus();
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={change}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      destroyOnHidden
      content={<Panel onClose={close} renderPanel={renderPanel} takeTyped={takeTyped} />}
    >
      <span ref={opener} className={style['opener']} data-open={isOpen} onKeyDown={handleKeyDown}>
        {children(isOpen)}
      </span>
    </Popover>
  );
}

type PanelProps = Pick<PopProps, 'renderPanel'> & { onClose: () => void; takeTyped: () => string };

function Panel({ renderPanel, onClose, takeTyped }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={panel}
      className={style['panel']}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Suspense fallback={<div className={style['loading']} aria-busy />}>
        {renderPanel(onClose)}
        <FirstFocus panel={panel} takeTyped={takeTyped} />
      </Suspense>
    </div>
  );
}

const first = '[autofocus], input:not([type=hidden]), [aria-pressed=true], [aria-checked=true], button, select';

type FirstFocusProps = { panel: RefObject<HTMLDivElement | null>; takeTyped: () => string };

/** Focuses the first field as soon as the panel is mounted, so that no keystroke is lost. */
function FirstFocus({ panel, takeTyped }: FirstFocusProps): null {
  const typed = useEffectEvent(takeTyped);
  useLayoutEffect(() => {
    const find = (selector: string) => panel.current?.querySelector<HTMLElement>(selector);
    const focusFirst = () => {
      const target = find('[data-first]') ?? find(first);
      // The panel is measured before it is positioned: the page must not scroll to it.
      target?.focus({ preventScroll: true });
      if (target instanceof HTMLInputElement && target === document.activeElement) appendText(target, typed());
    };
    focusFirst();
    // A hidden element cannot take focus yet.
    if (panel.current?.contains(document.activeElement)) return undefined;
    const frame = requestAnimationFrame(focusFirst);
    return () => cancelAnimationFrame(frame);
  }, [panel]);
  return null;
}

/** Appends text as if it had been typed. */
function appendText(field: HTMLInputElement, text: string): void {
  if (text === '' || !['text', 'search'].includes(field.type)) return;
  field.setRangeText(text, field.value.length, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
