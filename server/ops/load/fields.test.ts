import { expect, test } from 'vitest'
import { Email } from '#contract/wire.ts'
import { ReaderEmail } from './fields.ts'

test.each([
  ['jan@пример.рф', true],
  ['jan@xn--e1afmkfd.xn--p1ai', true],
  ['Jan@ČÍSLO.sk', true],
  [' jan.novak@dennik.example ', true],
  ['jan@dennik', false],
])('R5.08 staff and loads name the e-mails by which readers may register: %s', (email, isOne) => {
  expect([Email.safeParse(email).success, ReaderEmail.safeParse(email).success]).toEqual([isOne, isOne])
})
