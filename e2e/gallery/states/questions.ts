import type { Page } from '@playwright/test'
import { demoCode, showCode } from '../../coupons/code-screen.ts'
import { answers, fails, refuses, screen, waits } from '../state.ts'

const faq = '**/rest/api/prv/v1/faq*'
const help = '**/help-requests'
const write = async (page: Page) => {
  await page.getByLabel('Vaša správa').fill('Nejde mi prihlásenie v aplikácii.')
  await page.getByRole('button', { name: 'Odoslať správu' }).click()
}
const code = '/predplatne-cez-kod'
const activation = '/resend-account-activation'
const send = '**/activation-email'

/** /faq, /predplatne-cez-kod and /resend-account-activation */
export const questionStates = [
  ...screen('faq', [
    { name: 'all', path: '/faq', inEveryLook: true },
    { name: 'reader', path: '/faq', reader: 'premium-card' },
    {
      name: 'answer-open',
      path: '/faq',
      act: page => page.locator('main summary').first().click(),
    },
    { name: 'found', path: '/faq', act: page => page.getByRole('searchbox').fill('karta') },
    {
      name: 'act-offered',
      path: '/faq',
      act: page => page.getByRole('searchbox').fill('zrušiť predplatné'),
    },
    {
      name: 'not-helped',
      path: '/faq#ako-zmenim-kartu',
      provoked: [answers('**/faq-uses', undefined, 'POST', 204)],
      act: page => page.locator('#ako-zmenim-kartu').getByRole('button', { name: 'Nie' }).click(),
    },
    { name: 'nothing-found', path: '/faq', act: page => page.getByRole('searchbox').fill('qqqq') },
    { name: 'help-topics', path: '/faq?napiste' },
    { name: 'help-form', path: '/faq?napiste=subscription', inEveryLook: true },
    {
      name: 'help-details',
      path: '/faq?napiste=reading',
      reader: 'premium-card',
      act: page => page.getByText('Čo priložíme').click(),
    },
    {
      name: 'help-faults',
      path: '/faq?napiste=payment',
      act: page => page.getByRole('button', { name: 'Odoslať správu' }).click(),
    },
    {
      name: 'help-too-many',
      path: '/faq?napiste=account',
      reader: 'premium-card',
      provoked: [refuses(help, 'POST', 429, 'too_many_requests')],
      act: write,
    },
    {
      name: 'help-sent',
      path: '/faq?napiste=other',
      reader: 'premium-card',
      provoked: [answers(help, { number: '1024' }, 'POST', 201)],
      act: write,
    },
    { name: 'details-page', path: '/faq?udaje', reader: 'premium-card' },
    {
      name: 'known-trouble',
      path: '/faq',
      provoked: [
        {
          url: /\/config\.json/,
          answer: async route => {
            const answer = await route.fetch()
            const known_troubles = [
              {
                code: 'e-knihy',
                title: { sk: 'E-knihy sa teraz nedajú stiahnuť.', en: 'E-books cannot be downloaded now.' },
                text: { sk: 'Opravujeme to, skúste to večer.', en: 'We are mending it, try again tonight.' },
                link: 'https://stav.dennik.example/',
                access: [],
              },
            ]
            await route.fulfill({ response: answer, json: { ...(await answer.json()), known_troubles } })
          },
        },
      ],
    },
    { name: 'loading', path: '/faq', loading: true, provoked: [waits(faq)] },
    {
      name: 'answer-loading',
      path: '/faq#dokedy-mam-predplatne',
      loading: true,
      provoked: [waits('**/faq?lang=*')],
    },
    { name: 'answer-failed', path: '/faq#dokedy-mam-predplatne', provoked: [fails('**/faq?lang=*')] },
    { name: 'failed', path: '/faq', provoked: [fails(faq)] },
  ]),
  ...screen('predplatne-cez-kod', [
    { name: 'empty', path: code, reader: 'none', inEveryLook: true },
    {
      name: 'shown',
      path: code,
      reader: 'gift-waiting',
      act: async page => {
        await showCode(page, await demoCode(page, 'unused'))
        await page.getByRole('button', { name: 'Použiť kód' }).waitFor()
      },
    },
    {
      name: 'present',
      path: code,
      reader: 'gift-waiting',
      act: async page => {
        await showCode(page, await demoCode(page, 'gift'))
        await page.getByText('vám ho daruje').waitFor()
      },
    },
    {
      name: 'obstacle',
      path: code,
      reader: 'premium-card',
      act: async page => {
        await showCode(page, await demoCode(page, 'gift'))
        await page.getByRole('main').getByText('Najprv, prosím, vypnite').waitFor()
      },
    },
    ...(
      [
        'coupon_already_used',
        'coupon_expired',
        'coupon_doesnt_exist',
        'too_many_coupon_attempts',
        'too_many_coupon_attempts_nearby',
      ] as const
    ).map(key => ({
      name: key.replaceAll('_', '-'),
      path: code,
      reader: 'none',
      provoked: [refuses('**/coupon-previews', 'POST', 422, { key, field: 'code' })],
      act: async (page: Parameters<typeof showCode>[0]) => {
        await showCode(page, 'ABCD-EFGH-2345-6789')
      },
    })),
    {
      name: 'looking',
      path: code,
      reader: 'none',
      provoked: [waits('**/coupon-previews', 'POST')],
      act: page => showCode(page, 'ABCD-EFGH-2345-6789'),
    },
  ]),
  ...screen('aktivacia-uctu', [
    { name: 'waiting', path: activation, reader: 'unconfirmed', inEveryLook: true },
    { name: 'activated', path: activation, reader: 'premium-card' },
    {
      name: 'sent',
      path: activation,
      reader: 'unconfirmed',
      provoked: [answers(send, undefined, 'POST', 202)],
      act: page => page.getByRole('main').getByRole('button').first().click(),
    },
    {
      name: 'too-many',
      path: activation,
      reader: 'unconfirmed',
      provoked: [refuses(send, 'POST', 429, 'too_many_activation_emails')],
      act: async page => {
        await page.getByRole('main').getByRole('button').first().click()
        await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor({ state: 'attached' })
      },
    },
    { name: 'failed', path: activation, reader: 'premium-card', provoked: [fails(/\/users\/\d+$/)] },
  ]),
]
