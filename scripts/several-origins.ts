/**
 * A publisher's sites, each under a name of its own on this machine: browsers find every name that ends in `localhost`
 * here, without any setting.
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
