import { expect } from 'vitest'
import { isErrorKey } from '#contract/errors.ts'
import type { Form, Outcome } from './form.ts'

type Row = Readonly<Record<string, string>>

/**
 * Sends every text in every field of a form: each is stored as the field says, or refused at that field without
 * being echoed. One call tries a text in all fields; texts refused because of another field are tried again
 * alone.
 */
export async function tryAll(form: Form, texts: readonly string[]): Promise<void> {
  let left = new Map(Object.keys(form.fields).map(field => [field, [...texts]]))
  while (left.size > 0) {
    const again = new Map<string, string[]>()
    const rows = rowsOf(left)
    for (let first = 0; first < rows.length; first += form.atOnce ?? 1) {
      const batch = rows.slice(first, first + (form.atOnce ?? 1))
      const outcomes = await Promise.all(batch.map(row => form.send(row)))
      for (const [index, outcome] of outcomes.entries()) {
        const row = batch[index] ?? {}
        for (const field of unjudged(form, row, outcome)) {
          again.set(field, [...(again.get(field) ?? []), row[field] ?? ''])
        }
      }
    }
    left = again
  }
}

/** One text of each field that has some left. */
function rowsOf(left: ReadonlyMap<string, readonly string[]>): Row[] {
  const longest = Math.max(...[...left.values()].map(texts => texts.length))
  return Array.from({ length: longest }, (_, index) =>
    Object.fromEntries(
      [...left].flatMap(([field, texts]) => {
        const text = texts[index]
        return text === undefined ? [] : [[field, text]]
      }),
    ),
  )
}

/** @returns the fields without a result, since others were invalid */
function unjudged(form: Form, row: Row, outcome: Outcome): string[] {
  const said = `${form.endpoint.method} ${form.endpoint.path} ${JSON.stringify(row).slice(0, 100)}`
  if ('kept' in outcome) {
    for (const [field, text] of Object.entries(row)) {
      const typed = form.fields[field]
      expect(typed, `${said}: ${field}`).not.toBe('refused')
      if (typeof typed === 'object') expect(outcome.kept[field], `${said}: ${field}`).toBe(typed.keeps(text))
    }
    return []
  }
  expect([400, 403, 404, 422], `${said}: ${outcome.body}`).toContain(outcome.status)
  for (const { key, message } of outcome.refused) {
    expect(isErrorKey(key) && message.length > 5, `${said}: ${key}`).toBe(true)
  }
  for (const text of Object.values(row).filter(each => each.trim().length > 3)) {
    expect(outcome.body, said).not.toContain(JSON.stringify(text).slice(1, -1))
  }
  const fields = Object.keys(row)
  const named = new Set(outcome.refused.map(({ field }) => field ?? ''))
  const atFault = fields.filter(
    field => named.has(field.replace(/^[?:]/, '')) || named.has(form.refusedAs?.[field] ?? field),
  )
  // The only text there is may be refused without naming it.
  if (fields.length === 1 && named.has('')) return []
  expect(atFault, `${said}: ${outcome.body}`).not.toEqual([])
  return fields.filter(field => !atFault.includes(field))
}
