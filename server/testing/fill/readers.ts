import { timeZone } from '#server/platform/clock.ts'
import { testPassword } from '#server/testing/setup/test-browser.ts'

/** How many readers are made by the product's own code; all others are copies of them with ids and names of their own. */
export const templateReaders = 250

/** The moment at which the database stands; two years of history lie before it. */
export const moment = Temporal.ZonedDateTime.from(`2026-10-15T10:00[${timeZone}]`)

type File = Record<string, unknown>[]

/** What a reader has, by the last digits of the reader's number: shares of a daily's readers. */
const situationOf = (index: number) => {
  const place = index % 50
  if (place === 0) return 'company'
  if (place <= 3) return 'colleague'
  if (place === 4) return 'family'
  if (place === 5) return 'monthly'
  if (place <= 9) return 'transfer'
  if (place <= 14) return 'stopped'
  return place <= 34 ? 'yearly' : 'free'
}

const yearly = ['premium_1y', 'standard_1y', 'premium_plus_1y', 'standard_advert_1y', 'sportnet_1y'] as const
const prices: Readonly<Record<string, number>> = {
  premium_1y: 8990,
  standard_1y: 5990,
  premium_plus_1y: 11_990,
  standard_advert_1y: 7990,
  sportnet_1y: 2990,
  premium_print_1y: 24_900,
  family_premium_1y: 13_990,
  company_premium_5: 44_500,
  advert_4w: 299,
}
const weeklies = ['ranny-vyber', 'vecerny-suhrn', 'mimoriadne-spravy', 'peniaze-bez-stresu', 'my-trnava']
const topics = ['parlament', 'vlada']

/** Address of a template reader, by number from 0. */
export const emailOf = (index: number): string => `citatel.${index}@posta.example`

/**
 * The files of a publisher with so many template readers, of all kinds, as `npm run ops -- load` takes them.
 *
 * @param random numbers from 0 to 1, the same for the same seed
 */
