import pg from 'pg'
import { expect, test } from 'vitest'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)

test.each(['pause', 'offers', 'changes', 'payment-confirmation'])(
  'R17.02 …/%s is read while a charge holds the plan, and a purchase the reader',
  async path => {
    const reader = await server.subscribe()
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from users where id = $1 for update', [reader.id])
      await client.query('select 1 from recurring_profiles where subscription_id = $1 for update', [
        reader.subscriptionId,
      ])
      const answer = await reader.browser.get(`${reader.own}/subscriptions/${reader.subscriptionId}/${path}`)
      expect(answer.statusCode).toBe(200)
    } finally {
      await client.end()
    }
  },
)
