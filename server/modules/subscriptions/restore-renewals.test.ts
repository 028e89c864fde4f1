import { beforeEach, expect, test } from 'vitest'
import { blockReader, unblockReader } from '#server/modules/identity/index.ts'
import { requestAnonymization, withdrawAnonymization } from '#server/modules/privacy/index.ts'
import { formatDay } from '#server/platform/texts/format.ts'
import { makePeriod } from '#server/testing/make/purchase.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { restoreRenewals, stopRenewals } from './index.ts'
import { stopRenewalOf } from './renewal/stop-renewal.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const ban = (id: number) =>
  server.deps.db.transaction(async tx => {
    const { after } = await blockReader(tx, server.deps, id)
    await stopRenewals(tx, server.deps, id, { state: 'admin_stop', ...(after ? { at: after } : {}) })
  })
const unban = (id: number) =>
  server.deps.db.transaction(async tx => {
    const { before } = await unblockReader(tx, id)
    return before === null ? 0 : restoreRenewals(tx, server.deps, id, [before])
  })

test('a renewal that a ban stopped goes on when it is lifted, and its reader is told what will be charged when', async () => {
  const reader = await server.subscribe()
  await ban(reader.id)
  expect((await reader.renewals()).map(each => each.state)).toEqual(['admin_stop'])
  server.clock.advance('P3D')
  expect(await unban(reader.id)).toBe(1)
  expect(await unban(reader.id)).toBe(0)
  expect(await reader.renewals()).toMatchObject([{ state: 'active', stoppedAt: null }])
  const mail = await server.mailbox.waitFor(reader.email)
  expect(mail.subject).toBe('Obnovovanie predplatného je zapnuté')
  expect(mail.text).toContain('stiahneme 89,90\u00a0€')
})

test('R11.01 behind what was given meanwhile it goes on as is told, however near its former day', async () => {
  const endsAt = server.clock.now().add({ hours: 24 * 10 })
  const reader = await server.subscribe({ product: 'standard_1y', priceCents: 5490, endsAt })
  await ban(reader.id)
  const until = endsAt.add({ hours: 24 * 30 })
  const given = { userId: reader.id, startsAt: endsAt, endsAt: until, priceCents: 0 }
  await makePeriod(server.deps, { ...given, productCode: 'premium_1y' })
  server.clock.advance('P7D')
  expect(await unban(reader.id)).toBe(1)
  const { text } = await server.mailbox.waitFor(reader.email)
  const day = formatDay('sk', until.subtract({ hours: 48 }))
  expect([text.includes(`${day} stiahneme 89,90`), text.includes('Prémium')]).toEqual([true, true])
})

test('one that was due meanwhile makes no surprise charge: it is off, as if its reader had stopped it', async () => {
  const reader = await server.subscribe({ endsAt: server.clock.now().add({ hours: 24 * 10 }) })
  await ban(reader.id)
  server.clock.advance('P9D')
  expect(await unban(reader.id)).toBe(0)
  await server.chargeDue()
  expect((await reader.list())[0]?.recurrence).toMatchObject({ state: 'off', reason: 'stopped_by_reader' })
  expect(await reader.periods()).toHaveLength(1)
})

test('one that the publisher stopped for another reason, before the ban or during it, stays off', async () => {
  const before = await server.subscribe()
  const during = await server.subscribe()
  const stop = (id: number) => server.deps.db.transaction(tx => stopRenewalOf(tx, server.deps, id))
  await stop(before.subscriptionId)
  server.clock.advance('PT1S')
  for (const { id } of [before, during]) await ban(id)
  server.clock.advance('PT1S')
  await stop(during.subscriptionId)
  // Nor does a wish for deletion make it the reader's own stop, whose end is a press.
  await requestAnonymization(server.deps, { userId: during.id })
  await withdrawAnonymization(server.deps, { userId: during.id })
  for (const reader of [before, during]) {
    expect(await unban(reader.id)).toBe(0)
    expect((await reader.renewals()).map(each => each.state)).toEqual(['admin_stop'])
  }
})
