import { subscribe } from 'node:diagnostics_channel'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Response = {
  $ref?: string
  content?: Record<string, { schema: object }>
  headers?: Record<string, { required?: boolean }>
}
type Servers = { servers?: { url: string }[] }
type Call = Servers & { operationId: string; responses: Record<string, Response> }
type Description = Servers & {
  paths: Record<string, Record<string, Call>>
  components: { responses: Record<string, Response> }
}
type Answer = { request: FastifyRequest; reply: FastifyReply; payload: unknown }
type Place = { path: string; method: string }

/** Mismatches between answers of this process and OpenAPI. */
const faults: string[] = []
let isHolding = false
/** Cached for all servers of this process: the description does not depend on the configuration. */
let known: { description: Description; ajv: Ajv2020 } | undefined

/**
 * Validates every answer of every server in this process against the server's own OpenAPI description (R17.05):
 * status, error keys, media type, headers and body.
 */
export function holdAnswersToDescription(): void {
  if (isHolding) return
  isHolding = true
  subscribe('fastify.initialization', message => {
    // What Fastify tells on this channel.
    const { fastify: app } = message as { fastify: FastifyInstance }
    app.addHook('onSend', async (request, reply, payload) => {
      const fault = faultOf(app, { request, reply, payload })
      if (fault !== undefined && !isAskedElsewhere(app, request, reply)) faults.push(fault)
    })
  })
}

/** Mismatches since the last call, each in a sentence that says what to do. */
export const takeAnswerFaults = (): string[] => faults.splice(0)

function faultOf(app: FastifyInstance, answer: Answer): string | undefined {
  const { request, reply } = answer
  const { config, url } = request.routeOptions
  const isDescribed = (config?.endpoint || config?.operation) && app.hasDecorator('swagger')
  if (!isDescribed || request.method === 'HEAD') return undefined
  const place = placeOf(request)
  const { description, ajv } = descriptionWith(app, place)
  const call = description.paths[place.path]?.[place.method]
  const status = String(reply.statusCode)
  const said = `${request.method} ${url} (${call?.operationId}) answered ${status}`
  const where = `its definition in ${config.endpoint ? 'contract/' : 'server/ops/operations/'}`
  const keys = keysIn(answer.payload)
  const listed = call?.responses[status]
  if (!listed) {
    const [mend, what] = keys[0] === undefined ? ['`success`', ''] : ['`refusals`', ` "${keys[0]}"`]
    return `${said}${what}, which its description has not. Add it to ${mend} of ${where}, or answer otherwise.`
  }
  const component = listed.$ref?.split('/').at(-1)
  const response = component === undefined ? listed : description.components.responses[component]
  const fault = faultOfShape(answer, response)
  if (fault !== undefined) return `${said} ${fault} Mend ${where}, or the answer.`
  const json = response?.content?.['application/json']
  if (typeof answer.payload !== 'string' || !json) return undefined
  const steps =
    component === undefined
      ? ['paths', place.path, place.method, 'responses', status]
      : ['components', 'responses', component]
  const validate = ajv.getSchema(pointerOf([...steps, 'content', 'application/json', 'schema']))
  if (!validate) return `${said}, whose schema cannot be found.`
  if (validate(JSON.parse(answer.payload))) return undefined
  // Each key of the response is quoted in its schema.
  const unlisted = keys.filter(key => !JSON.stringify(json.schema).includes(`"${key}"`))
  return unlisted.length > 0
    ? `${said} "${unlisted.join('", "')}", which its description has not. Add it to \`refusals\` of ${where}.`
    : `${said} with a body that its description does not allow: ${ajv.errorsText(validate.errors)}. Mend ${where}, or the answer.`
}

/** What is wrong with headers and media type. */
function faultOfShape(
  { reply, payload }: Answer,
  { content, headers = {} }: Response = {},
): string | undefined {
  for (const [name, { required }] of Object.entries(headers)) {
    if (required && reply.getHeader(name) === undefined) return `without the header ${name}.`
  }
  const type = String(reply.getHeader('content-type') ?? '').split(';', 1)[0] ?? ''
  const isEmpty = payload === undefined || payload === null || payload === ''
  if (!content) return isEmpty ? undefined : 'with a body, and its description has none.'
  if (isEmpty) return 'without a body, and its description has one.'
  return content[type] ? undefined : `as "${type}", and its description has ${Object.keys(content).join()}.`
}

const placeOf = ({ routeOptions: { url = '', method } }: FastifyRequest): Place => ({
  path: url.replaceAll(/:(\w+)/g, '{$1}'),
  method: String(method).toLowerCase(),
})

/**
 * Whether a call is missing because it was requested at another site's host; on an unknown host all calls
 * exist.
 */
function isAskedElsewhere(
  app: FastifyInstance,
  request: FastifyRequest,
  { statusCode }: FastifyReply,
): boolean {
  if (statusCode !== 404) return false
  const { path, method } = placeOf(request)
  const { host } = request
  const { paths, servers } = app.swagger() as unknown as Description
  const hostsOf = (call: Servers = {}) => (call.servers ?? servers ?? []).map(({ url }) => new URL(url).host)
  const all = Object.values(paths).flatMap(methods => Object.values(methods).flatMap(hostsOf))
  return all.includes(host) && !hostsOf(paths[path]?.[method]).includes(host)
}

function keysIn(payload: unknown): string[] {
  if (typeof payload !== 'string' || !payload.startsWith('{"errors":[{')) return []
  return (JSON.parse(payload) as { errors: { key: string }[] }).errors.map(({ key }) => key)
}

const pointerOf = (steps: readonly string[]): string =>
  `api#/${steps.map(step => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

/** The description, regenerated when a server has a call that the former ones lacked. */
function descriptionWith(app: FastifyInstance, { path, method }: Place) {
  if (!known?.description.paths[path]?.[method]) {
    const description = app.swagger() as unknown as Description
    const ajv = addFormats.default(new Ajv2020({ strict: false, validateSchema: false }))
    known = { description, ajv: ajv.addSchema(description, 'api') }
  }
  return known
}
