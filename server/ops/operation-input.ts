import * as z from 'zod'
import { isKeepable } from '#contract/wire.ts'
import { AppError, type Fault, isPlainErrorKey } from '#server/platform/app-error.ts'
import { explainIssue } from './load/explain-issue.ts'
import type { Operation } from './operation.ts'

/**
 * Validates an input against its operation's schema and names all faults at once, each with its field.
 *
 * @throws AppError `invalid_input`, with a sentence for each fault
 */
export function checkInput(operation: Operation, given: Record<string, unknown>): never {
  const result = z.strictObject(operation.input.shape).safeParse(given, { reportInput: true })
  const lost = Object.keys(given).filter(field => !isKept(given[field]))
  if (lost.length > 0) {
    const message = 'There is a character in it that cannot be kept: a zero, or half of one.'
    throw new AppError(lost.map(field => ({ key: 'invalid_input' as const, field, message })))
  }
  if (!result.success)
    throw new AppError(result.error.issues.flatMap(issue => toFaults(operation, issue, given)))
  // An operation's `run` takes its own schema's output; the type of a list of operations can't express that.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return result.data as never
}

/**
 * Of two values for a field one would be taken unsaid, and a refund might be another payment's.
 *
 * @param fields as they were given, in the path and in the body or as words and options
 * @throws AppError `invalid_input` for one that is there twice
 */
export function requireOnce(fields: readonly string[]): void {
  const twice = fields.find((field, at) => fields.indexOf(field) !== at)
  if (twice === undefined) return
  const message = `"${twice}" is given twice: leave one out.`
  throw new AppError({ key: 'invalid_input', field: twice, message })
}

/** Whether the database can store all texts of a value (no zero character). */
function isKept(value: unknown): boolean {
  if (typeof value === 'string') return isKeepable(value)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return true
  return Object.entries(value).every(([name, inner]) => isKeepable(name) && isKept(inner))
}

function toFaults(operation: Operation, issue: z.core.$ZodIssue, given: Record<string, unknown>): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(field => ({
      key: 'invalid_input',
      field,
      message: `"${field}" is not known here.`,
    }))
  }
  const field = issue.path.map(String).join('.')
  // A schema of the contract has the refusal's key in place of zod's message.
  if (isPlainErrorKey(issue.message)) return [{ key: issue.message, field }]
  const { description } = fieldsOf(operation).find(({ name }) => name === issue.path[0])?.form ?? {}
  const should = description === undefined ? '.' : `: ${description}.`
  const sentence = explainIssue(issue, given)
    .replace(/; (add|correct) it\.$/, '.')
    .replace(/; correct it as demo.*$/, should)
  return [{ key: 'invalid_input', field, message: sentence }]
}

export type FieldForm = {
  type?: string | undefined
  items?: FieldForm | undefined
  anyOf?: FieldForm[] | undefined
  description?: string | undefined
  enum?: unknown[] | undefined
  default?: unknown
}

/** JSON schema of each field of an operation, and which are required. */
export function fieldsOf({ input }: Operation): { name: string; form: FieldForm; isRequired: boolean }[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).map(([name, form]) => ({
    name,
    // Zod's JSON schema of a field is one of these; `true` (anything) has no form.
    form: typeof form === 'object' ? FieldForm.parse(form) : {},
    isRequired: required.has(name),
  }))
}

const FieldForm: z.ZodType<FieldForm> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    items: FieldForm.optional(),
    anyOf: z.array(FieldForm).optional(),
    description: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    default: z.unknown().optional(),
  }),
)

/**
 * Coerces a text from a path, a query or a command line by its schema: numbers, `true`, lists by commas and JSON. A text
 * that does not fit stays as it is, and is refused by the schema.
 */
export function readText(form: FieldForm, text: string): unknown {
  const forms = form.anyOf ?? [form]
  if (text === '' && forms.some(each => each.type === 'null')) return null
  const { type, items = {} } = forms.find(each => each.type !== 'null') ?? form
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  // Of a field that takes any JSON nothing more is known.
  if (type === undefined) return readJson(text)
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (type === 'array' && items.type !== 'object') {
    // A list of objects is written as JSON.
    if (text.startsWith('[')) return readJson(text)
    return text === '' ? [] : text.split(',').map(item => readText(items, item.trim()))
  }
  return type === 'object' || type === 'array' ? readJson(text) : text
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Path parameters of the operation, `:name`. */
export const pathFields = ({ http }: Operation): string[] =>
  [...(http?.path ?? '').matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** Positional fields of a command, in order. */
export const positionalsOf = (operation: Operation): readonly string[] =>
  operation.positional ?? [
    ...pathFields(operation),
    ...(operation.file === undefined ? [] : [operation.file]),
  ]

/** A field as an option: `send_on` is `--send-on`. */
export const optionOf = (field: string): string => field.replaceAll('_', '-')
