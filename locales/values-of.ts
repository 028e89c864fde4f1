import type { MessageValues, Value } from './message-values.ts'

export type { Value }
export type Values = Readonly<Record<string, Value>>

type Mentioned<Key> = Key extends keyof MessageValues ? MessageValues[Key] : unknown
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** What has to be given for a message; of a key that is put together, for each message that it may become. */
export type ValuesOf<Key> =
  Intersection<Key extends unknown ? { of: Mentioned<Key> } : never> extends {
    of: infer All
  }
    ? All
    : never

/** The values as the last argument of a function: it may be left out where the message mentions nothing. */
export type ValuesArgument<Key> =
  unknown extends ValuesOf<Key> ? [values?: Values] : [values: ValuesOf<Key> & Values]

/** Those of some keys whose messages mention nothing. */
export type PlainKeyOf<Key extends string> = Exclude<Key, keyof MessageValues>

/**
 * A message of some keys with its values, to be said later.
 *
 * @template Given names of values that are added when it is said
 */
export type MessageOf<Key extends string, Given extends string = never> =
  | { id: PlainKeyOf<Key>; values?: Values }
  | {
      [Each in Extract<Key, keyof MessageValues>]: keyof Omit<MessageValues[Each], Given> extends never
        ? { id: Each; values?: Values }
        : { id: Each; values: Omit<MessageValues[Each], Given> & Values }
    }[Extract<Key, keyof MessageValues>]
