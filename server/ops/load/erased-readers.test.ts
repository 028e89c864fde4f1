import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { addresses } from '#server/modules/addresses/tables.ts'
import { externAccounts, users } from '#server/modules/identity/tables.ts'
import { eraseReader } from '#server/modules/privacy/erase-reader.ts'
import { openFileLoad } from '#server/testing/make/load-files.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'

const { db, clock, load, close } = await openFileLoad()
afterAll(close)

const home = { key: 'home', type: 'print', name: 'Mária', surname: 'Balogová', street: 'Hlavná', number: '8' }
const google = { provider: 'google', subject: '1', email: 'maria@gmail.com' }

test.each([
  ['addresses.json', addresses, { ...home, city: 'Komárno', zip: '945 01', country: 'SK' }],
  ['linked-accounts.json', externAccounts, { ...google, linked_at: '2026-01-01T10:00:00Z' }],
] as const)(
  'R8.07 race: a load that the erasure overtakes leaves nothing of its reader: %s',
  async (file, table, row) => {
    const reader = await makeReader({ db, clock })
    const erasure = await holdLocks(db, async tx => {
      await tx.select().from(users).where(eq(users.id, reader.id)).for('update')
      await eraseReader(tx, { ...reader, phone: null, isProven: true }, clock.now())
    })
    const loading = load(file, [{ ...row, reader: reader.email }])
    const refused = expect(loading).rejects.toThrow(/names the reader .* which is not there/)
    await erasure.waitedForBy(1)
    await erasure.release()
    await refused
    expect(await db.select().from(table).where(eq(table.userId, reader.id))).toEqual([])
  },
)
