import type { Param } from '#contract/query.ts';

// Texts, quoted names and comments are skipped whole; what is left may name a parameter.
const pieces =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|\$([A-Za-z_]\w{0,62})(?!\w)/g;

/** The names that SQL refers to as $name, each once, in order. */
export function namesOfParams(sql: string): string[] {
  const names = new Map<string, string>();
  for (const [, , name] of sql.matchAll(pieces)) {
    if (name && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}

/** The parameters that SQL refers to: those that are known, and new ones without a value. */
export function paramsFor(sql: string, known: Param[]): Param[] {
  return namesOfParams(sql).map((name) => {
    const before = known.find((param) => param.name.toLowerCase() === name.toLowerCase());
    return before ? { ...before, name } : { name, type: 'text', value: null };
  });
}

/** What someone typed, as a value of the type; nothing is no value. */
export function valueOf(text: string, type: Param['type']): Param['value'] {
  if (text.trim() === '' && type !== 'text') return null;
  if (type === 'boolean') return text === 'true';
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
}
