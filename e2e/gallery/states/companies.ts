import type { Page } from '@playwright/test'
import type { listAccesses, listSharedSubscriptions } from '#contract/companies/companies.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { alters, answers, fails, refuses, screen, waits } from '../state.ts'

const path = '/pre-firmy'
const reader = 'company-admin'
const shared = '**/users/*/companies'
const accesses = /\/companies\/\d+\/accesses(\?|$)/
const changes = '**/accesses/changes'

type Accesses = EndpointOutput<typeof listAccesses>
type SharedList = EndpointOutput<typeof listSharedSubscriptions>

const many = alters<Accesses>(accesses, body => ({
  ...body,
  seats: 2000,
  used: 1800,
  counts: { waiting: 400, active: 1400, ending: 0, deactivated: 200 },
  total: 2000,
  next_cursor: '25',
  items: Array.from({ length: 25 }, (_, index) => ({
    ...(body.items[index % body.items.length] as Accesses['items'][number]),
    id: index + 1,
    last_used_on: index % 3 === 0 ? '2026-10-14' : null,
    email: `kolegyna-s-velmi-dlhym-menom.${index}@oddelenie-vyroby.pekaren-ranna.example.sk`,
  })),
}))

const refusedOne = { id: 1, error: { key: 'internal_server_error', message: '' } }

async function chooseShown(page: Page): Promise<void> {
  await page.getByLabel(/^Vybrať zobrazených/).check()
  await page.getByText(/^Vybrané: /).waitFor()
}

