import { fails, screen } from '../state.ts'

/** /predplatne/rodina */
export const familyStates = screen('rodina', [
  { name: 'owner', path: '/predplatne/rodina', reader: 'family', inEveryLook: true },
  { name: 'nobody-to-invite', path: '/predplatne/rodina', reader: 'none' },
  {
    name: 'deactivating',
    path: '/predplatne/rodina',
    reader: 'family',
    act: async page => {
      await page
        .getByRole('button', { name: /^(Zrušiť pozvánku|Odobrať prístup)/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'failed', path: '/predplatne/rodina', reader: 'family', provoked: [fails('**/users/*/companies')] },
])
