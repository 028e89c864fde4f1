import { eq } from 'drizzle-orm'
import { users } from '#server/modules/identity/tables.ts'
import { eraseDueReaders } from '#server/modules/privacy/index.ts'
import type { TestApp } from '../setup/test-app.ts'

/** Has a reader's data erased: asked for now, and thirty-one days later. */
export async function eraseWhenDue(
  { deps, clock }: Pick<TestApp, 'deps' | 'clock'>,
  id: number,
): Promise<void> {
  await deps.db.update(users).set({ anonymizationRequestedAt: clock.now() }).where(eq(users.id, id))
  clock.advance('P31D')
  await eraseDueReaders(deps)
}
