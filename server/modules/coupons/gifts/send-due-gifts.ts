import type { Deps } from '#server/platform/deps.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { lastDueDay } from './gift-terms.ts'
import { mailGift } from './mail-gift.ts'
import { findDueGifts, lockDueGift, lockGiver } from './store.ts'

type SendingDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'log' | 'settings'>

/** Mails the gifts whose day has come (R9.02). Safe to run concurrently: each gift is mailed once. */
export const sendDueGifts = (deps: SendingDeps, signal?: AbortSignal): Promise<number> => {
  const now = deps.clock.now()
  const due = { now, lastDay: lastDueDay(now) }
  return eachAlone(deps, signal, {
    name: 'send-gifts',
    find: page => findDueGifts(deps.db, due, page),
    act: ({ id }) =>
      deps.db.transaction(async tx => {
        await lockGiver(tx, id)
        const gift = await lockDueGift(tx, { ...due, now: deps.clock.now() }, id)
        if (gift) await mailGift(tx, deps, gift)
      }),
  })
}
