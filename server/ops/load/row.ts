/** One row of a file before it is checked, which can tell where each of its fields stands. */
export type Row = {
  value: unknown
  /** What keeps the value from being checked at all, in a sentence. */
  fault?: string
  /** Line of a field in the file, counted from 1; `[]` for the row itself. */
  line(fieldPath: readonly PropertyKey[]): number
  /** How the field is named in messages, e.g. `$[3].name.sk`, or `name.sk` in CSV. */
  place(fieldPath: readonly PropertyKey[]): string
}
