import Button from 'antd/es/button';

import { askFirst, type Question } from './confirm.ts';

/** A red button that asks once more, and is called after what it does then. */
export function RemoveButton({ small = false, ...question }: Question & { small?: boolean }) {
  return (
    <Button size={small ? 'small' : 'medium'} danger onClick={() => void askFirst(question)}>
      {question.yes}
    </Button>
  );
}
