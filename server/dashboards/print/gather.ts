import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { RunLine } from '#contract/runs.ts';
import type { FailureOf, Piece } from '#server/context.ts';
import type { Viewing } from '../look.ts';
import { type Manner, type RunInput, runDashboard } from '../run.ts';
import { answerKey, type Job } from './job.ts';

type Gathering = {
  folder: string;
  signal: AbortSignal;
  failureOf: FailureOf;
  onAnswer: () => void;
  manner?: Manner | undefined;
};

/** A line says at its beginning whose it is; the rest of it may be long and is not read here. */
const beginning = /^\{"kind":"\w+","card":("(?:[^"\\]|\\.)*"),"name":("(?:[^"\\]|\\.)*")/;

function keyOf(line: string): string | undefined {
  const [, card, name] = beginning.exec(line) ?? [];
  return card && name && answerKey(JSON.parse(card) as string, JSON.parse(name) as string);
}

const textOf = (line: object | Piece[]): Piece[] => {
  if (Array.isArray(line)) return line;
  const { kind, card, name, ...rest } = line as Record<string, unknown>;
  return [JSON.stringify({ kind, card, name, ...rest })];
};

type NewestLine = Extract<RunLine, { kind: 'newest' }>;

const isNewest = (line: object): line is NewestLine => 'kind' in line && line.kind === 'newest';

/**
 * Answers all cards as a page is answered, each into a file of its own, so that no more than a few are held at once.
 * Gives the files by what they answer, and the newest rows by dataset.
 */
export async function gatherAnswers(
  ctx: Viewing,
  input: RunInput,
  { folder, signal, failureOf, onAnswer, manner }: Gathering,
): Promise<Pick<Job, 'answers' | 'newest'>> {
  const answers: Record<string, string> = {};
  const newest: Record<string, string> = {};
  const send = async (line: object | Piece[]) => {
    if (isNewest(line)) newest[line.dataset] = line.cell;
    const pieces = textOf(line);
    const key = keyOf(Buffer.concat(pieces.slice(0, 2).map((piece) => Buffer.from(piece))).toString());
    if (key === undefined) return;
    const file = `${Object.keys(answers).length}.json`;
    answers[key] = file;
    await writeFile(
      path.join(folder, file),
      pieces.map((piece) => Buffer.from(piece)),
    );
    onAnswer();
  };
  await runDashboard(ctx, input, { send, signal, failureOf, manner });
  return { answers, newest };
}
