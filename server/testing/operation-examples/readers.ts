import { operate } from '../make/operator.ts'
import { makeReader } from '../make/reader.ts'
import type { TestApp } from '../setup/test-app.ts'
import type { Examples } from './example.ts'

const anybody = async (server: TestApp) => ({ id: (await makeReader(server.deps)).id })

/** A reader about whom something was done before. */
const after =
  (operation: string, input: Record<string, unknown> = {}) =>
  async (server: TestApp) => {
    const { id } = await anybody(server)
    await operate(server, operation, { id, ...input })
    return { id }
  }

export const readerExamples: Examples = {
  'readers find': async server => ({ email: (await makeReader(server.deps)).email }),
  'readers show': anybody,
  'readers resend-activation': async server => ({
    id: (await makeReader(server.deps, { confirmedAt: null })).id,
  }),
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
