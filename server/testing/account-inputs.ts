import { ownerAccount } from './product.ts';

const token = 'a'.repeat(43);
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };
const assertion = { ...credential, response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' } };
const attestation = { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'AAAA' } };

/** Valid inputs for the routes of accounts and members. */
export const accountInputs = {
  'POST /auth/owner': ownerAccount,
  'POST /auth/signin': { identifier: 'owner', password: 'the owner password' },
  'POST /auth/signup': { ...ownerAccount, invitation: token },
  'POST /auth/oidc/begin': { invitation: token },
  'POST /auth/oidc': { code: 'a code', state: token },
  'POST /auth/forgot': { identifier: 'owner' },
  'POST /auth/reset': { token, password: 'the owner password' },
  'PATCH /me': { name: 'Owner' },
  'POST /me/password': { current: 'the owner password', password: 'the owner password' },
  'PATCH /members/:id': { id: 'nobody', role: 'viewer' },
  'POST /members/:id/transfer': { id: 'nobody', to: 'nobody' },
  'POST /invitations': { role: 'viewer', email: 'new@example.com' },
  'PATCH /me/preferences': { language: 'en_US', theme: 'dark', zone: 'Asia/Shanghai', units: 'wan' },
  'POST /me/two-step': { password: 'the owner password' },
  'POST /me/two-step/confirm': { code: '000000' },
  'POST /me/two-step/codes': { password: 'the owner password' },
  'POST /me/two-step/off': { password: 'the owner password' },
  'POST /auth/passkey': { response: assertion },
  'POST /me/passkeys/begin': { password: 'the owner password' },
  'POST /me/passkeys': { name: 'Laptop', response: attestation },
  'PATCH /me/passkeys/:id': { id: 'nothing', name: 'Laptop' },
  'POST /me/keys': { name: 'Script', scope: 'read', days: 30 },
};
