import type { ForumProfile } from '#contract/forum/forum.ts'
import { discussionTab, forum } from '../../forum/forum-screen.ts'
import { alters, fails, type State, screen, waits } from '../state.ts'

const path = discussionTab
const profile = /\/forum-profile$/

const of = (situation: string) => ({ name: situation, path, reader: situation })

const tab = (name: string, label: string): Omit<State, 'screen'> => ({
  name,
  path,
  reader: 'premium-card',
  act: async page => {
    await forum(page).tab(label).click()
    await forum(page).list(label).waitFor()
  },
})

/** /nastavenia?active_tab=discussion */
export const discussionStates = screen('diskusny-profil', [
  { ...of('premium-card'), inEveryLook: true },
  ...['none', 'banned-discussions', 'nickname-pending', 'nickname-approved', 'nickname-declined'].map(of),
  tab('posts', 'Príspevky'),
  tab('following', 'Koho sledujem'),
  tab('followers', 'Kto sleduje mňa'),
  {
    name: 'writing',
    path,
    reader: 'premium-card',
    act: async page => {
      await forum(page).list('Sledované diskusie').getByRole('button').first().click()
      await page.getByRole('textbox').last().fill('Dnes meškal štyri minúty.')
    },
  },
  {
    name: 'changing-nickname',
    path,
    reader: 'premium-card',
    act: async page => {
      await page.getByText('Zmeniť prezývku', { exact: true }).first().click()
    },
  },
  {
    name: 'long-text',
    path,
    reader: 'premium-card',
    provoked: [
      alters<ForumProfile>(profile, body => ({
        ...body,
        nickname: 'najdlhsia_prezyvka_na_svete_ako_sa_len_da',
      })),
      alters<{ items: { title: string }[] }>(/forum-profile\/discussions/, body => ({
        ...body,
        items: body.items.map(each => ({ ...each, title: `${each.title} – ${'Nepreskočiteľný'.repeat(5)}` })),
      })),
    ],
  },
  { name: 'loading', path, reader: 'premium-card', loading: true, provoked: [waits(profile)] },
  {
    name: 'lists-loading',
    path,
    reader: 'premium-card',
    loading: true,
    provoked: [waits(/forum-profile\/discussions/)],
  },
  { name: 'failed', path, reader: 'premium-card', provoked: [fails(profile)] },
  { name: 'lists-failed', path, reader: 'premium-card', provoked: [fails(/forum-profile\/discussions/)] },
])
