import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { accesses } from '#server/modules/companies/tables.ts'
import { users } from '#server/modules/identity/tables.ts'
import { personalColumns } from '#server/modules/privacy/personal-columns.ts'
import type { TestApp } from '../setup/test-app.ts'

type Known = { id: number; name: string | null; email: string }

/** What is left of those readers that are erased, in words: personal data, an access, or what they were given since. */
export async function findLeft({ deps: { db } }: Pick<TestApp, 'deps'>, readers: readonly Known[]) {
  const left: string[] = []
  for (const reader of readers) {
    const { id } = reader
    const [row] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNotNull(users.anonymizedAt)))
    if (!row) continue
    left.push(...(await findPersonal(db, reader)))
    const had = await db.select().from(accesses).where(eq(accesses.userId, id))
    for (const { deactivatedAt, linkKey, ...each } of had) {
      if (deactivatedAt === null || linkKey !== `erased-${each.id}`) left.push(`access ${each.id} goes on`)
    }
    const since = row.anonymizedAt?.toString() ?? ''
    const { rows } = await db.execute<{ id: number }>(sql`select id from subscriptions
      where user_id = ${id} and payment_id is null and starts_at > ${since}::timestamptz`)
    left.push(...rows.map(each => `period ${each.id} was given to nobody`))
  }
  return left
}

/** What the registry says to erase: rows of their own, their name, and their e-mail but where it is that of a mailbox. */
async function findPersonal(db: TestApp['deps']['db'], { id, name, email }: Known): Promise<string[]> {
  const left: string[] = []
  for (const [table, entry] of Object.entries(personalColumns)) {
    if (entry.rows === 'nobodys') continue
    const kept = entry.rows === 'changed' ? (entry.kept ?? '').split(' ') : []
    const { rows } = await db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(table)} t`,
    )
    for (const { row } of rows) {
      const text = JSON.stringify(Object.entries(row).filter(([column]) => !kept.includes(column)))
      const isOwn =
        entry.rows === 'deleted' && row['user_id'] === id && row['template'] !== 'anonymization_done'
      const isNamed = name !== null && text.includes(name)
      const isMailbox = table === 'accesses' || table === 'outbox_messages'
      if (isOwn || isNamed || (!isMailbox && text.includes(email))) left.push(`${table}: ${text}`)
    }
  }
  return left
}
