import { newsletters } from '#server/modules/newsletters/tables.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'

let made = 0

/** Puts a newsletter into the catalogue: open to everybody, of the main daily, unless told otherwise. */
export async function makeNewsletter(
  { db }: Pick<Deps, 'db'>,
  given: Partial<typeof newsletters.$inferInsert> = {},
) {
  const number = ++made
  const newsletter = onlyRow(
    await db
      .insert(newsletters)
      .values({
        code: `newsletter-${number}`,
        category: 'sme',
        order: 0,
        titleSk: `Výber ${number}`,
        titleEn: `Selection ${number}`,
        descriptionSk: 'Čo sa dnes stalo.',
        descriptionEn: 'What happened today.',
        frequencySk: 'každý deň',
        frequencyEn: 'every day',
        locked: false,
        ...given,
      })
      .returning(),
  )
  return newsletter
}
