/** The package has no types of its own; this is what tests use of it. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export class Provider {
    constructor(issuer: string, settings: object);
    callback(): RequestListener;
  }
}
