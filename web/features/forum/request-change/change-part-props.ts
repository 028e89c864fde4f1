import type { ComponentProps, ReactNode } from 'react'
import type { ForumChange } from '#contract/forum/forum.ts'
import type { Fault } from '#web/lib/call/api-error.ts'
import type { Field } from '#web/ui/field.tsx'

/** A field of the profile that is changed by a request. */
export type ChangePartProps = {
  /** Name of the field on the wire. */
  name: 'nickname' | 'blog'
  title: string
  /** The current value, and how it is displayed. */
  value: string | null
  shown: ReactNode
  change: ForumChange | null
  /** The server's time in milliseconds since 1970. */
  nowMs: number
  /** Validates a request. */
  check: (wish: string) => Fault[]
  send: (wish: string) => Promise<unknown>
  input: Pick<ComponentProps<typeof Field>, 'type' | 'inputMode' | 'autoCapitalize' | 'autoComplete'>
}
