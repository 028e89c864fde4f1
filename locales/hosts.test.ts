import { expect, test } from 'vitest'
import { english, readFaqTexts, slovak } from './all-texts.ts'

const host =
  /(?<=https?:\/\/|@)[\p{L}\d][\p{L}\d.-]*[\p{L}\d]|(?:[\p{L}\d-]+\.)+(?:sk|cz|eu|com|org|net)(?![\p{L}\d])/giu
/** Where readers complain, whoever the publisher is. */
const authorities = ['www.soi.sk']

test('no message names the host of a real publisher, or of anybody else: examples end with .example', () => {
  const texts = [slovak, english, readFaqTexts('sk'), readFaqTexts('en')].flatMap(each => Object.values(each))
  const named = new Set(texts.flatMap(text => text.match(host) ?? []))
  // The examples of the messages are found.
  expect(named).toContain('novak.example')
  expect([...named].filter(name => !name.endsWith('.example') && !authorities.includes(name))).toEqual([])
  expect('napríklad https://novak.noviny.sk/c alebo blog.noviny.sk'.match(host)).toEqual([
    'novak.noviny.sk',
    'blog.noviny.sk',
  ])
})
