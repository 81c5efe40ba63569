/** The package has no types; these cover what the tests use. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export class Provider {
    constructor(issuer: string, settings: object);
    callback(): RequestListener;
  }
}
