/** Maximum nesting of JSON; deeper values are slow to parse or crash the parser. */
export const maxDepth = 100;

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\[]{}');

/** The offset where JSON exceeds the maximum depth, or -1. */
export function findTooDeep(json: Buffer): number {
  let depth = 0;
  let isInText = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (isInText && byte === backslash) i++;
    else if (byte === quote) isInText = !isInText;
    else if (isInText) continue;
    else if (byte === openBracket || byte === openBrace) depth++;
    else if (byte === closeBracket || byte === closeBrace) depth--;
    if (depth > maxDepth) return i;
  }
  return -1;
}
