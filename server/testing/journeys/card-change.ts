import { expect } from 'vitest'
import type { CardChange } from '#contract/payment-cards/payment-cards.ts'
import type { Subscribed } from '../setup/money-app.ts'

/** A change of the card that is begun. */
export async function startCardChange(reader: Subscribed): Promise<CardChange> {
  const answer = await reader.changeCard(reader.subscriptionId)
  expect(answer.statusCode).toBe(201)
  return answer.json<CardChange>()
}
