import {
  type CompiledIcuChoices,
  type CompiledMessage,
  compileMessageOrThrow,
} from '@lingui/message-utils/compileMessage'
import type { CompiledText } from './format-message.ts'

/**
 * Compiles a message, so that no parser is needed where it is shown.
 *
 * @throws Error when it is no ICU message, or has more in it than arguments, `plural` and `select`
 */
export const compileText = (message: string): CompiledText => narrowed(compileMessageOrThrow(message))

const narrowed = (message: CompiledMessage): CompiledText =>
  message.map(token => {
    if (typeof token === 'string') return token
    const [name, type, format] = token
    if (type === undefined) return [name]
    if ((type !== 'plural' && type !== 'select') || !isChoice(format) || format.offset !== undefined) {
      throw new Error(
        `{${name}, ${type}} is not known: there are {name}, plural without an offset, and select`,
      )
    }
    const { offset: _none, ...cases } = format
    const all = Object.entries<CompiledMessage>(cases).map(([key, each]) => [key, narrowed(each)])
    return [name, type, Object.fromEntries(all)]
  })

const isChoice = (format: unknown): format is CompiledIcuChoices =>
  typeof format === 'object' && format !== null
