import fc from 'fast-check'
import type { Access, AddedAccess, SharedSubscription } from '#contract/companies/companies.ts'
import type { SeatOffer } from '#contract/companies/seats-and-documents.ts'
import type { Order } from '#contract/orders/orders.ts'
import { sendDueGifts } from '#server/modules/coupons/index.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { receiveTransfer } from '#server/modules/orders/index.ts'
import { requestRefund } from '#server/modules/payments/index.ts'
import { eraseDueReaders, removeOutdated } from '#server/modules/privacy/index.ts'
import { requireUncredited } from '#server/modules/subscriptions/index.ts'
import { codeOf } from '../make/company-people.ts'
import type { MoneyApp, MoneyReader } from '../setup/money-app.ts'
import { openBrowser } from '../setup/test-browser.ts'
import { emailChanges, newEmail } from './email-change.ts'

const whose = fc.nat(2)
const ofPerson = [
  ...(['invite', 'invite', 'take', 'take', 'free', 'give_back', 'send_link'] as const),
  ...(['leave', 'leave', 'stay', 'code', 'change_email', 'buy'] as const),
] as const
const ofCompany = [
  ...(['add_seats', 'add_seats', 'renew', 'renew', 'renew_smaller', 'renew_larger', 'free_all'] as const),
  ...(['end', 'shorten', 'withdraw', 'own'] as const),
  ...(['erase', 'erase', 'erase', 'remove_outdated', 'send_gifts'] as const),
] as const

/** What an administrator, the people of a company, its bank and the worker may do at the same moment. */
export const actOfPeople = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom(...ofPerson), whose }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom(...ofCompany), whose }) },
)
type ActOfPeople = typeof actOfPeople extends fc.Arbitrary<infer A> ? A : never

export type Company = { server: MoneyApp; boss: MoneyReader; people: readonly MoneyReader[]; code: string }
type Act = () => Promise<unknown>

/** Prepares an act by what is shown now; undefined where it is not possible. */
export async function preparePeople(
  company: Company,
  { kind, whose }: ActOfPeople,
): Promise<Act | undefined> {
  const { server, people } = company
  const { deps } = server
  const person = people[whose]
  switch (kind) {
    case 'erase':
      return () => eraseDueReaders(deps)
    case 'remove_outdated':
      return () => removeOutdated(deps)
    case 'send_gifts':
      return () => sendDueGifts(deps)
    case 'leave':
      return person?.requestAnonymization
    case 'stay':
      return person && (() => person.browser.delete(`${person.own}/anonymization`))
    case 'code':
      return person && (() => person.activate(company.code))
    case 'buy':
      return person && pay(company, person, { product: 'premium_1y' })
    case 'change_email': {
      if (!person) return undefined
      const email = newEmail()
      await person.get('subscriptions')
      const asked = await person.browser.post(`${person.own}/email-change`, { json: { email } })
      if (asked.statusCode !== 202) return undefined
      const token = await emailChanges(server).linkTo(email)
      return () => openBrowser(server.app).post(`/login/change-email/${token}`)
    }
    case 'end':
    case 'shorten':
    case 'withdraw':
      return prepareRefund(company, kind)
    case 'invite':
    case 'own':
    case 'take':
    case 'free':
    case 'free_all':
    case 'give_back':
    case 'send_link':
    case 'add_seats':
    case 'renew':
    case 'renew_smaller':
    case 'renew_larger':
      break
  }
  return prepareOnAccess(company, person, kind)
}

type OnAccess = 'invite' | 'own' | 'take' | 'free' | 'free_all' | 'give_back' | 'send_link' | OnSeats
type OnSeats = 'add_seats' | 'renew' | 'renew_smaller' | 'renew_larger'

