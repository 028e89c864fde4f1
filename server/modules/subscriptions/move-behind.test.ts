import { expect, test } from 'vitest'
import { findDaysTwice } from '#server/testing/inspect/no-day-twice.ts'
import { buy } from '#server/testing/journeys/place-order.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)

test('R11.01 what was bought behind a purchase comes, when that is withdrawn from, behind all that it had taken the place of', async () => {
  const reader = await server.signIn()
  server.clock.set('2027-03-01T10:00:00Z')
  await buy(server, reader, 'standard_1y')
  await buy(server, reader, 'standard_1y')
  // Half a year later, both years are credit towards it.
  server.clock.set('2027-09-01T10:00:00Z')
  await buy(server, reader, 'premium_plus_1y')
  await buy(server, reader, 'standard_1y')
  await buy(server, reader, 'standard_1y')
  const plus = (await reader.payments()).find(each => each.productCode === 'premium_plus_1y')
  expect((await reader.withdraw(plus?.id ?? 0)).statusCode).toBe(200)

  const periods = (await reader.periods()).filter(each => each.productCode === 'standard_1y')
  expect(await findDaysTwice(server, periods, 0)).toEqual([])
  const days = periods.map(({ startsAt, endsAt }) => [startsAt, endsAt].map(at => at.toString().slice(0, 10)))
  expect(days).toEqual([
    ['2027-03-01', '2028-03-01'],
    ['2028-03-01', '2029-03-01'],
    ['2029-03-01', '2030-03-01'],
    ['2030-03-01', '2031-03-01'],
  ])
  const charges = (await reader.renewals()).filter(({ state }) => state === 'active')
  expect(charges.map(({ chargeAt }) => chargeAt.toString().slice(0, 10))).toEqual(['2031-02-27'])
})
