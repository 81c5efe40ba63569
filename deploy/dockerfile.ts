/** One instruction of a Dockerfile, such as COPY, with its flags and the rest of its line. */
export type Instruction = { name: string; flags: Record<string, string>; text: string };
/** A stage of a Dockerfile: the instructions after one FROM. */
export type BuildStage = { base: string; alias: string | undefined; instructions: Instruction[] };

/** Parses a Dockerfile as far as ours needs it: comments, continued lines, flags, stages. */
export function parseDockerfile(text: string): BuildStage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: BuildStage[] = [];
  for (const instruction of lines.map(parseInstruction)) {
    if (instruction.name === 'FROM') {
      const [base, , alias] = instruction.text.split(/\s+/);
      stages.push({ base: base!, alias, instructions: [] });
    } else stages.at(-1)?.instructions.push(instruction);
  }
  return stages;
}

function parseInstruction(line: string): Instruction {
  const [, name = '', flags = '', text = ''] = /^(\w+)\s+((?:--\S+\s+)*)(.*)$/.exec(line) ?? [];
  const pairs = [...flags.matchAll(/--([\w-]+)=(\S+)/g)].map((match) => [match[1]!, match[2]!]);
  return { name: name.toUpperCase(), flags: Object.fromEntries(pairs), text };
}

export const findAll = ({ instructions }: BuildStage, name: string) =>
  instructions.filter((instruction) => instruction.name === name);

/** The program of a CMD in its JSON form. */
export function commandIn(instruction: Instruction | undefined): string[] {
  return JSON.parse(instruction!.text.replace(/^CMD\s+/, '')) as string[];
}

/** The pairs of an ENV or LABEL. */
export function pairsIn({ text }: Instruction): Record<string, string> {
  const pairs = [...text.matchAll(/([\w.]+)=("[^"]*"|\S+)/g)];
  return Object.fromEntries(pairs.map((match) => [match[1]!, match[2]!.replaceAll('"', '')]));
}
