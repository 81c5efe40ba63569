import type { Application } from '#contract/applications.ts';
import { Problem } from '#contract/errors.ts';
import type { MemberContext } from '#server/context.ts';
import type { Services } from '#server/datasets/services.ts';

export async function createSample(_: MemberContext<Services>): Promise<Application> {
  throw new Problem('not_found');
}

export async function removeSample(_: MemberContext<Services>): Promise<void> {
  throw new Problem('not_found');
}
