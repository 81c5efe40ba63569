import type { Relation } from '#contract/relations/routes.ts';
import type { Cardinality, RelationKey } from '#domain/query/relation.ts';

/** The initial values of the relation dialog: an existing relation, or a proposal. */
export type RelationDraft = { relation?: Relation; related?: string; keys?: RelationKey[] };

/** The texts of each kind of relation. */
export const kindTexts = { many_to_one: 'many', one_to_one: 'single' } as const satisfies Record<Cardinality, string>;

/** The key without the names of its columns. */
export const plainKey = ({ column, relatedColumn }: RelationKey): RelationKey => ({ column, relatedColumn });
