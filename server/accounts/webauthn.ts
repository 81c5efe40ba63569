/** Loaded on first use: its libraries for certificates would slow down every start of the server. */
export const loadWebauthn = () => import('@simplewebauthn/server');

type Webauthn = Awaited<ReturnType<typeof loadWebauthn>>;
export type AuthenticationResponse = Parameters<Webauthn['verifyAuthenticationResponse']>[0]['response'];
export type RegistrationResponse = Parameters<Webauthn['verifyRegistrationResponse']>[0]['response'];
