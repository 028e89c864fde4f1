import { expect, test } from 'vitest'
import { isKnownHash, verifyKnown } from './known-hashes.ts'

const argon2 = (memory: number, passes: number) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=1$c29tZXNhbHRzb21lc2FsdA$${'A'.repeat(43)}`

test.each([
  ['phpass, its own test', 'test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  ['phpass of phpBB', 'test12345', '$H$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  ['phpass of WordPress', 'test', '$P$B55D6LjfHDkINU5wF.v2BuuzO0/XPk/'],
  ['phpass of nothing', '', '$P$7JaFQsPzJSuenezefD/3jHgt5hVfNH0'],
  ['bcrypt of crypt_blowfish', 'U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['bcrypt of PHP', 'rasmuslerdorf', '$2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq'],
  ['bcrypt of others', 'rasmuslerdorf', '$2b$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq'],
  ['WordPress 6.8', 'test123', '$wp$2y$10$v719Zyb/5DiglXjaGmtVoO.58ZfZLBkfIyjXnYyIbWYYFsofeucua'],
  [
    'Argon2i of PHP',
    'Žltý kôň 1',
    '$argon2i$v=19$m=65536,t=4,p=1$CBOHAnuk1YIRe1rIfJRcKA$Z+p3HycKU7tCrRxS1VuuZa2DVDiBfCHwi2gaqxdnVn4',
  ],
  [
    'Argon2id of PHP',
    'Žltý kôň 1',
    '$argon2id$v=19$m=65536,t=4,p=1$ehiIc5ri/OG5VpoAIj0qZA$JNuQYyJLx3DKgEGDMZuxsss1ehiJHJ1o6a2sQ/7sI6w',
  ],
])('a password verifies against a hash of %s', async (_, password, kept) => {
  expect(isKnownHash(kept)).toBe(true)
  expect(await verifyKnown(kept, password)).toBe(true)
  expect(await verifyKnown(kept, `${password}x`)).toBe(false)
})

test.each([
  ['a digest', '5f4dcc3b5aa765d61d8327deb882cf99'],
  ['nothing', ''],
  ['bcrypt that is cut', '$2y$10$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTTO'],
  ['bcrypt that takes seconds', '$2y$13$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq'],
  ['bcrypt of a broken kind', '$2x$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq'],
  ['phpass of too many rounds', '$P$F55D6LjfHDkINU5wF.v2BuuzO0/XPk/'],
  ['phpass that is cut', '$P$B55D6LjfHDkINU5wF.v2BuuzO0/XPk'],
  ['Argon2 that takes a gigabyte', argon2(1_048_576, 2)],
  ['Argon2 of a thousand passes', argon2(65_536, 1000)],
  ['Argon2 without its digest', '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$'],
])('a hash that cannot be checked, or costs too much, is not known: %s', (_, kept) => {
  expect(isKnownHash(kept)).toBe(false)
})
