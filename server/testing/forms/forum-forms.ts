import {
  addPost,
  type ForumProfile,
  requestBlogChange,
  requestNicknameChange,
} from '#contract/forum/forum.ts'
import { forumProfiles } from '#server/modules/forum/tables.ts'
import { makeTopic } from '../make/topic.ts'
import type { MoneyApp } from '../setup/money-app.ts'
import { type Form, outcomeOf, trimmed } from './form.ts'

/** Text inputs of discussions: nickname and posts. */
export async function forumForms(server: MoneyApp): Promise<Form[]> {
  const { id: userId, browser, own } = await server.signIn()
  const profile = `${own}/forum-profile`
  await server.deps.db.insert(forumProfiles).values({ userId, nickname: 'naivny' })
  const topic = await makeTopic(server.deps)
  const asked = (field: 'nickname' | 'blog') => async (json: object) =>
    outcomeOf(await browser.post(`${profile}/${field}-changes`, { json }), async () => {
      const read = (await browser.get(profile)).json<ForumProfile>()
      return { [field]: read[`${field}_change`]?.value }
    })
  return [
    {
      endpoint: requestNicknameChange,
      fields: { nickname: { keeps: text => text.trim().normalize('NFKC') } },
      send: asked('nickname'),
    },
    { endpoint: requestBlogChange, fields: { blog: trimmed }, send: asked('blog') },
    {
      endpoint: addPost,
      fields: { text: trimmed },
      send: async json =>
        outcomeOf(await browser.post(`/rest/api/prv/v1/topics/${topic}/posts`, { json }), async () => {
          const { items } = (await browser.get(`${profile}/posts?limit=1`)).json<{
            items: { text: string }[]
          }>()
          return { text: items[0]?.text }
        }),
    },
  ]
}
