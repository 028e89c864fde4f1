import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { dayOf, timeZone } from '#server/platform/clock.ts'
import { formatPlainDay } from '#server/platform/texts/format.ts'
import { keyOf } from '#server/testing/inspect/error-key.ts'
import { pausesOn } from '#server/testing/journeys/pauses.ts'
import { createMoneyApp, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { cards } from '../../payments/tables.ts'
import { warnOfCards } from '../renewal/remind-readers.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const { goTo, pause } = pausesOn(server)
const told = async (reader: Subscribed, subject: string) =>
  (await server.mailbox.waitFor(reader.email, mail => mail.subject.includes(subject))).text
const day = (at: Temporal.Instant) => formatPlainDay('sk', dayOf(at))
/** In a pause that has run for 20 days. */
const inPause = async () => {
  const reader = await server.subscribe()
  await pause(reader, 3)
  goTo(reader.endsAt.add({ hours: 24 * 20 }))
  return reader
}
const turn = (reader: Subscribed, enabled: boolean) =>
  reader.switchRecurrence(reader.subscriptionId, { enabled })

describe('R4.08 what the mail about a renewal that is turned off promises', () => {
  test('R11.03 in a pause nothing can be turned on any more, so the shop is named', async () => {
    const reader = await inPause()
    await turn(reader, false)
    const text = await told(reader, 'je vypnuté')
    expect(text).toContain('vyberte si predplatné v\u00a0našom obchode')
    expect(text).not.toContain('znova zapnúť')
    expect(keyOf(await turn(reader, true))).toBe('recurrence_ended')
  })

  test('R11.01 else it can be turned on until the end of what is paid, also in the last days', async () => {
    const reader = await server.subscribe()
    await turn(reader, false)
    expect(await told(reader, 'je vypnuté')).toContain(`znova zapnúť do ${day(reader.endsAt)}.`)
    goTo(reader.endsAt.subtract({ hours: 1 }))
    expect((await turn(reader, true)).statusCode).toBe(200)
  })
})

describe('R11.03 what mails say of a pause', () => {
  test('a card that expires in it endangers what comes after it, and no day that is over', async () => {
    const reader = await inPause()
    await server.deps.db
      .update(cards)
      .set({ validUntil: dayOf(reader.endsAt.add({ hours: 24 * 40 })).toString() })
      .where(eq(cards.id, reader.cardId))
    await warnOfCards(server.deps)
    const text = await told(reader, 'stratí platnosť')
    expect(text).toContain('po pozastavení nemusí pokračovať')
    expect(text).not.toContain(day(reader.endsAt))
  })

  test('of a period that ends at midnight they tell the last day, as the page does', async () => {
    const midnight = Temporal.PlainDate.from('2027-10-01').toZonedDateTime(timeZone).toInstant()
    server.clock.set('2027-06-01T10:00:00Z')
    const reader = await server.subscribe({ endsAt: midnight })
    await pause(reader, 1)
    const text = await told(reader, 'pozastavené')
    const last = formatPlainDay('sk', Temporal.PlainDate.from('2027-09-30'))
    expect(text).toContain(`máte zaplatené do ${last}. Potom`)
  })
})
