/** The part of JSON Schema that tells of texts. */
type Schema = {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  pattern?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
}
type Operation = {
  parameters?: { in: string; name: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Components = Record<string, Schema>
type Description = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Components }
}

/**
 * Every text input of the API, by call and place, e.g. `POST /login email`: all of the bodies, and free text of
 * paths and queries.
 *
 * @param description of the API, OpenAPI 3.1
 */
export function describedTexts({ paths, components: { schemas } }: Description): string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const open = parameters.filter(
        ({ in: where, schema }) => where !== 'header' && isText(schema) && schema.pattern === undefined,
      )
      const places = open.map(({ in: where, name }) => `${where === 'path' ? ':' : '?'}${name}`)
      const { 'text/csv': _file, ...contents } = requestBody?.content ?? {}
      const bodies = Object.values(contents).flatMap(({ schema }) => placesIn(schema, '', schemas))
      const call = `${method.toUpperCase()} ${path}`
      return [...new Set([...places, ...bodies])].map(place => `${call} ${place}`)
    }),
  )
}

const isText = ({ type, enum: options, const: constant }: Schema): boolean =>
  type === 'string' && options === undefined && constant === undefined

function placesIn(given: Schema, place: string, components: Components): string[] {
  const schema = components[given.$ref?.split('/').at(-1) ?? ''] ?? given
  const { properties = {}, additionalProperties: values, propertyNames: names, items } = schema
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const dot = place === '' ? '' : '.'
  return [
    ...(isText(schema) ? [place] : []),
    ...parts.flatMap(part => placesIn(part, place, components)),
    ...Object.entries(properties).flatMap(([name, part]) =>
      placesIn(part, `${place}${dot}${name}`, components),
    ),
    ...(items ? placesIn(items, `${place}[]`, components) : []),
    ...(typeof values === 'object' ? placesIn(values, `${place}{}`, components) : []),
    ...(names ? placesIn(names, `${place}{key}`, components) : []),
  ]
}
