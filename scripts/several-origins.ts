/**
 * A publisher's sites, each under its own name on this machine: browsers resolve every name that ends in
 * `localhost` to loopback (RFC 6761).
 *
 * @param port on which the server listens
 */
export const severalOrigins = (port: string) => ({
  PUBLIC_URL: `http://profil.dennik.localhost:${port}`,
  LOGIN_URL: `http://login.dennik.localhost:${port}`,
  CONTENT_URL: `http://content.dennik.localhost:${port}`,
  FEATURES_URL: `http://flags.dennik.localhost:${port}`,
  COOKIE_DOMAIN: 'dennik.localhost',
})
