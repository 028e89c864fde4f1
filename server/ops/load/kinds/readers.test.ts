import { count, eq, isNotNull, like } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
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

const header = 'email,locale,confirmed,registered,registered_via,main_account'
/** Readers, who are written in pieces; most name one of the piece before, every seventh one of their own. */
const family = (domain: string, length: number) =>
  Array.from({ length }, (_, at) => {
    const main = at < 10 ? '' : `r${at % 7 === 0 ? at - 1 : Math.max(0, at - 1000)}@${domain}`
    return `r${at}@${domain},sk,true,2019-03-14,web,${main}`
  })

test('a row may name one that is being written with the rows before', async () => {
  const file = [header, ...family('rodina.sk', 3000)].join('\n')
  const report = await publisher.load('readers.csv', file)
  expect(report.files).toMatchObject([{ added: 3000, changed: 0, unchanged: 0 }])
  const main = alias(users, 'main')
  const [named] = await publisher.db
    .select({ count: count() })
    .from(users)
    .innerJoin(main, eq(users.mainAccountId, main.id))
    .where(isNotNull(users.mainAccountId))
  expect(named?.count).toBe(2990)
  const again = await publisher.load('readers.csv', file)
  expect(again.files).toMatchObject([{ added: 0, changed: 0, unchanged: 3000 }])
})

test('a fault at the end of a long file is told with its line, and nothing of the file is loaded', async () => {
  const before = await publisher.db.$count(users)
  const file = [header, ...family('ina.sk', 1100)].join('\n').replace(/r\d+@ina\.sk$/, 'nikto@ina.sk')
  await expect(publisher.load('readers.csv', file)).rejects.toThrow(
    /^readers\.csv:1101 main_account: "main_account" names the reader "nikto@ina\.sk", which is not there/,
  )
  expect(await publisher.db.$count(users)).toBe(before)
})

test('who has another e-mail by now is the same reader by the former system’s id, also where rows name the former one', async () => {
  const { db, load } = publisher
  const moved = { ...reader, email: 'eva@noviny.sk', foreign_id: 'crm-900', name: 'Eva' }
  const mother = { ...reader, email: 'mama@noviny.sk', foreign_id: undefined }
  await load('readers.json', [moved, { ...mother, main_account: moved.email }])
  await db.update(users).set({ email: 'eva@inde.sk' }).where(eq(users.foreignId, 'crm-900'))
  const { files } = await load('readers.json', [moved, { ...mother, main_account: moved.email }])
  expect(files).toMatchObject([{ added: 0, changed: 0, unchanged: 2 }])
  // Somebody else's since: the e-mail is theirs, and the file is to be corrected.
  await load('readers.json', [{ ...moved, foreign_id: 'crm-901' }])
  await expect(load('readers.json', [moved])).rejects.toThrow(/users_foreignId_unique/)
})

test('R1.18 who is linked to a linked account is linked to its main one, so both sides see each other', async () => {
  const { db, load } = publisher
  const account = (name: string, main?: string) => ({
    ...reader,
    email: `${name}@spolu.sk`,
    foreign_id: undefined,
    main_account: main && `${main}@spolu.sk`,
  })
  await load('readers.json', [account('hlavny'), account('druhy', 'hlavny'), account('treti', 'druhy')])
  await load('readers.json', [account('stvrty', 'treti')])
  const linked = await db.select().from(users).where(like(users.email, '%@spolu.sk')).orderBy(users.id)
  const [main] = linked
  expect(linked.map(each => each.mainAccountId)).toEqual([null, main?.id, main?.id, main?.id])
})
