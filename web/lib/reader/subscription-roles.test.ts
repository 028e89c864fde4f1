import { expect, test } from 'vitest'
import {
  InvalidRoleError,
  isActive,
  isArticleSubscriber,
  isExpired,
  isSubscriber,
  roleByName,
  rolesOf,
} from './subscription-roles.ts'

const now = 1_800_000_000_000
const roles = rolesOf({
  web: { exp: now / 1000 + 1, dlr: false, rec: true },
  print: { exp: now / 1000, dlr: false, rec: false },
  mobile: { exp: now / 1000 + 1, dlr: true, rec: false },
})

test('R3.03 a role is expired when nothing of its time remains', () => {
  expect(isExpired(roleByName(roles, 'web'), now)).toBe(false)
  expect(isExpired(roleByName(roles, 'print'), now)).toBe(true)
  expect(isExpired(roleByName(roles, 'web'), now + 1000)).toBe(true)
})

test('R3.03 a role is active when it is not expired and the device limit is not reached', () => {
  expect(isActive(roleByName(roles, 'web'), now)).toBe(true)
  expect(isActive(roleByName(roles, 'print'), now)).toBe(false)
  expect(isActive(roleByName(roles, 'mobile'), now)).toBe(false)
  expect(roleByName(roles, 'web').recurring).toBe(true)
})

test('R3.04 any role makes a subscriber, the role article an article subscriber', () => {
  expect(isSubscriber(roles)).toBe(true)
  expect(isSubscriber(rolesOf())).toBe(false)
  expect(isArticleSubscriber(roles)).toBe(false)
  expect(isArticleSubscriber(rolesOf({ article: { exp: 0, dlr: false, rec: false } }))).toBe(true)
})

test.each(['article', 'toString', '__proto__'])(
  'R3.04 asking for a role that the reader lacks (%s) fails',
  name => {
    expect(() => roleByName(roles, name)).toThrow(InvalidRoleError)
  },
)
