type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

type InSnakeCase<Row> = {
  [Name in keyof Row & string as SnakeCase<Name>]: Row[Name] extends Temporal.Instant | null | undefined
    ? string | Exclude<Row[Name], Temporal.Instant>
    : Row[Name]
}

/**
 * A row as the API spells it: its names with underscores, its moments as text (RFC 3339). What a call's schema does not
 * name is left out of its answer, but an operation's audit log keeps it.
 */
export function inSnakeCase<Row extends object>(row: Row): InSnakeCase<Row> {
  const entries = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
    value instanceof Temporal.Instant ? value.toString() : value,
  ])
  // The type says the same of each name and value.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(entries) as InSnakeCase<Row>
}
