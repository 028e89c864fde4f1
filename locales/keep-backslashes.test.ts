import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepBackslashes } from './keep-backslashes.ts'

const i18n = setupI18n({ locale: 'sk', messages: { sk: { hello: compileMessage('Milá {name}, ahoj.') } } })

test('what a reader typed stands in a message exactly, whatever it looks like', () => {
  const text = fc.string({ unit: fc.constantFrom('\\', 'u', 'x', '0', '4', '1', '{', "'", 'ž', '\n') })
  fc.assert(
    fc.property(text, name => {
      expect(keepBackslashes({ name }, values => i18n._('hello', values))).toBe(`Milá ${name}, ahoj.`)
    }),
  )
})
