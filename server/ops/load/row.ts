/** One row of a file before validation, with the position of each field. */
export type Row = {
  value: unknown
  /** Why the value can't be validated at all, in a sentence. */
  fault?: string
  /** Line of a field in the file, counted from 1; `[]` for the row itself. */
  line: (fieldPath: readonly PropertyKey[]) => number
  /** Name of the field in messages, e.g. `$[3].name.sk`, or `name.sk` in CSV. */
  place: (fieldPath: readonly PropertyKey[]) => string
}
