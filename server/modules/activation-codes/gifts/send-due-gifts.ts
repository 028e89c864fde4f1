import type { Deps } from '#server/platform/deps.ts'
import { lastDueDay } from './gift-terms.ts'
import { mailGift } from './mail-gift.ts'
import { eraseUnsendable, lockDueGifts } from './store.ts'

const batch = 50

/** Mails the gifts whose day has come (R9.02). Several processes may do it at once: each gift is mailed once. */
export async function sendDueGifts(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    const due = await lockDueGifts(tx, { now, lastDay: lastDueDay(now), limit: batch })
    for (const gift of due) await mailGift(tx, deps, gift)
    await eraseUnsendable(tx, now)
  })
}
