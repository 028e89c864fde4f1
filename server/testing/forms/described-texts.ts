/** The part of JSON Schema that tells of texts. */
type Schema = {
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
type Description = { paths: Record<string, Record<string, Operation>> }

/**
 * Every text that the API takes from outside, by its call and its place there, e.g. `POST /login email`: all of the
 * bodies, and of paths and queries what may be any text.
 *
 * @param description of the API, OpenAPI 3.1
 */
export function describedTexts({ paths }: Description): string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const open = parameters.filter(({ schema }) => isText(schema) && schema.pattern === undefined)
      const places = open.map(({ in: where, name }) => `${where === 'path' ? ':' : '?'}${name}`)
      const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => placesIn(schema, ''))
      const call = `${method.toUpperCase()} ${path}`
      return [...new Set([...places, ...bodies])].map(place => `${call} ${place}`)
    }),
  )
}

const isText = ({ type, enum: options, const: constant }: Schema): boolean =>
  type === 'string' && options === undefined && constant === undefined

function placesIn(schema: Schema, place: string): string[] {
  const { properties = {}, additionalProperties: others, propertyNames: names, items } = schema
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const dot = place === '' ? '' : '.'
  return [
    ...(isText(schema) ? [place] : []),
    ...parts.flatMap(part => placesIn(part, place)),
    ...Object.entries(properties).flatMap(([name, part]) => placesIn(part, `${place}${dot}${name}`)),
    ...(items ? placesIn(items, `${place}[]`) : []),
    ...(typeof others === 'object' ? placesIn(others, `${place}{}`) : []),
    ...(names ? placesIn(names, `${place}{key}`) : []),
  ]
}
