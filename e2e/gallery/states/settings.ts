import type { Page } from '@playwright/test'
import type { User } from '#contract/identity/identity.ts'
import { button, field, settings } from '../../settings-navigation/settings-screen.ts'
import { alters, answers, fails, refuses, screen, waits } from '../state.ts'

const path = '/nastavenia'
const user = /\/users\/\d+$/
const addresses = '**/users/*/addresses'
const archives = '**/users/*/data-archives'
const reader = 'premium-card'

const withUser = (more: Partial<User>) => alters<User>(user, body => ({ ...body, ...more }))

const openPassword = async (page: Page) => {
  await settings(page).linked.getByText('Zmeniť heslo', { exact: true }).click()
}
const openAddress = (page: Page) => button(settings(page).addresses, 'Pridať adresu').click()

const address = (id: number, more: object) => ({
  id,
  type: 'print',
  name: 'Bartolomeja',
  surname: 'Nezábudková-Podhradská',
  street: 'Námestie Slovenského národného povstania',
  number: '1234/56A',
  city: 'Hriňová-Snohy pod Poľanou',
  zip: '962 05',
  country: 'SK',
  company_name: null,
  company_id: null,
  company_tax_id: null,
  company_vat_id: null,
  ...more,
})

/** /nastavenia, the tab of the profile */
export const settingsStates = screen('nastavenia', [
  { name: 'reader', path, reader, inEveryLook: true },
  {
    name: 'passkeys',
    path: `${path}#linked-accounts`,
    reader,
    provoked: [
      answers('**/users/*/passkeys', {
        items: ['Chrome, Windows', 'Najstarší rodinný počítač v obývačke pri veľkom okne'].map(
          (name, index) => ({
            id: `passkey-${index}`,
            name,
            created_at: '2026-09-01T10:00:00Z',
            last_used_at: index === 0 ? '2026-10-02T10:00:00Z' : null,
          }),
        ),
      }),
    ],
    act: page =>
      settings(page)
        .linked.getByRole('button', { name: /^Premenovať/ })
        .first()
        .click(),
  },
  {
    name: 'passkeys-not-at-this-address',
    path: `${path}#linked-accounts`,
    reader,
    provoked: [alters<object>(/\/config\.json/, body => ({ ...body, passkey_domain: undefined }))],
  },
  {
    name: 'passkeys-failed',
    path: `${path}#linked-accounts`,
    reader,
    provoked: [fails('**/users/*/passkeys')],
  },
  { name: 'linked-accounts', path, reader: 'linked-accounts' },
  { name: 'linked-account', path, reader: 'linked-account' },
  { name: 'sms-purchaser', path, reader: 'sms-purchaser' },
  { name: 'deletion-waits', path, reader: 'anonymisation-pending' },
  { name: 'not-confirmed', path, reader: 'unconfirmed' },
  { name: 'without-password', path, reader, provoked: [withUser({ has_password: false })] },
  {
    name: 'subscribe-with-google',
    path: `${path}#linked-accounts`,
    reader,
    provoked: [withUser({ swg_linked: true })],
  },
  {
    name: 'sessions-many',
    path: `${path}#linked-accounts`,
    reader,
    provoked: [
      answers('**/users/*/sessions', {
        items: Array.from({ length: 27 }, (_, index) => ({
          id: `session-${index}0000000`,
          browser: 'Samsung Internet',
          system: 'Android',
          started_at: '2026-09-01T10:00:00Z',
          last_activity: '2026-10-02T10:00:00Z',
          current: index === 0,
        })),
      }),
    ],
  },
  { name: 'loading', path, reader, loading: true, provoked: [waits(user), waits(addresses)] },
  { name: 'failed', path, reader, provoked: [fails(user), fails(addresses)] },
  {
    name: 'email-open',
    path,
    reader,
    inEveryLook: true,
    act: async page => {
      const { mainData } = settings(page)
      await mainData.getByText(/^(Zmeniť e.mail|Change the e.mail)$/).click()
      await mainData.getByText(/^(Zmeniť meno|Change the name)$/).click()
    },
  },
  {
    name: 'email-waits',
    path,
    reader,
    inEveryLook: true,
    provoked: [
      withUser({
        name: 'Bartolomeja Nezábudková-Podhradská',
        email_change: {
          email: `${'nova-dlha-adresa.'.repeat(3)}x@example.com`,
          expires_at: '2027-01-02T10:00:00Z',
        },
      }),
    ],
  },
  {
    name: 'email-refused',
    path,
    reader,
    provoked: [refuses('**/email-change', 'POST', 429, 'too_many_email_changes')],
    act: async page => {
      const { mainData } = settings(page)
      await mainData.getByText(/^Zmeniť e.mail$/).click()
      await mainData.getByLabel(/^Nový e.mail$/).fill('nova@example.sk')
      await button(mainData, 'Poslať odkaz').click()
    },
  },
  {
    name: 'password-open',
    path,
    reader,
    inEveryLook: true,
    act: async page => {
      await page
        .getByText(/^(Zmeniť heslo|Change the password|Change password)$/)
        .first()
        .click()
      await page.getByLabel(/^(Nové heslo|New password)$/).fill('Kocur-1987')
    },
  },
  {
    name: 'password-refused',
    path,
    reader,
    provoked: [refuses(user, 'PATCH', 422, { key: 'current_password_wrong', field: 'current_password' })],
    act: async page => {
      await openPassword(page)
      await field(settings(page).linked, 'Nové heslo').fill('kôň')
      await button(settings(page).linked, 'Uložiť nové heslo').click()
    },
  },
  {
    name: 'phone-waits-for-code',
    path: `${path}#mobile-number`,
    reader,
    provoked: [withUser({ phone_to_change: '0999555777', phone_code: { valid_for_s: 599 } })],
  },
  {
    name: 'phone-verified',
    path: `${path}#mobile-number`,
    reader,
    provoked: [withUser({ phone: '0999555777' })],
  },
  {
    name: 'phone-mistyped',
    path: `${path}#mobile-number`,
    reader: 'ended',
    act: async page => {
      await field(settings(page).phone, 'Mobilné číslo').fill('0212345678')
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'addresses-many',
    path: `${path}#delivery-address`,
    reader,
    provoked: [
      answers(addresses, {
        items: [
          address(1, {}),
          address(2, {
            type: 'invoice',
            company_name: 'Stavebno-inžinierska a projekčná spoločnosť Horehronie, s. r. o.',
            company_id: '99000407',
            company_tax_id: '2990000409',
            company_vat_id: 'SK2990000409',
          }),
        ],
        invoice_allowed: true,
      }),
    ],
  },
  { name: 'address-adding', path: `${path}#delivery-address`, reader, act: openAddress },
  {
    name: 'address-mistyped',
    path: `${path}#delivery-address`,
    reader,
    act: async page => {
      await openAddress(page)
      await settings(page).addresses.getByLabel('Adresa patrí firme').check()
      await field(settings(page).addresses, 'IČO').fill('99000408')
      await button(settings(page).addresses, 'Uložiť adresu').click()
    },
  },
  {
    name: 'provider-unlinking',
    path,
    reader: 'linked-accounts',
    act: page => button(settings(page).linked, 'Odpojiť účet Google').click(),
  },
  {
    name: 'account-detaching',
    path,
    reader: 'linked-accounts',
    act: page => button(settings(page).linked, 'Odpojiť účet zuzana.praca@example.sk').click(),
  },
  {
    name: 'linked-account-detaching',
    path,
    reader: 'linked-account',
    act: page => button(settings(page).linked, 'Odpojiť účet zuzana.praca@example.sk od hlavného').click(),
  },
  { name: 'provider-linked', path: `${path}?with=google&outcome=linked#linked-accounts`, reader },
  {
    name: 'provider-refused',
    path: `${path}?with=google&outcome=link_used_by_another_user#linked-accounts`,
    reader,
  },
  {
    name: 'deleting',
    path,
    reader,
    act: async page => {
      await settings(page).deletion.locator('summary, button').first().click()
    },
  },
  ...(
    [
      ['making', { state: 'making' }],
      ['ready', { state: 'ready', expires_at: '2026-11-29T13:03:00Z', bytes: 1_234_567, url: '/' }],
      ['failed', { state: 'failed' }],
      ['gone', { state: 'gone', expires_at: '2026-11-29T13:03:00Z' }],
    ] as const
  ).map(([name, archive]) => ({
    name: `data-archive-${name}`,
    path: `${path}#my-data`,
    reader,
    provoked: [answers(archives, { requested_at: '2026-11-22T13:00:00Z', ...archive })],
  })),
  { name: 'data-archive-not-read', path: `${path}#my-data`, reader, provoked: [fails(archives)] },
  {
    name: 'data-archive-refused',
    path: `${path}#my-data`,
    reader,
    provoked: [refuses(archives, 'POST', 503, 'service_unavailable'), answers(archives, { state: 'none' })],
    act: page => button(settings(page).myData, 'Vyžiadať archív').click(),
  },
  {
    name: 'activity-open',
    path: `${path}#other-settings`,
    reader,
    act: page => settings(page).other.locator('summary').last().click(),
  },
])
