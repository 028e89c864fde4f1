import type * as z from 'zod'

type Issue = z.core.$ZodIssue

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object in braces',
  record: 'an object in braces',
}

/**
 * Says what is wrong with a field and how to mend it, in one sentence.
 *
 * @param value the row that was refused
 */
export function explainIssue(issue: Issue, value: unknown): string {
  const field = issue.path.length === 0 ? 'the row' : `"${issue.path.map(String).join('.')}"`
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(value, issue.path) === undefined
        ? `${field} is missing; add it.`
        : `${field} must be ${kinds[issue.expected] ?? issue.expected}; correct it.`
    case 'unrecognized_keys':
      return `${issue.keys.map(key => `"${key}"`).join(', ')} is not known here; remove it or correct its name.`
    case 'invalid_value':
      return `${field} must be ${oneOf(issue.values)}; correct it.`
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? `${field} must be ${oneOf(issue.options)}; correct it.`
        : `${field} has none of the forms that it may have; correct it as demo/README.md says.`
    case 'too_small':
      return `${field} must be at least ${amount(issue.minimum, issue.origin)}; correct it.`
    case 'too_big':
      return `${field} must be at most ${amount(issue.maximum, issue.origin)}; correct it.`
    case 'invalid_format':
      return issue.format === 'email'
        ? `${field} is not an e-mail address; correct it.`
        : `${field} is not written as it should be; correct it as demo/README.md says.`
    case 'custom':
      return `${field} ${issue.message}`
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
      break
  }
  return `${field} cannot be used; correct it as demo/README.md says.`
}

const oneOf = (values: readonly unknown[]) =>
  values.length === 1 ? `"${String(values[0])}"` : `one of ${values.map(String).join(', ')}`

function amount(limit: number | bigint, origin: string): string {
  if (origin === 'string') return `${limit} characters long`
  return origin === 'array' ? `${limit} items long` : String(limit)
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, part) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, part) : undefined),
    value,
  )
}
