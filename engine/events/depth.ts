/** How deep JSON may be nested; what is deeper takes too long to read, or crashes who reads it. */
export const maxDepth = 100;

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\[]{}');

/** Where JSON is nested too deep, or -1. Counting stops at the first too many. */
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
