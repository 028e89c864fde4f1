import type { Page } from '@playwright/test'

/** A page of the account area, with its name in the title of the document and in the menu, if it is there. */
export type AccountPage = {
  requirement: string
  path: string
  login: boolean
  sk: { title: string; entry?: string }
  en: { title: string; entry?: string }
}

export const accountPages: readonly AccountPage[] = [
  {
    requirement: 'R2.06',
    path: '/predplatne',
    login: true,
    sk: { title: 'Online predplatné', entry: 'Online predplatné' },
    en: { title: 'Online subscription', entry: 'Online subscription' },
  },
  {
    requirement: 'R2.07',
    path: '/e-maily',
    login: false,
    sk: { title: 'Správa newsletterov', entry: 'Správa newsletterov' },
    en: { title: 'Manage newsletters', entry: 'Manage newsletters' },
  },
  {
    requirement: 'R2.08',
    path: '/nastavenia',
    login: true,
    sk: { title: 'Nastavenia profilu', entry: 'Nastavenia profilu' },
    en: { title: 'Profile settings', entry: 'Profile settings' },
  },
  {
    requirement: 'R2.09',
    path: '/pre-firmy',
    login: false,
    sk: { title: 'Predplatné pre firmy', entry: 'Pre firmy' },
    en: { title: 'Subscription for companies', entry: 'For companies' },
  },
  {
    requirement: 'R2.10',
    path: '/faq',
    login: false,
    sk: { title: 'Časté otázky', entry: 'Časté otázky' },
    en: { title: 'Frequently asked questions', entry: 'FAQ' },
  },
  {
    requirement: 'R2.01',
    path: '/vyhlasenie-o-pristupnosti',
    login: false,
    sk: { title: 'Vyhlásenie o\u00a0prístupnosti' },
    en: { title: 'Accessibility statement' },
  },
  {
    requirement: 'R2.11',
    path: '/predplatne-cez-kod',
    login: true,
    sk: { title: 'Predplatné cez kód', entry: 'Predplatné cez kód' },
    en: { title: 'Subscription via code', entry: 'Subscription via code' },
  },
  {
    requirement: 'R2.12',
    path: '/resend-account-activation',
    login: true,
    sk: { title: 'Aktivácia účtu' },
    en: { title: 'Account activation' },
  },
]

export const siteName = { sk: 'Profil', en: 'Profile' } as const

/** A reader with premium who reads in that language. */
export const premiumReader = { sk: 'premium-card', en: 'future-subscription' } as const

/** The parts of what stands around every page. */
export const shell = (page: Page) => ({
  title: page.getByRole('heading', { level: 1 }),
  header: page.getByRole('banner'),
  menu: page.getByRole('navigation', { name: /^(Hlavné menu|Main menu)$/ }),
  menuButton: page.getByRole('button', { name: 'Menu', exact: true }),
  skip: page.getByRole('link', { name: /^(Preskočiť na obsah|Skip to content)$/ }),
})
