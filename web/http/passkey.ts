import type { Admission } from '#contract/accounts.ts';
import { Problem } from '#contract/errors.ts';
import type { Assertion, Attestation, Passkey } from '#contract/passkeys.ts';
import { call } from './client.ts';

// Only whoever uses one needs the script for it.
const load = () => import('@simplewebauthn/browser');

/** Whether this browser can use passkeys at this address: a host name, over HTTPS or on the own machine. */
export function offersPasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(window.location.hostname);
  return window.isSecureContext && 'PublicKeyCredential' in window && !isAddress;
}

/** Signs in with a passkey that the person picks; undefined if they changed their mind. */
export async function signInByPasskey(): Promise<Admission | undefined> {
  const [{ startAuthentication }, { options }] = await Promise.all([load(), call('POST /auth/passkey/begin', {})]);
  const response = await startAuthentication({ optionsJSON: options as never }).catch(refuse);
  return response && call('POST /auth/passkey', { response: response as Assertion });
}

/** Makes a passkey on this device; undefined if the person changed their mind. */
export async function createPasskey(name: string, password?: string): Promise<Passkey | undefined> {
  const [{ startRegistration }, { options }] = await Promise.all([
    load(),
    call('POST /me/passkeys/begin', password ? { password } : {}),
  ]);
  const response = await startRegistration({ optionsJSON: options as never }).catch(refuse);
  return response && call('POST /me/passkeys', { name, response: response as Attestation });
}

function refuse(error: Error): undefined {
  // Closing the browser's own window, or letting it wait, is no failure.
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return undefined;
  throw new Problem(error.name === 'SecurityError' ? 'passkeys_unavailable' : 'passkey_refused', {}, { cause: error });
}
