import { isIP } from 'node:net';

import { Problem } from '#contract/errors.ts';
import { mayCall } from '#server/egress/address.ts';
import type { Egress } from '#server/egress/request.ts';

const resolveMs = 5_000;

/**
 * The address of a database's host. It is resolved for every query, so that no name can lead to an address that is not
 * allowed; private addresses need the permission of an owner.
 */
export async function resolveHost(
  egress: Egress,
  host: string,
  allowsPrivate: boolean,
): Promise<{ host: string; address: string }> {
  const name = host.replace(/^\[|\]$/g, '');
  const addresses = isIP(name) ? [name] : await resolveName(egress, name);
  if (addresses.length === 0) throw new Problem('host_unknown');
  const isAllowed = (address: string) => mayCall(address, allowsPrivate || egress.allowsPrivate);
  if (!addresses.every(isAllowed)) {
    const isPrivate = addresses.every((address) => mayCall(address, true));
    throw new Problem(isPrivate ? 'connection_private' : 'address_inside');
  }
  // Always the same one of several addresses, so that sessions are reused.
  return { host: name, address: addresses.toSorted()[0]! };
}

async function resolveName(egress: Egress, name: string): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Problem('host_silent', { limit: String(resolveMs / 1000) })), resolveMs);
  });
  try {
    const answers = await Promise.race([egress.resolve(name), timeout]);
    return answers.map(({ address }) => address);
  } catch (cause) {
    throw cause instanceof Problem ? cause : new Problem('host_unknown', {}, { cause });
  } finally {
    clearTimeout(timer);
  }
}
