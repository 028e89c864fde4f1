import { devices } from '#server/modules/devices/tables.ts'
import { externAccounts, passkeys } from '#server/modules/identity/tables.ts'
import { documentListener, listDocuments } from '#server/modules/invoices/index.ts'
import { readVatOf } from '#server/modules/subscriptions/index.ts'
import { operate } from '../make/operator.ts'
import { makePayment } from '../make/purchase.ts'
import { makeReader } from '../make/reader.ts'
import type { TestApp } from '../setup/test-app.ts'
import { openBrowser } from '../setup/test-browser.ts'
import type { Examples } from './example.ts'
import { ensureProduct } from './subscriptions.ts'

const anybody = async (server: TestApp) => ({ id: (await makeReader(server.deps)).id })

/** A reader about whom something was done before. */
const after =
  (operation: string, input: Record<string, unknown> = {}) =>
  async (server: TestApp) => {
    const { id } = await anybody(server)
    await operate(server, operation, { id, ...input })
    return { id }
  }

const reason = 'Telefonát, overené podľa poslednej platby'

let made = 0
/** A reader with a session, a device, a number and a linked account. */
async function anybodyWith(server: TestApp, given: Record<string, unknown> = {}) {
  const { deps, clock } = server
  const { id, email } = await makeReader(deps, { phone: '0901234567' })
  const at = clock.now()
  await openBrowser(server.app).signIn(email)
  await deps.db
    .insert(devices)
    .values({ id: `${id}:laptop`, userId: id, name: 'Firefox', type: 'browser', lastActivity: at })
  await deps.db.insert(passkeys).values({
    id: `passkey-${made++}`,
    userId: id,
    publicKey: 'x',
    counter: 0,
    name: 'Chrome',
    createdAt: at,
  })
  await deps.db
    .insert(externAccounts)
    .values({ userId: id, provider: 'google', subject: `subject-${id}`, linkedAt: at })
  return { id, reason, ...given }
}

/** A reader with a receipt. */
async function anybodyWithDocument(server: TestApp) {
  const { deps, clock } = server
  await ensureProduct(server, 'renewing_1y', 'renewing_1y')
  const { id } = await anybody(server)
  const at = clock.now()
  const paymentId = await makePayment(deps, { userId: id, productCode: 'renewing_1y', at })
  const { onPaid } = documentListener({ ...deps, readVatOf })
  await deps.db.transaction(tx => onPaid(tx, [{ id: paymentId, purpose: 'order' }]))
  const [document] = await listDocuments(deps, { userId: id })
  return { id, number: document?.number }
}

export const readerExamples: Examples = {
  'readers find': async server => ({ email: (await makeReader(server.deps)).email }),
  'readers show': anybody,
  'readers resend-activation': async server => ({
    id: (await makeReader(server.deps, { confirmedAt: null })).id,
  }),
  'readers send-password-link': anybody,
  'readers messages': anybody,
  'readers payments': anybody,
  'readers resend-document': anybodyWithDocument,
  'readers change-email': server =>
    anybodyWith(server, { email: `changed-${crypto.randomUUID()}@dennik.example` }),
  'readers change-name': server => anybodyWith(server, { name: 'Ján Krátky' }),
  'readers sign-out': anybodyWith,
  'readers remove-device': server => anybodyWith(server, { device: 'laptop' }),
  'readers remove-phone': anybodyWith,
  'readers remove-passkey': server => anybodyWith(server, { passkey: `passkey-${made}` }),
  'readers unlink': server => anybodyWith(server, { provider: 'google' }),
  'readers request-deletion': anybody,
  'readers withdraw-deletion': after('readers request-deletion'),
  'readers ban': async server => ({ ...(await anybody(server)), reason: 'Predáva svoje heslo' }),
  'readers unban': after('readers ban', { reason: 'Predáva svoje heslo' }),
  'readers forum-ban': async server => ({
    ...(await anybody(server)),
    reason_sk: 'Opakované urážky',
    reason_en: 'Repeated insults',
  }),
  'readers forum-unban': after('readers forum-ban'),
}
