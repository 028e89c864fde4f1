import * as z from 'zod'
import { AddressInput } from '#contract/addresses/addresses.ts'
import { toColumns } from '#server/modules/addresses/index.ts'
import { addresses } from '#server/modules/addresses/tables.ts'
import { isPlainErrorKey } from '#server/platform/app-error.ts'
import { say } from '#server/platform/texts/messages.ts'
import { Key, ReaderEmail } from '../fields.ts'
import { defineKind } from '../kind.ts'
import { findReaderId } from '../references.ts'
import { addRow } from '../upsert-row.ts'

const Address = z
  .looseObject({ key: Key, reader: ReaderEmail })
  .transform(({ key, reader, ...written }, context) => {
    const parsed = AddressInput.safeParse(written)
    if (parsed.success) return { key, reader, address: parsed.data }
    for (const issue of parsed.error.issues) {
      const { code, path, message } = issue
      // A refusal of the product is told in the words of its form.
      if (code === 'custom' && isPlainErrorKey(message)) {
        const cure = say('en', `error.${message}`)
        context.addIssue({ code, path, message: `cannot be used. ${cure}.` })
      } else {
        // Raised again as it was found; the type only asks for an input of the issue's own kind.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        context.issues.push({ ...issue, input: context.value } as z.core.$ZodRawIssue)
      }
    }
    return z.NEVER
  })

/** Addresses of readers. An existing one belongs to its reader and is not touched. */
export const addressesKind = defineKind({
  name: 'addresses',
  schema: Address,
  keyOf: ({ key }) => key,
  isBatched: true,
  write: async (context, { key, reader, address }) =>
    addRow(context, addresses, ['sourceKey'], {
      ...toColumns(address),
      sourceKey: key,
      userId: await findReaderId(context, reader),
      changedAt: context.now,
    }),
})
