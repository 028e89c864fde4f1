import { expect, test } from 'vitest'
import { MobileNumber, printedMobileNumber } from './mobile-number.ts'

test.each([
  '0905123456',
  '0905 123 456',
  ' 0905\u00a0123\u00a0456 ',
  '+421 905 123 456',
  '00421905123456',
  '+421905123456',
])('R5.07 %j is the number 0905123456', typed => expect(MobileNumber.parse(typed)).toBe('0905123456'))

test.each([
  ['', 'required'],
  ['   ', 'required'],
  ['090512345', 'phone_wrong_format'],
  ['09051234567', 'phone_wrong_format'],
  ['0805123456', 'phone_wrong_format'],
  ['+420905123456', 'phone_wrong_format'],
  ['+4210905123456', 'phone_wrong_format'],
  ['421905123456', 'phone_wrong_format'],
  ['0905123456\u0000', 'phone_wrong_format'],
  ['٠٩٠٥١٢٣٤٥٦', 'phone_wrong_format'],
  ['0905abc456', 'phone_wrong_format'],
])('R5.07 R8.13 %j is refused: %s', (typed, key) => {
  expect(MobileNumber.safeParse(typed).error?.issues.map(issue => issue.message)).toEqual([key])
})

test('a number is printed in groups that stay on one line', () => {
  expect(printedMobileNumber('0905123456')).toBe('0905\u00a0123\u00a0456')
})
