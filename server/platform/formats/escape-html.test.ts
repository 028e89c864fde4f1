import { expect, test } from 'vitest'
import { asScript } from './escape-html.ts'

test('XSS: nothing in it ends the inline script', () => {
  const answer = { body: '</script><script>alert(1)</script><!--' }
  expect(asScript(answer)).not.toContain('<')
  expect(JSON.parse(asScript(answer))).toEqual(answer)
  expect(asScript(undefined)).toBe('null')
})