/** /pre-firmy but for its documents. */
export const companyStates = screen('pre-firmy', [
  { name: 'visitor', path, inEveryLook: true },
  { name: 'reader-without-company', path, reader: 'none' },
  { name: 'administrator', path, reader, inEveryLook: true },
  { name: 'administrator-2000', path, reader, provoked: [many], inEveryLook: true },
  { name: 'chosen', path, reader, provoked: [many], act: chooseShown, inEveryLook: true },
  {
    name: 'changing-many',
    path,
    reader,
    provoked: [many],
    act: async page => {
      await chooseShown(page)
      await page.getByRole('button', { name: /^Poslať odkaz \(/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'changed-many',
    path,
    reader,
    provoked: [many, answers(changes, { results: [refusedOne] }, 'POST')],
    act: async page => {
      await page.getByRole('table').getByRole('checkbox').first().check()
      await page.getByRole('button', { name: /^Deaktivovať \(/ }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Deaktivovať/ })
        .click()
      await page.getByRole('main').getByText('Pri jednom to nešlo').waitFor()
    },
  },
  {
    name: 'renewed-with-fewer',
    path,
    reader,
    inEveryLook: true,
    provoked: [
      alters<SharedList>(shared, ({ items }) => ({
        items: items.map(each => ({ ...each, seats: 1, used: 1 })),
      })),
      alters<Accesses>(accesses, body => ({
        ...body,
        seats: 1,
        used: 1,
        counts: { waiting: 0, active: 1, ending: body.items.length - 1, deactivated: 0 },
        items: body.items.map((access, index) => ({
          ...access,
          ...(index > 0 && { state: 'ending' as const, deactivated_at: '2027-03-01T08:00:00Z' }),
        })),
      })),
    ],
  },
  {
    name: 'nobody-found',
    path: `${path}?hladat=nikto`,
    reader,
    provoked: [alters<Accesses>(accesses, body => ({ ...body, items: [], total: 0, next_cursor: null }))],
  },
  {
    name: 'list-planned',
    path,
    reader,
    inEveryLook: true,
    act: async page => {
      await page.getByText('nahrať zoznam').click()
      await page.getByLabel('Adresy').fill('anna@example.com\nboris@example.com\nnikto\nanna@example.com')
      await page.getByLabel('Kto v zozname nie je').check()
      await page.getByRole('button', { name: 'Pozrieť, čo sa zmení' }).click()
      await page.getByRole('heading', { name: 'Toto sa zmení' }).waitFor()
      await page.getByText('Deaktivuj').last().click()
    },
  },
  {
    name: 'administrator-nobody',
    path,
    reader,
    provoked: [
      alters<Accesses>(accesses, body => ({
        ...body,
        used: 0,
        has_own: false,
        counts: { waiting: 0, active: 0, ending: 0, deactivated: 0 },
        total: 0,
        items: [],
      })),
    ],
  },
  {
    name: 'administrator-full',
    path,
    reader,
    provoked: [alters<Accesses>(accesses, body => ({ ...body, used: body.seats }))],
  },
  {
    name: 'adding-many',
    path,
    reader,
    act: page => page.getByText('nahrať zoznam').click(),
  },
  {
    name: 'added-many',
    path,
    reader,
    provoked: [
      answers(
        accesses,
        {
          seats: 5,
          used: 5,
          results: [
            {
              line: 1,
              email: 'anna@example.com',
              access: null,
              error: { key: 'company_access_exists', message: '' },
            },
            {
              line: 2,
              email: 'boris@example.com',
              access: null,
              error: { key: 'company_seats_used_up', message: '' },
            },
          ],
        },
        'POST',
        201,
      ),
    ],
    act: async page => {
      await page.getByText('nahrať zoznam').click()
      await page.getByLabel('Adresy').fill('anna@example.com\nboris@example.com')
      await page.getByRole('button', { name: 'Pozrieť, čo sa zmení' }).click()
      await page.getByRole('button', { name: 'Potvrdiť zmeny' }).click()
      await page.getByRole('main').getByText('Nepridali sme nikoho').waitFor()
    },
  },
  {
    name: 'list-broken-off',
    path,
    reader,
    provoked: [refuses(changes, 'POST', 503)],
    act: async page => {
      await page.getByText('nahrať zoznam').click()
      await page.getByLabel('Adresy').fill('anna@example.com')
      await page.getByLabel('Kto v zozname nie je').check()
      await page.getByRole('button', { name: 'Pozrieť, čo sa zmení' }).click()
      await page.getByRole('button', { name: 'Potvrdiť zmeny' }).click()
      await page.getByRole('main').getByText('Zmeny sme nedokončili.').waitFor()
    },
  },
  {
    name: 'deactivating',
    path,
    reader,
    act: async page => {
      await page
        .getByRole('button', { name: /^Deaktivovať/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'deactivated-successor-refused',
    path,
    reader,
    provoked: [
      answers('**/accesses/*/deactivate', {}, 'POST'),
      refuses(accesses, 'POST', 422, { key: 'company_access_exists', field: 'email' }),
    ],
    act: async page => {
      await page
        .getByRole('button', { name: /^Deaktivovať/ })
        .first()
        .click()
      await page.getByLabel('Komu dáte uvoľnený prístup').fill('anna@example.com')
      await page.getByRole('dialog').getByRole('button', { name: 'Deaktivovať' }).click()
      await page.getByRole('heading', { name: 'Prístup je deaktivovaný.' }).waitFor()
    },
  },
  { name: 'loading', path, reader, loading: true, provoked: [waits(shared)] },
  { name: 'accesses-loading', path, reader, loading: true, provoked: [waits(accesses)] },
  { name: 'failed', path, reader, provoked: [fails(shared)] },
  { name: 'accesses-failed', path, reader, provoked: [fails(accesses)] },
  { name: 'packages-failed', path, provoked: [fails('**/rest/api/prv/v1/products')] },
  { name: 'order-visitor', path: `${path}?balik=company_premium_5` },
  { name: 'order', path: `${path}?balik=company_premium_5`, reader: 'none', inEveryLook: true },
  {
    name: 'order-mistyped',
    path: `${path}?balik=company_premium_5`,
    reader: 'none',
    act: page => page.getByRole('button', { name: /^Objednať/ }).click(),
  },
  {
    name: 'order-anonymization-pending',
    path: `${path}?balik=company_premium_5`,
    reader: 'anonymisation-pending',
  },
  { name: 'order-of-nothing', path: `${path}?balik=nic_take`, reader: 'none' },
])
