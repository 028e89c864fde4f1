import type { ComponentProps, ReactNode } from 'react'
import type { ForumChange } from '#contract/forum/forum.ts'
import type { Fault } from '#web/lib/call/api-error.ts'
import type { Field } from '#web/ui/field.tsx'

/** One thing of the profile that is changed by a wish. */
export type ChangePartProps = {
  /** Name of the field on the wire. */
  name: 'nickname' | 'blog'
  title: string
  /** What is in use now, and how it is shown. */
  value: string | null
  shown: ReactNode
  change: ForumChange | null
  /** The server's time in milliseconds since 1970. */
  nowMs: number
  /** What is wrong with a wish. */
  check: (wish: string) => Fault[]
  send: (wish: string) => Promise<unknown>
  input: Pick<ComponentProps<typeof Field>, 'type' | 'inputMode' | 'autoCapitalize' | 'autoComplete'>
}
