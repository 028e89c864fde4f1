import type { Access } from '#contract/companies/companies.ts'
import { alters, answers, fails, screen, waits } from '../state.ts'

const path = '/pre-firmy'
const reader = 'company-admin'
const shared = '**/users/*/companies'
const accesses = '**/users/*/companies/*/accesses'

type Accesses = { seats: number; used: number; items: Access[] }

const many = alters<Accesses>(accesses, body => ({
  ...body,
  seats: 200,
  used: 40,
  items: Array.from({ length: 60 }, (_, index) => ({
    ...(body.items[index % body.items.length] as Access),
    id: index + 1,
    email: `kolegyna-s-velmi-dlhym-menom.${index}@oddelenie-vyroby.pekaren-ranna.example.sk`,
  })),
}))

/** /pre-firmy and /predplatne/rodina */
export const companyStates = [
  ...screen('pre-firmy', [
    { name: 'visitor', path, inEveryLook: true },
    { name: 'reader-without-company', path, reader: 'none' },
    { name: 'administrator', path, reader, inEveryLook: true },
    { name: 'administrator-many', path, reader, provoked: [many] },
    {
      name: 'administrator-nobody',
      path,
      reader,
      provoked: [alters<Accesses>(accesses, body => ({ ...body, used: 0, items: [] }))],
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
      act: page => page.getByText('Pridať viac ľudí naraz').click(),
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
        await page.getByText('Pridať viac ľudí naraz').click()
        await page.getByRole('textbox').last().fill('anna@example.com\nboris@example.com\nnikto')
        await page.getByRole('button', { name: /^Pridať \d/ }).click()
        await page.getByRole('list', { name: 'Adresy' }).waitFor()
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
    { name: 'order-of-nothing', path: `${path}?balik=nic_take`, reader: 'none' },
  ]),
  ...screen('rodina', [
    { name: 'owner', path: '/predplatne/rodina', reader: 'family', inEveryLook: true },
    { name: 'nobody-to-invite', path: '/predplatne/rodina', reader: 'none' },
    {
      name: 'deactivating',
      path: '/predplatne/rodina',
      reader: 'family',
      act: async page => {
        await page
          .getByRole('button', { name: /^(Zrušiť pozvánku|Odobrať prístup)/ })
          .first()
          .click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'failed', path: '/predplatne/rodina', reader: 'family', provoked: [fails(shared)] },
  ]),
]
