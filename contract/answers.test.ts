import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { requiredText, UserParams } from '#contract/wire.ts'
import * as files from '#server/site/api-description/contract-files.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'success' in value && 'method' in value

/** Kinds of schemas whose output is not their input, and of checks that change what they check, anywhere in a schema. */
function changesIn(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const { type, check } = Object(schema)
  const own = [type, check].filter(kind =>
    ['transform', 'pipe', 'default', 'prefault', 'catch', 'overwrite'].includes(kind),
  )
  const parts = [...Object.values(schema), Object(schema)._zod?.def]
  return [...own, ...parts.flatMap(part => changesIn(part, seen))]
}

test('R16.02 R17.05 no schema of an answer changes it: the browser takes answers as they are', () => {
  const endpoints = Object.values<unknown>(files).filter(isEndpoint)
  expect(endpoints.length).toBeGreaterThan(100)
  for (const { method, path, success, accepted } of endpoints) {
    expect(changesIn([success.body, accepted?.body]), `${method} ${path}`).toEqual([])
  }
  expect(changesIn(UserParams)).toContain('transform')
  expect(changesIn(requiredText(9))).toContain('overwrite')
})