/** What becomes of the company's subscription, or of the access of a person. */
async function prepareOnAccess(
  company: Company,
  person: MoneyReader | undefined,
  kind: OnAccess,
): Promise<Act | undefined> {
  const { boss } = company
  const [shared] = (await boss.get<{ items: SharedSubscription[] }>('companies')).items
  const id = shared?.subscription_id
  if (id === undefined) return undefined
  const path = `${boss.own}/companies/${id}`
  const { items } = await boss.get<{ items: Access[] }>(`companies/${id}/accesses`)
  const email = kind === 'own' ? boss.email : (person?.email ?? '')
  const access = items.findLast(each => each.email === email)
  const change = (ids: number[], act: string) => () =>
    boss.browser.post(`${path}/accesses/changes`, { json: { act, ids } })
  switch (kind) {
    case 'invite':
    case 'own':
      return () => boss.browser.post(`${path}/accesses`, { json: { email } })
    case 'take': {
      if (!person) return undefined
      const waiting = access ?? (await invite(boss, path, email))
      return () => person.browser.post(`${person.own}/family-requests/${codeOf(waiting)}/activation`)
    }
    case 'free':
      return access && (() => boss.browser.post(`${path}/accesses/${access.id}/deactivate`))
    case 'free_all':
      return change(
        items.map(each => each.id),
        'deactivate',
      )
    case 'give_back': {
      const ended = access ?? items.find(each => each.state === 'deactivated')
      return ended && (() => boss.browser.post(`${path}/accesses/${ended.id}/activate`))
    }
    case 'send_link':
      return access && (() => boss.browser.post(`${path}/accesses/${access.id}/send-link`))
    case 'add_seats':
    case 'renew':
    case 'renew_smaller':
    case 'renew_larger':
      break
  }
  return prepareSeats(company, id, kind)
}

async function invite(boss: MoneyReader, path: string, email: string): Promise<Access | null | undefined> {
  const answer = await boss.browser.post(`${path}/accesses`, { json: { email } })
  return answer.statusCode === 201 ? answer.json<{ results: AddedAccess[] }>().results[0]?.access : undefined
}

/** Orders by transfer; the money comes as the act. */
async function pay({ server }: Company, reader: MoneyReader, json: object): Promise<Act | undefined> {
  const answer = await reader.order({ ...json, method: 'bank_transfer' }, crypto.randomUUID())
  if (answer.statusCode !== 201) return undefined
  const { transfer, price } = answer.json<Order>()
  const variableSymbol = transfer?.variable_symbol ?? ''
  return () => receiveTransfer(server.money, { variableSymbol, amountCents: price.amount })
}

async function prepareSeats(company: Company, id: number, kind: OnSeats): Promise<Act | undefined> {
  const { boss } = company
  const offers = await boss.get<{ more: SeatOffer[]; renewal: SeatOffer[] }>(`companies/${id}/offers`)
  const act = kind === 'add_seats' ? 'add_seats' : 'renew'
  const list = act === 'renew' ? offers.renewal : offers.more
  const offer =
    kind === 'renew_larger' ? list.at(-1) : list[kind === 'renew' ? Math.min(1, list.length - 1) : 0]
  if (!offer) return undefined
  const shared = { subscription_id: id, act, price: offer.price }
  return pay(company, boss, { product: offer.product.code, shared })
}

/** What staff or the administrator do to the last payment. */
async function prepareRefund(
  { server, boss }: Company,
  kind: 'end' | 'shorten' | 'withdraw',
): Promise<Act | undefined> {
  const last = (await boss.payments()).findLast(each => each.state === 'paid')
  if (!last) return undefined
  if (kind === 'withdraw') return () => boss.withdraw(last.id)
  const cents = Math.ceil((last.amountCents - last.refundedCents) / (kind === 'shorten' ? 3 : 1))
  const asked = { paymentId: last.id, amountCents: cents, access: kind, check: requireUncredited } as const
  const said = { reason: 'Complaint', requestedBy: 'support', key: crypto.randomUUID() }
  return () =>
    server.deps.db.transaction(async tx => {
      await lockReader(tx, boss.id)
      return requestRefund(tx, server.money, { ...asked, ...said })
    })
}
