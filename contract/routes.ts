/**
 * Every address of the account area (R2). The server answers these with the application and all others with
 * 404; the browser maps the names to pages.
 */
export const routes = {
  homepage: { path: '/', loginRequired: true },
  subscription: { path: '/predplatne', loginRequired: true },
  stop_recurrence: { path: '/predplatne/vypnut-obnovovanie', loginRequired: true },
  start_recurrence: { path: '/predplatne/zapnut-obnovovanie', loginRequired: true },
  pause_recurrence: { path: '/predplatne/pozastavit', loginRequired: true },
  change_subscription: { path: '/predplatne/zmenit', loginRequired: true },
  family_accesses: { path: '/predplatne/rodina', loginRequired: true },
  confirm_payment: { path: '/predplatne/potvrdit-platbu', loginRequired: true },
  card_change: { path: '/predplatne/zmenit-kartu', loginRequired: true },
  withdrawal: { path: '/predplatne/odstupit-od-zmluvy', loginRequired: true },
  newsletters: { path: '/e-maily', loginRequired: false },
  settings: { path: '/nastavenia', loginRequired: true },
  company_subscription: { path: '/pre-firmy', loginRequired: false },
  faq: { path: '/faq', loginRequired: false },
  accessibility: { path: '/vyhlasenie-o-pristupnosti', loginRequired: false },
  subscription_code: { path: '/predplatne-cez-kod', loginRequired: true },
  resend_account_activation: { path: '/resend-account-activation', loginRequired: true },
  // Opened by links in mails; the token stands for an account. Not in the menu.
  newsletter_link: { path: '/e-maily/odkaz/:token', loginRequired: false },
  unsubscribe: { path: '/unsubscribe/:token', loginRequired: false },
} as const

export type RouteName = keyof typeof routes | 'notfound'

/** Whether a path is that of a route. Where the route ends in `:token`, the path has any one part. */
export function isPathOf(route: string, path: string): boolean {
  if (!route.endsWith('/:token')) return route === path
  const start = route.slice(0, -':token'.length)
  return path.startsWith(start) && /^[^/]+$/.test(path.slice(start.length))
}

/** Newsletter sub-sections by name, each with its hash on /e-maily (R2.30). */
export const newsletterTabs = {
  sme: '#sme',
  my: '#my',
  corsair: '#korzar',
  closer: '#closer',
  sportnet: '#sportnet',
  spectator: '#spectator',
  topic: '#temy',
  author: '#autori',
  forum: '#diskusie',
  blog: '#blogy',
} as const

export type NewsletterTab = keyof typeof newsletterTabs

type LegacyRedirect = {
  from: string
  to: string
  hash?: string
  /** Query parameters added by the new address. */
  query?: Record<string, string>
  /** Renamed query parameters: old → new. */
  renamed?: Record<string, string>
}

const phone = { to: '/nastavenia', hash: '#mobile-number' }
const linkedAccounts = { to: '/nastavenia', hash: '#linked-accounts' }
const activationCode = { to: '/predplatne-cez-kod', renamed: { coupon_code: 'activation_code' } }

/** Addresses of the former account area, all login required (R2.14–R2.24). */
export const legacyRedirects: readonly LegacyRedirect[] = [
  { from: '/manage-newsletters', to: '/e-maily' },
  { from: '/aktivacny-kod', ...activationCode },
  { from: '/coupon/list', ...activationCode },
  { from: '/change-password', to: '/nastavenia', hash: '#main-data' },
  { from: '/heslo', to: '/nastavenia', hash: '#main-data' },
  { from: '/change-locale', to: '/nastavenia', hash: '#other-settings' },
  { from: '/jazyk', to: '/nastavenia', hash: '#other-settings' },
  { from: '/diskusie', to: '/nastavenia', query: { active_tab: 'discussion' } },
  { from: '/manage-phone-number', ...phone },
  { from: '/mobilne-cislo', ...phone },
  { from: '/mobilne-cislo/overenie', ...phone },
  { from: '/mobilne-cislo/preposlat-overenie', ...phone },
  { from: '/manage-account', ...linkedAccounts },
  { from: '/prepojene-ucty', ...linkedAccounts },
  { from: '/prepojene-ucty/odstranit', ...linkedAccounts },
  { from: '/reklama', to: '/predplatne' },
  { from: '/home', to: '/predplatne' },
  { from: '/device-list', to: '/predplatne', hash: '#device-list' },
  { from: '/adresy/dorucovacia', to: '/nastavenia', hash: '#delivery-address' },
]

/** All paths at which the account area answers 200; a trailing slash is the same address. */
export const accountAreaPaths: readonly string[] = [
  ...Object.values(routes).map(route => route.path),
  ...legacyRedirects.map(redirect => redirect.from),
]
