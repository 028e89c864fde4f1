import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { products } from '#server/modules/subscriptions/tables.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { Batches } from '../load/batches.ts'
import { explainIssue } from '../load/explain-issue.ts'
import { productsKind } from '../load/kinds/products.ts'
import { type OperationContext, refusal } from '../operation.ts'

/**
 * Stores a product as a load of products.json would: by the same schema, writer and final check.
 *
 * @param context of the operation, with the transaction of the decision
 * @param product in a file's form, not validated as a whole yet
 * @param mode whether it must not be there yet
 * @throws AppError `invalid_input` for each field that is wrong, `operation_refused` for what it would renew into, and for
 *   a code that is taken
 */
export async function saveProduct(
  { tx, clock, settings }: OperationContext & { tx: Tx },
  product: { code: string },
  mode: 'add' | 'change',
): Promise<typeof products.$inferSelect> {
  const context = {
    tx,
    now: clock.now(),
    passwordHashes: new Map<string, Promise<string>>(),
    moved: new Map<string, string>(),
    supplier: settings.supplier,
    gateway: settings.gateway,
    batches: new Batches(),
  }
  const outcome = await check(product).write(context)
  if (mode === 'add' && outcome !== 'added') {
    throw refusal(`There is a product ${product.code} already: change it, or choose another code.`, 'code')
  }
  const [lost] = (await productsKind.review?.(context)) ?? []
  if (lost) throw refusal(lost.fault.message, 'renews_into')
  const [kept] = await tx.select().from(products).where(eq(products.code, product.code))
  if (!kept) throw new Error('A product that was just written is not there')
  return kept
}

function check(product: object) {
  try {
    return productsKind.check(product)
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error
    throw new AppError(
      error.issues.map(issue => ({
        key: 'invalid_input' as const,
        field: issue.path.map(String).join('.'),
        message: explainIssue(issue, product),
      })),
    )
  }
}
