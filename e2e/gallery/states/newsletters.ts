import type { Newsletter } from '#contract/newsletters/newsletters.ts'
import { alters, answers, fails, refuses, screen, waits } from '../state.ts'

const path = '/e-maily'
const catalogue = '**/rest/api/prv/v1/newsletters'
const reader = 'premium-card'

const follows = (total: number, more: object = {}) =>
  answers(/\/users\/\d+\/follows\/\w+/, {
    items: [],
    next_cursor: null,
    total,
    unfollowing_until: null,
    ...more,
  })

/** /e-maily, for readers and for visitors */
export const newsletterStates = [
  ...screen('e-maily', [
    { name: 'reader', path, reader, inEveryLook: true },
    { name: 'reader-without-subscription', path, reader: 'ended' },
    { name: 'reader-not-confirmed', path, reader: 'unconfirmed' },
    { name: 'visitor', path, inEveryLook: true },
    {
      name: 'visitor-ticked-three',
      path,
      act: async page => {
        for (const index of [0, 1, 2]) await page.getByRole('checkbox').nth(index).check()
      },
    },
    {
      name: 'visitor-mistyped',
      path,
      act: async page => {
        await page.getByRole('checkbox').first().check()
        await page.getByLabel('E-mail', { exact: true }).first().fill('jana@')
        await page.keyboard.press('Enter')
      },
    },
    {
      name: 'visitor-sent',
      path,
      provoked: [answers('**/newsletters/signups', undefined, 'POST', 202)],
      act: async page => {
        await page.getByRole('checkbox').first().check()
        await page.getByLabel('E-mail', { exact: true }).first().fill('jana@example.com')
        await page.keyboard.press('Enter')
        await page.getByText('jana@example.com').first().waitFor()
      },
    },
    {
      name: 'visitor-too-many-mails',
      path,
      provoked: [refuses('**/newsletters/signups', 'POST', 429, 'too_many_newsletter_emails')],
      act: async page => {
        await page.getByRole('checkbox').first().check()
        await page.getByLabel('E-mail', { exact: true }).first().fill('jana@example.com')
        await page.keyboard.press('Enter')
        await page.getByRole('tabpanel').getByRole('alert').waitFor()
      },
    },
    {
      name: 'pausing',
      path,
      reader,
      inEveryLook: true,
      act: async page => {
        await page.getByText('Pozastaviť všetky newslettery').click()
        await page.getByRole('radio', { name: 'V iný deň' }).check()
        await page.getByRole('button', { name: 'Pozastaviť', exact: true }).click()
        await page.getByLabel('Znova posielať od').and(page.locator('[aria-invalid]')).waitFor()
      },
    },
    {
      name: 'paused',
      path,
      reader,
      inEveryLook: true,
      provoked: [
        alters<{ paused_until: string | null }>(/\/users\/\d+\/newsletters$/, answer => ({
          ...answer,
          paused_until: '2098-12-31',
        })),
      ],
    },
    { name: 'loading', path, reader, loading: true, provoked: [waits(catalogue)] },
    { name: 'failed', path, reader, provoked: [fails(catalogue)] },
    {
      name: 'switch-refused',
      path,
      reader: 'family',
      provoked: [fails('**/users/*/newsletters/*', 'PUT'), fails('**/users/*/newsletters/*', 'DELETE')],
      act: async page => {
        await page.getByRole('switch').first().click()
        await page.getByText('nepodarilo').first().waitFor()
      },
    },
    {
      name: 'long-text',
      path,
      reader,
      provoked: [
        alters<{ items: Newsletter[] }>(catalogue, ({ items }) => ({
          items: items.map(each => ({
            ...each,
            title: `${each.title} s najdôležitejšími udalosťami z celého Slovenska a Česka`,
            description: `${each.description} `.repeat(4),
            frequency: 'každý pracovný deň o siedmej ráno a v nedeľu večer',
          })),
        })),
      ],
    },
    { name: 'my', path: `${path}#my`, reader },
    { name: 'diskusie', path: `${path}#diskusie`, reader },
  ]),
  ...screen('sledovanie', [
    { name: 'topics', path: `${path}#temy`, reader, inEveryLook: true },
    { name: 'authors', path: `${path}#autori`, reader },
    { name: 'bloggers', path: `${path}#blogy`, reader },
    { name: 'visitor', path: `${path}#temy` },
    { name: 'none-followed', path: `${path}#temy`, reader: 'none' },
    { name: 'empty', path: `${path}#temy`, reader, provoked: [follows(0)] },
    {
      name: 'found',
      path: `${path}#autori`,
      reader,
      act: async page => {
        await page.getByRole('searchbox').fill('bez')
        await page.getByRole('list', { name: 'Výsledky hľadania' }).waitFor()
      },
    },
    {
      name: 'nothing-found',
      path: `${path}#autori`,
      reader,
      act: async page => {
        await page.getByRole('searchbox').fill('qqq')
        await page.getByRole('main').getByText('sme nič nenašli').waitFor()
      },
    },
    {
      name: 'unfollowing-all',
      path: `${path}#autori`,
      reader,
      act: async page => {
        await page.getByRole('button', { name: 'Prestať sledovať všetko' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'unfollowing-under-way',
      path: `${path}#autori`,
      reader,
      provoked: [follows(4211, { unfollowing_until: '2099-01-01T12:00:00Z' })],
    },
    { name: 'loading', path: `${path}#temy`, reader, loading: true, provoked: [waits(/follows\/topic/)] },
    { name: 'failed', path: `${path}#temy`, reader, provoked: [fails(/follows\/topic/)] },
  ]),
]
