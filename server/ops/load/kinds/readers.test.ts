import { afterAll, expect, test } from 'vitest'
import { users } from '#server/modules/identity/tables.ts'
import { openFileLoad } from '#server/testing/make/load-files.ts'

const publisher = await openFileLoad()
afterAll(() => publisher.close())

const phpass = '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'
const reader = {
  email: 'jana@noviny.sk',
  foreign_id: 'crm-812',
  password_hash: phpass,
  locale: 'sk',
  confirmed: true,
  registered: '2019-03-14',
  registered_via: 'web',
}

test('readers keep the hash of their password and the id of the system that they come from', async () => {
  await publisher.load('readers.json', [reader])
  const [kept] = await publisher.db.select().from(users)
  expect(kept).toMatchObject({ email: reader.email, foreignId: 'crm-812', passwordHash: phpass })

  await publisher.load('readers.json', [{ ...reader, foreign_id: 'crm-813', password_hash: undefined }])
  const [again] = await publisher.db.select().from(users)
  expect(again).toMatchObject({ foreignId: 'crm-813', passwordHash: phpass })
})

test('a hash that could never be checked is a fault of its line', async () => {
  const load = publisher.load(
    'readers.csv',
    `email,password_hash,locale,confirmed,registered,registered_via
eva@noviny.sk,5f4dcc3b5aa765d61d8327deb882cf99,sk,true,2019-03-14,web
`,
  )
  await expect(load).rejects.toThrow(
    'readers.csv:2 password_hash: "password_hash" is no hash that can be checked; see demo/README.md for the known ones.',
  )
})
