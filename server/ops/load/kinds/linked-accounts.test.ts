import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { externAccounts } from '#server/modules/identity/tables.ts'
import { openFolderLoad, reader } from '#server/testing/make/load-folder.ts'

const folder = await openFolderLoad()
const { db, load, put } = folder
beforeEach(folder.empty)
afterAll(folder.close)

const former = { reader: reader.email, provider: 'google', subject: 'former', linked_at: '2026-01-01' }

test('an account of a provider that its reader has replaced stays so, and the rest is loaded', async () => {
  const other = { ...reader, email: 'peter@example.com' }
  await put('readers.json', [reader, other])
  await put('linked-accounts.json', [former])
  await load()
  const present = { subject: 'present', linkedAt: Temporal.Instant.from('2026-06-01T10:00:00Z') }
  await db.update(externAccounts).set(present).where(eq(externAccounts.subject, 'former'))
  await put('linked-accounts.json', [former, { ...former, reader: other.email, subject: 'other' }])
  const { files } = await load()
  expect(files.at(-1)).toMatchObject({ added: 1, changed: 0, unchanged: 1 })
  const subjects = await db
    .select({ subject: externAccounts.subject })
    .from(externAccounts)
    .orderBy(externAccounts.id)
  expect(subjects).toEqual([{ subject: 'present' }, { subject: 'other' }])
})
