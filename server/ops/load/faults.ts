import * as z from 'zod'
import { normaliseEmail } from '#server/modules/identity/email.ts'
import type { RowName } from './load-error.ts'

/** Most faults that are listed; further ones are only counted. */
const most = 200

/** Keys of rows that other files refer to, where readable. */
const Known = z.object({
  key: z.string().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  email: z.string().transform(normaliseEmail).optional().catch(undefined),
})

/** Collects the faults of a whole folder. Consequential faults are counted, not listed. */
export class Faults {
  readonly #told: string[] = []
  #total = 0
  #following = 0
  readonly #unread = new Set<string>()
  readonly #refused = new Map<string, Set<string>>()

  /** @param lines with file, line and field, one for each fault */
  tell(lines: readonly string[]): void {
    this.#total += lines.length
    this.#told.push(...lines.slice(0, Math.max(0, most - this.#told.length)))
  }

  /** A file that can't be read to its end may contain any row that others refer to. */
  setUnread(kind: string): void {
    this.#unread.add(kind)
  }

  /** A row that is not written, so that references to it are not listed as faults too. */
  refuse(kind: string, value: unknown): void {
    const { key, code, email } = Known.safeParse(value).data ?? {}
    const name = key ?? code ?? email
    if (name === undefined) return
    const refused = this.#refused.get(kind) ?? new Set()
    this.#refused.set(kind, refused.add(name.trim()))
  }

  /** @returns whether the missing row has a fault of its own; counted as consequential then */
  follows(names: RowName | undefined): boolean {
    if (names === undefined) return false
    const { kind, key } = names
    const isFollowing = this.#unread.has(kind) || this.#refused.get(kind)?.has(key) === true
    if (isFollowing) this.#following++
    return isFollowing
  }

  /** All faults, a line each; undefined when there are none. */
  get message(): string | undefined {
    if (this.#total === 0) return undefined
    const lines = [...this.#told]
    if (this.#total > most) lines.push(`${this.#total - most} more faults were found.`)
    if (this.#following > 0) {
      lines.push(
        `Rows that name rows with a fault, and so were not looked at to their end: ${this.#following}.`,
      )
    }
    return lines.join('\n')
  }
}
