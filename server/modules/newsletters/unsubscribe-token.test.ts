import { expect, test } from 'vitest'
import { unsubscribe } from '#contract/newsletters/unsubscribe.ts'
import { readUnsubscribeToken, unsubscribeLink } from './unsubscribe-token.ts'

const settings = { appSecret: 'only-for-tests', origins: { account: 'https://profil.dennik.example' } }
const linkOf = (recipientId: number, newsletterIds: number[]) =>
  // Only the account's origin is read.
  unsubscribeLink(settings as Parameters<typeof unsubscribeLink>[0], { recipientId, newsletterIds })

test('a token leads back to its mailbox and newsletters, and has no personal data', () => {
  const link = linkOf(41_234, [1, 30, 999])
  const token = link.split('/').at(-1) ?? ''
  expect(link).toMatch(/^https:\/\/profil\.dennik\.example\/unsubscribe\/[a-z\d]+\.[a-z\d-]+\.[\w-]{43}$/)
  expect(readUnsubscribeToken(settings, token)).toEqual({ recipientId: 41_234, newsletterIds: [1, 30, 999] })
})

test('all newsletters that one confirmation may ask for fit into one URL, whatever their ids', () => {
  const everything = Array.from({ length: 100 }, (_, index) => 2_000_000_000 + index)
  const token = linkOf(2_000_000_000, everything).split('/').at(-1) ?? ''
  expect(unsubscribe.params.safeParse({ token }).success).toBe(true)
  expect(readUnsubscribeToken(settings, token)?.newsletterIds).toEqual(everything)
})

test.each(['', '.', '..', 'a.b.c', '1.1.', `1.2.${'A'.repeat(43)}`])('%j is none of ours', token => {
  expect(readUnsubscribeToken(settings, token)).toBeUndefined()
})

test('it is tamper-proof', () => {
  const token = linkOf(7, [1]).split('/').at(-1) ?? ''
  const signature = token.split('.').at(-1) ?? ''
  for (const changed of [
    `8.1.${signature}`,
    `7.2.${signature}`,
    `7.1-2.${signature}`,
    `${token}.x`,
    `71..${signature}`,
  ]) {
    expect(readUnsubscribeToken(settings, changed), changed).toBeUndefined()
  }
  expect(readUnsubscribeToken({ appSecret: 'another' }, token)).toBeUndefined()
})
