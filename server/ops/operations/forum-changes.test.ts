import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { openOperator } from '#server/testing/make/operator.ts'
import { askForNickname } from '#server/testing/operation-examples/forum.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { auditLog } from '../tables.ts'

const server = openForFile(createTestApp)
let desk: Awaited<ReturnType<typeof openOperator>>
beforeAll(async () => {
  desk = await openOperator(server, ['forum:read', 'forum:write'])
})

type Refused = { errors: { key: string; field?: string; message: string }[] }
type Listed = { items: { id: number; reader_id: number; value: string; state: string }[] }
const list = async (state: string) => (await desk.call('forum changes', { state })).json<Listed>().items

it('R4.11 a change request is listed, approved, applies at once, and the reader is told', async () => {
  const { id, reader, read } = await askForNickname(server, 'Večernica')
  expect(await list('requested')).toMatchObject([
    { id, reader_id: reader.id, kind: 'nickname', value: 'Večernica' },
  ])
  expect((await desk.call('forum approve', { id })).json()).toMatchObject({ id, state: 'approved' })
  expect(await read()).toMatchObject({ nickname: 'Večernica', nickname_change: { state: 'approved' } })
  expect((await server.mailbox.waitFor(reader.email)).text).toContain('Večernica')
  expect((await list('approved')).map(each => each.id)).toContain(id)
})

it('R4.11 a change request is declined with a reason in both languages, and the nickname is free again', async () => {
  const { id, reader, read } = await askForNickname(server, 'Kancelaria')
  const half = await desk.call('forum decline', { id, reason_en: 'It is an office' })
  expect(half.json<Refused>().errors[0]?.field).toBe('reason_sk')
  await desk.call('forum decline', { id, reason_sk: 'Je to kancelária.', reason_en: 'It is an office' })
  expect(await read()).toMatchObject({
    nickname: null,
    nickname_change: { state: 'declined', reason: 'Je to kancelária' },
  })
  expect((await server.mailbox.waitFor(reader.email)).text).toContain('Dôvod: Je to kancelária.\n')
  expect((await askForNickname(server, 'Kancelaria')).id).toBeGreaterThan(id)
})

it('race: of twenty decisions at once one succeeds, and the others are told so', async () => {
  const { id } = await askForNickname(server)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      desk.call(number % 2 ? 'forum approve' : 'forum decline', { id }),
    ),
  )
  expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(1)
  const others = answers.filter(answer => answer.statusCode !== 200)
  for (const other of others) {
    expect(other.statusCode).toBe(404)
    expect(other.json<Refused>().errors[0]?.message).toContain(`No wish ${id} waits for a decision`)
  }
  const lines = await server.deps.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.target, `forum change ${id}`))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ before: { state: 'requested' } })
})
