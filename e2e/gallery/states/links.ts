import { request as api } from '@playwright/test'
import { administratorBeside } from '../../companies/administrator.ts'
import { newAdministrator } from '../../companies/new-company.ts'
import { newAddress } from '../../fixtures.ts'
import { answers, fails, refuses, screen } from '../state.ts'
import { subscription } from './recurrence/examples.ts'

const token = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQR'
const mailbox = `/e-maily/odkaz/${token}`
const link = '**/newsletters/links/*'
const leaving = `/unsubscribe/${token}`
const unsubscription = '**/unsubscriptions/*'
const invitation = `/login/invitation/${token}`
const request = '**/family-requests/*'
const gift = `/login/gift/${token}`
const offer = '**/rest/api/prv/v1/gifts/*'

const on = { state: 'on', changed_at: '2026-10-01T08:00:00Z', snoozed_until: null }
const letters = (waiting: string[], items: object[], more: object = {}) =>
  answers(link, {
    email: 'jana.kovacova@example.com',
    waiting,
    expires_at: '2099-01-01T08:00:00Z',
    paused_until: null,
    items,
    ...more,
  })

const leavingFrom = (more: object = {}) =>
  answers(unsubscription, {
    paused_until: null,
    newsletters: [
      {
        code: 'ranny-vyber',
        title: 'Ranný výber',
        state: 'on',
        snoozed_until: null,
        can_undo: false,
        ...more,
      },
    ],
  })

const stopping = `/unsubscribe/documents-1-${token.slice(0, 22)}`
const documentsLink = '**/documents-links/*'
const documents = (stopped: boolean) =>
  answers(documentsLink, {
    company: 'Kníhviazačstvo Pod Lipou, s. r. o.',
    email: 'uctovnictvo-a-mzdy@oddelenie-faktur.pekaren-ranna.example.sk',
    stopped,
  })

const invited = (kind: 'company' | 'family') =>
  answers(request, {
    kind,
    from: kind === 'company' ? 'Kníhviazačstvo Pod Lipou, s. r. o.' : 'Viera Kostková',
    group: 'premium',
    type: { code: 'premium_1y', name: 'Prémium' },
    access: ['web', 'blog', 'eknihy', 'dennik', 'device6'],
    device_limit: 6,
    period: { from: '2026-03-14T08:00:00Z', to: '2098-03-14T08:00:00Z' },
    expires_at: '2098-01-01T08:00:00Z',
  })

const given = (more: object = {}) =>
  answers(offer, {
    from: 'Peter Sedláček',
    name: 'Eva',
    message: 'Všetko najlepšie k narodeninám!\nNech sa dobre číta.\nTvoj Peter',
    group: 'premium',
    type: { code: 'gift_premium_1y', name: 'Darčekové Prémium' },
    length: 'P1Y',
    access: ['web', 'blog', 'eknihy', 'dennik', 'device6'],
    device_limit: 6,
    use_until: '2098-01-01T08:00:00Z',
    ...more,
  })

const taking = (obstacle: string | null = null) =>
  answers(
    '**/coupon-previews',
    {
      kind: 'gift',
      group: 'premium',
      type: { code: 'gift_premium_1y', name: 'Darčekové Prémium' },
      access: ['web'],
      device_limit: 6,
      period: { from: '2026-03-14T08:00:00Z', to: '2098-03-14T08:00:00Z' },
      use_until: '2098-01-01T08:00:00Z',
      obstacle,
      renewing_subscription_id: null,
      gift: null,
    },
    'POST',
  )

/** The forms are the same for any token: opening a link asks nothing of it. */
const plain = { bare: true, withoutScripts: true } as const
const withoutScripts = screen('bez-skriptov', [
  { name: 'sign-off', path: leaving, ...plain },
  { name: 'documents', path: stopping, ...plain },
  { name: 'sign-up', path: mailbox, ...plain },
  { name: 'change-email', path: `/login/change-email/${token}`, ...plain },
  { name: 'take-back-email', path: `/login/take-back-email/${token}`, ...plain },
  { name: 'activate', path: `/login/activate/${token}`, ...plain },
  { name: 'new-password', path: `/login/new-password/${token}`, ...plain },
  {
    name: 'refused',
    path: `/login/new-password/${token}`,
    ...plain,
    act: async page => {
      await page.getByLabel('Nové heslo').fill('kratke')
      await page.getByRole('button').click()
    },
  },
  { name: 'done', path: `${leaving}?outcome=done`, ...plain },
  { name: 'gift', path: '/login/gift/R6QM-VD2H-YC8X-4JTA', ...plain },
  {
    name: 'invitation',
    path: `/login/new-password/${token}`,
    ...plain,
    act: async page => {
      const owner = await administratorBeside(
        { request: api },
        page,
        await newAdministrator(page, 'family_premium_1y'),
      )
      const { activation_url: url } = await owner.add(newAddress('rodina'))
      await owner.close()
      await page.goto(new URL(url ?? '').pathname)
    },
  },
])

