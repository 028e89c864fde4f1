import { beforeEach, describe, expect, test } from 'vitest'
import { sweepPayments } from '#server/modules/payments/index.ts'
import { giveTo } from '#server/testing/journeys/give-days.ts'
import { pausesOn } from '#server/testing/journeys/pauses.ts'
import { buy } from '#server/testing/journeys/place-order.ts'
import { changeCodeOf, changeMailsTo } from '#server/testing/journeys/renewals.ts'
import { createMoneyApp, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const { pause } = pausesOn(server)
const mailTo = ({ email }: Subscribed, subject: string) =>
  server.mailbox.waitFor(email, mail => mail.subject.includes(subject))
const turnOff = (reader: Subscribed) => reader.switchRecurrence(reader.subscriptionId, { enabled: false })
const change = async (reader: Subscribed, product: string) =>
  reader.change(reader.subscriptionId, await changeCodeOf(reader, product))

test.each([
  ['goes on', () => undefined],
  ['is behind days that were given', (reader: Subscribed) => giveTo(server, reader, 14)],
  ['is behind a year that was bought', (reader: Subscribed) => buy(server, reader)],
  ['is off', turnOff],
])(
  'R17.03 a change that fails once the gateway answers is told by mail, also if the renewal %s',
  async (_what, act) => {
    const reader = await server.subscribe()
    const code = await changeCodeOf(reader, 'premium_plus_1y')
    await server.gateway.setFaults({ down: 'refusing' })
    expect((await reader.change(reader.subscriptionId, code)).statusCode).toBe(202)
    await server.gateway.setFaults({ down: 'no' })
    await act(reader)
    // The gateway does not know it: given up after two minutes.
    server.clock.advance('PT3M')
    await sweepPayments(server.money)
    const { text } = await mailTo(reader, 'Zmena na Prémium bez reklamy sa nepodarila')
    expect(text).toContain('Visa\u00a0••••\u00a0')
  },
)

describe('R11.02 what mails say of a planned change', () => {
  test('one that is off and taken back tells no day of a payment', async () => {
    const reader = await server.subscribe()
    await change(reader, 'standard_1y')
    await turnOff(reader)
    await buy(server, reader)
    expect((await reader.renewals()).every(each => each.plannedChange === null)).toBe(true)
    expect(await changeMailsTo(server, reader)).not.toContain('change_undone')
  })

  test('R11.03 a pause and a stop name what is paid for, not what comes after it', async () => {
    const reader = await server.subscribe()
    await change(reader, 'standard_1y')
    await pause(reader)
    const paused = await mailTo(reader, 'pozastavené')
    expect(paused.subject).toContain('Prémium')
    expect(paused.text).toContain('predplatné Prémium máte zaplatené')
    await turnOff(reader)
    expect((await mailTo(reader, 'je vypnuté')).text).toContain('predplatné Prémium sa už nebude obnovovať')
  })
})