export function makeFiles(random: () => number): Record<string, File> {
  const files = {
    readers: [] as File,
    'linked-accounts': [] as File,
    addresses: [] as File,
    cards: [] as File,
    payments: [] as File,
    subscriptions: [] as File,
    devices: [] as File,
    companies: [] as File,
    families: [] as File,
    'newsletter-signups': [] as File,
    follows: [] as File,
    'forum-profiles': [] as File,
  }
  const before = (most: number, least = 1) => moment.subtract({ days: least + Math.floor(random() * most) })

  for (let index = 0; index < templateReaders; index++) addReader(index)
  files.payments.sort((one, other) => String(one['at']).localeCompare(String(other['at'])))
  const serials = new Map<string, number>()
  for (const payment of files.payments) {
    const kind = String(payment['product']).startsWith('company') ? 'invoice' : 'receipt'
    const series = `${kind} ${String(payment['at']).slice(0, 4)}`
    serials.set(series, (serials.get(series) ?? 0) + 1)
    payment['document'] = { kind, serial: serials.get(series) }
  }
  return files

  function addReader(index: number): void {
    const reader = emailOf(index)
    const situation = situationOf(index)
    const registered = before(400, 1100)
    files.readers.push({
      email: reader,
      foreign_id: `crm-${index}`,
      name: `Čitateľ ${index}`,
      password: testPassword,
      locale: index % 20 === 7 ? 'en' : 'sk',
      confirmed: true,
      registered: at(registered),
      registered_via: 'web',
      ...(index % 3 === 0 && { phone: `09${String(index).padStart(8, '0')}` }),
    })
    if (index % 7 === 0) {
      files['linked-accounts'].push({
        reader,
        provider: 'google',
        subject: `google-${index}`,
        linked_at: at(before(300)),
      })
    }
    if (index % 5 === 0) {
      files['forum-profiles'].push({
        reader,
        nickname: `citatel${index}`,
        state: index % 2 === 0 ? 'public' : 'private',
      })
    }
    const isFree = situation === 'free'
    for (const name of ['Chrome, Windows', 'Safari, iPhone'].slice(isFree ? 1 : 0)) {
      const type = name.endsWith('iPhone') ? 'phone' : 'browser'
      files.devices.push({ key: `${type}-${index}`, reader, name, type, last_activity: at(before(60)) })
    }
    for (const newsletter of weeklies.slice(0, 2 + (index % 3))) {
      const state = random() < 0.8 ? 'on' : 'off'
      files['newsletter-signups'].push({ reader, newsletter, state, at: at(before(700)) })
    }
    for (const code of topics) files.follows.push({ reader, kind: 'topic', code, at: at(before(700)) })
    buy(index, reader, situation)
  }

  function buy(index: number, reader: string, situation: ReturnType<typeof situationOf>): void {
    const end = moment.add({ days: 25 + Math.floor(random() * 330) })
    const product = yearly[index % yearly.length] ?? yearly[0]
    if (situation === 'yearly') addChain(index, { product, end, length: { years: 1 }, count: 3 })
    if (situation === 'monthly') {
      addChain(index, {
        product: 'advert_4w',
        end: moment.add({ days: 3 + (index % 24) }),
        length: { weeks: 4 },
        count: 26,
      })
    }
    if (situation === 'stopped') {
      addChain(index, { product, end: before(300, 30), length: { years: 1 }, count: 2, last: 'user_stop' })
    }
    if (situation === 'family') {
      addChain(index, { product: 'family_premium_1y', end, length: { years: 1 }, count: 2 })
      const invited = { state: 'waiting', invited: at(before(20)) }
      const accesses = [1, 2].map(each => ({ ...invited, email: `rodina.${index}.${each}@posta.example` }))
      files.families.push({ key: `family-${index}`, subscription: `${index}-0`, owner: reader, accesses })
    }
    if (situation === 'transfer' || situation === 'company') {
      const isCompany = situation === 'company'
      addAddress(index, isCompany)
      const product = isCompany ? 'company_premium_5' : 'premium_print_1y'
      addChain(index, { product, end, length: { years: 1 }, count: 2, method: 'bank_transfer' })
      if (isCompany) addColleagues(index, reader, end)
    }
  }

  type Chain = {
    product: string
    end: Temporal.ZonedDateTime
    length: Temporal.DurationLike
    /** Periods, of which the last one is the present one. */
    count: number
    method?: 'card' | 'bank_transfer'
    last?: 'user_stop'
  }

  /** Periods one after the other, each paid, the former ones renewed; keys count from the newest, which is 0. */
  function addChain(index: number, { product, end, length, count, method = 'card', last }: Chain): void {
    const reader = emailOf(index)
    const card = `card-${index}`
    const byCard = method === 'card'
    if (byCard) {
      files.cards.push({
        key: card,
        reader,
        token: `demo-card-renewal-${index}`,
        brand: 'Visa',
        last4: '4242',
        valid_until: '2099-12',
      })
    }
    const price_cents = prices[product] ?? 0
    for (let back = count - 1; back >= 0; back--) {
      const key = `${index}-${back}`
      const [from, to] = [back + 1, back].map(each => {
        let edge = end
        for (let step = 0; step < each; step++) edge = edge.subtract(length)
        return edge
      })
      if (!from || !to) continue
      const paid = back === count - 1 || !byCard ? from : from.subtract({ hours: 48 })
      files.payments.push({
        key,
        reader,
        product,
        method,
        state: 'paid',
        amount_cents: price_cents,
        currency: 'EUR',
        at: at(paid),
        ...(byCard && { card }),
      })
      files.subscriptions.push({
        key,
        reader,
        product,
        from: at(from),
        to: at(to),
        price_cents,
        payment: key,
        recurrence: byCard
          ? recurrenceOf(back, card, last)
          : { state: 'unavailable', reason: 'not_recurrent' },
      })
    }
  }

  function addColleagues(index: number, reader: string, end: Temporal.ZonedDateTime): void {
    const accesses = [1, 2, 3].map(place => {
      const email = emailOf(index + place)
      files.subscriptions.push({
        key: `${index + place}-seat`,
        reader: email,
        product: 'company_premium_5',
        from: at(end.subtract({ years: 1 })),
        to: at(end),
        price_cents: 0,
        seat_of: `${index}-0`,
        recurrence: { state: 'unavailable', reason: 'no_payment' },
      })
      const active_from = at(end.subtract({ years: 1 }))
      return { email, state: 'active', invited: active_from, active_from }
    })
    const company = { name: `Firma ${index}, s. r. o.`, id: '99000407' }
    files.companies.push({
      key: `company-${index}`,
      subscription: `${index}-0`,
      administrator: reader,
      company,
      accesses,
    })
  }

  function addAddress(index: number, isCompany: boolean): void {
    files.addresses.push({
      key: `address-${index}`,
      reader: emailOf(index),
      type: isCompany ? 'invoice' : 'print',
      name: 'Jana',
      surname: 'Nová',
      number: String(index + 1),
      city: 'Trnava',
      zip: '917 01',
      country: 'SK',
      ...(isCompany && { company_name: `Firma ${index}, s. r. o.`, company_id: '99000407' }),
    })
  }
}

const recurrenceOf = (back: number, card: string, last?: 'user_stop') =>
  back === 0 && last === undefined
    ? { state: 'on', card }
    : { state: 'off', reason: back === 0 ? last : 'renewed', card }

const at = (time: Temporal.ZonedDateTime): string =>
  `${time.toPlainDate().toString()} ${time.toPlainTime().toString({ smallestUnit: 'minute' })}`