/** What links in mails open */
export const linkStates = [
  ...withoutScripts,
  ...screen('e-maily-odkaz', [
    {
      name: 'to-confirm',
      path: mailbox,
      provoked: [letters(['ranny-vyber', 'closer-recepty'], [])],
      inEveryLook: true,
    },
    {
      name: 'to-manage',
      path: mailbox,
      provoked: [
        letters(
          [],
          [
            { code: 'ranny-vyber', ...on },
            { code: 'closer-recepty', ...on },
          ],
        ),
      ],
    },
    {
      name: 'paused',
      path: mailbox,
      provoked: [letters([], [{ code: 'ranny-vyber', ...on }], { paused_until: '2098-01-01' })],
    },
    { name: 'invalid', path: mailbox, provoked: [refuses(link, 'GET', 404, 'newsletter_link_invalid')] },
    { name: 'expired', path: mailbox, provoked: [refuses(link, 'GET', 422, 'newsletter_link_expired')] },
    { name: 'failed', path: mailbox, provoked: [fails(link)] },
  ]),
  ...screen('unsubscribe', [
    { name: 'documents', path: stopping, provoked: [documents(false)], inEveryLook: true },
    { name: 'documents-stopped', path: stopping, provoked: [documents(true)] },
    { name: 'documents-gone', path: stopping, provoked: [refuses(documentsLink, 'GET', 404, 'not_found')] },
    { name: 'documents-failed', path: stopping, provoked: [fails(documentsLink)] },
    { name: 'before', path: leaving, provoked: [leavingFrom()], inEveryLook: true },
    { name: 'done', path: leaving, provoked: [leavingFrom({ state: 'off', can_undo: true })] },
    {
      name: 'break',
      path: leaving,
      provoked: [leavingFrom({ snoozed_until: '2098-01-01T08:00:00Z', can_undo: true })],
    },
    {
      name: 'invalid',
      path: leaving,
      provoked: [refuses(unsubscription, 'GET', 404, 'newsletter_link_invalid')],
    },
    { name: 'failed', path: leaving, provoked: [fails(unsubscription)] },
  ]),
  ...screen('pozvanka', [
    { name: 'company', path: invitation, provoked: [invited('company')], inEveryLook: true },
    { name: 'family-reader', path: invitation, reader: 'none', provoked: [invited('family')] },
    {
      name: 'taken',
      path: invitation,
      reader: 'none',
      provoked: [invited('company'), answers('**/family-requests/*/activation', subscription(), 'POST', 201)],
      act: page => page.getByRole('button', { name: 'Prijať prístup' }).click(),
    },
    {
      name: 'unknown',
      path: invitation,
      provoked: [refuses(request, 'GET', 404, 'family_request_not_found')],
    },
    { name: 'dead', path: invitation, provoked: [refuses(request, 'GET', 422, 'family_code_expired')] },
    {
      name: 'have-already',
      path: invitation,
      reader: 'employee',
      provoked: [
        invited('company'),
        refuses('**/family-requests/*/activation', 'POST', 422, 'family_request_one_per_user'),
      ],
      act: page => page.getByRole('button', { name: 'Prijať prístup' }).click(),
    },
    { name: 'failed', path: invitation, provoked: [fails(request)] },
  ]),
  ...screen('darcek', [
    { name: 'visitor', path: gift, provoked: [given()], inEveryLook: true },
    {
      name: 'reader',
      path: gift,
      reader: 'none',
      provoked: [given({ name: null, message: null }), taking()],
    },
    {
      name: 'reader-renews',
      path: gift,
      reader: 'premium-card',
      provoked: [given(), taking('coupon_user_active_recurrence')],
    },
    { name: 'unknown', path: gift, provoked: [refuses(offer, 'GET', 422, 'coupon_doesnt_exist')] },
    { name: 'used', path: gift, provoked: [refuses(offer, 'GET', 422, 'coupon_already_used')] },
    { name: 'expired', path: gift, provoked: [refuses(offer, 'GET', 422, 'coupon_expired')] },
    { name: 'failed', path: gift, provoked: [fails(offer)] },
  ]),
]
