import * as z from 'zod'
import type { $ZodType } from 'zod/v4/core'
import { Refusal } from '#contract/wire.ts'
import { JsonValue } from '#server/modules/feature-flags/index.ts'
import { exported } from './names.ts'

export type JsonObject = Record<string, unknown>

type JsonSchemas = {
  /** JSON schema: inline, or a reference to a component. */
  of: (schema: $ZodType) => JsonObject
  components: Record<string, JsonObject>
}

/** Schemas with a name: objects that the contract exports, and any value of JSON. Parameters are always inline. */
const named: readonly (readonly [string, $ZodType])[] = [
  ['Refusal', Refusal],
  ['JsonValue', JsonValue],
  ...exported.flatMap(([name, value]) =>
    value instanceof z.core.$ZodObject && /^[A-Z]/.test(name) && !/(Params|Query)$/.test(name)
      ? [[name, value] as const]
      : [],
  ),
]
const anonymous = 'anonymous-'
const reference = (id: string) => `#/components/schemas/${id}`

/**
 * Makes JSON schemas of zod's, with references to the named ones among them and in them.
 *
 * @param io into the server or out of it: for a transform, its input or its output
 */
export function toJsonSchemas(io: 'input' | 'output', schemas: Iterable<$ZodType>): JsonSchemas {
  const registry = z.registry<{ id: string }>()
  for (const [name, schema] of named) {
    registry.add(schema, { id: io === 'output' || name.endsWith('Input') ? name : `${name}Input` })
  }
  const copies = new Map<$ZodType, string>()
  for (const schema of schemas) {
    if (registry.has(schema) || copies.has(schema)) continue
    const id = `${anonymous}${copies.size}`
    copies.set(schema, id)
    // A copy, so that other schemas with the same one do not get a reference to a missing component.
    registry.add(z.core.clone(schema, schema._zod.def), { id })
  }
  const made = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: reference,
    override: cutShort,
  }).schemas
  const all = Object.entries(made).map(
    ([id, { $schema: _schema, $id: _id, ...schema }]) => [id, schema] as const,
  )
  const byId = new Map<string, JsonObject>(all)
  return {
    of: schema => {
      const id = registry.get(schema)?.id
      return id === undefined ? (byId.get(copies.get(schema) ?? '') ?? {}) : { $ref: reference(id) }
    },
    components: Object.fromEntries(all.filter(([id]) => !id.startsWith(anonymous) && id !== '__shared')),
  }
}

/** A recursive JSON value, which few client generators support. */
function cutShort({ zodSchema, jsonSchema }: { zodSchema: $ZodType; jsonSchema: JsonObject }): void {
  if (zodSchema !== JsonValue) return
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  jsonSchema['description'] = 'Any value of JSON.'
}

/** Components that are referred to, by the paths or by one another. */
export function referredTo(
  paths: JsonObject,
  components: Record<string, JsonObject>,
): Record<string, JsonObject> {
  const found = new Set<string>()
  const visit = (part: unknown) => {
    for (const [, id = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(id)) continue
      found.add(id)
      visit(components[id] ?? {})
    }
  }
  visit(paths)
  return Object.fromEntries(Object.entries(components).filter(([id]) => found.has(id)))
}
