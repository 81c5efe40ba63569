import type { NewSession } from '#contract/accounts/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Assertion, Attestation, Passkey } from '#contract/accounts/passkeys.ts';
import { call } from './client.ts';

// Loaded on first use.
const load = () => import('@simplewebauthn/browser');

/** Whether passkeys work here: they need a host name, over HTTPS or on localhost. */
export function offersPasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(window.location.hostname);
  return window.isSecureContext && 'PublicKeyCredential' in window && !isAddress;
}

/** Signs in with a passkey; undefined if the person cancelled. */
export async function signInByPasskey(): Promise<NewSession | undefined> {
  const [{ startAuthentication }, { options }] = await Promise.all([load(), call('POST /auth/passkey/begin', {})]);
  const response = await startAuthentication({ optionsJSON: options as never }).catch(handlePasskeyError);
  return response && call('POST /auth/passkey', { response: response as Assertion });
}

/** Creates a passkey on this device; undefined if the person cancelled. */
export async function createPasskey(name: string, password?: string): Promise<Passkey | undefined> {
  const [{ startRegistration }, { options }] = await Promise.all([
    load(),
    call('POST /me/passkeys/begin', password ? { password } : {}),
  ]);
  const response = await startRegistration({ optionsJSON: options as never }).catch(handlePasskeyError);
  return response && call('POST /me/passkeys', { name, response: response as Attestation });
}

function handlePasskeyError(error: Error): undefined {
  // Closing the browser's dialog, or its timeout, is not an error.
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return undefined;
  throw new Problem(error.name === 'SecurityError' ? 'passkeys_unavailable' : 'passkey_refused', {}, { cause: error });
}
