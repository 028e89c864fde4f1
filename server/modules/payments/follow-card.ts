import { and, eq } from 'drizzle-orm'
import type { PaymentsDeps } from './payments-deps.ts'
import { cards } from './tables.ts'

/**
 * Takes over what the bank has changed of a stored card: a new number or a new end of its validity (account updater). So
 * nobody is warned of a card that has been renewed.
 *
 * @param token the gateway's token of the card
 * @throws GatewayUnavailable when it is to be retried
 */
export async function followCard({ db, gateway }: PaymentsDeps, token: string): Promise<void> {
  const card = await gateway.readCard(token)
  if (!card) return
  const { brand, last4, validUntil } = card
  // Race: one whose reader was erased meanwhile is only to be forgotten.
  const isKept = and(eq(cards.gatewayToken, token), eq(cards.toForget, false))
  await db.update(cards).set({ brand, last4, validUntil }).where(isKept)
}
