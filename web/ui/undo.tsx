import Button from 'antd/es/button';

import { message } from './messages.tsx';

/** Seconds in which an action can be undone. */
const undoSeconds = 8;

type UndoableAction = { text: string; undo: string; onUndo: () => void };

/** Announces an action, with an undo button. */
export function offerUndo({ text, undo, onUndo }: UndoableAction): void {
  const handleUndo = () => {
    close();
    onUndo();
  };
  const close = message.open({
    type: 'success',
    duration: undoSeconds,
    content: (
      <>
        {text}{' '}
        <Button type="link" size="small" onClick={handleUndo}>
          {undo}
        </Button>
      </>
    ),
  });
}
