import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { refreshPayment } from '#server/modules/payments/index.ts'
import { requestAnonymization } from '#server/modules/privacy/index.ts'
import { createMoneyApp, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)

test('R8.07 race: twenty ask for deletion as what they pay on the page of a confirmation arrives: it is theirs, and the last', async () => {
  const endsAt = server.clock.now().add({ hours: 49 })
  const all: Subscribed[] = []
  for (let nth = 0; nth < 20; nth++) all.push(await server.subscribe({ card: 'confirmed_always', endsAt }))
  server.clock.advance('PT1H')
  await server.chargeDue()
  await server.gateway.setFaults({ webhooks: 'off' })
  const open: { reader: Subscribed; payment: number }[] = []
  for (const reader of all) {
    await reader.browser.signIn(reader.email)
    const path = `${reader.own}/subscriptions/${reader.subscriptionId}/payment-confirmation`
    const { redirect_url: url } = (await reader.browser.post(path)).json<{ redirect_url: string }>()
    await server.gateway.payOnPage(url)
    open.push({ reader, payment: (await reader.payments()).at(-1)?.id ?? 0 })
  }
  await Promise.all(
    open.flatMap(({ reader, payment }, nth) => [
      refreshPayment(server.money, payment),
      // Later by little each time, so that some come before the payment, some amid it and some after.
      pause(nth * 8).then(() => requestAnonymization(server.deps, { userId: reader.id })),
    ]),
  )
  await server.chargeDue()
  for (const reader of all) {
    expect((await reader.renewals()).filter(each => each.state === 'active')).toEqual([])
    expect(await reader.periods()).toHaveLength(2)
    const paid = (await reader.payments()).filter(each => each.purpose === 'renewal' && each.state === 'paid')
    expect(paid).toHaveLength(1)
  }
})
