const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const characters = Object.fromEntries(Object.entries(entities).map(([character, entity]) => [entity, character]));

/** Escapes a text for HTML, XML and their attributes, so that nothing in it is markup. */
export const escapeMarkup = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);

/** The text that was escaped. */
export const unescapeMarkup = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity]!);
