import { byKeyboard } from '../axe/by-keyboard.ts'
import { askForDeletion, expect, mailTo, newReader, signIn, signInAs, test } from '../fixtures.ts'
import { loseAnswer } from '../lose-answer.ts'
import { hold } from '../navigation/open-meanwhile.ts'
import { button, field, openSettings, settings } from '../settings-navigation/settings-screen.ts'

test('R8.07 the account is deleted after a plain preview, nothing changes meanwhile, and the wish is taken back', async ({
  page,
  axe,
}) => {
  const keys = byKeyboard(page)
  const reader = await newReader(page, 'odchod')
  await signInAs(page, reader)
  await openSettings(page, '/nastavenia#account-deletion')
  const { mainData, other, phone, linked, addresses, deletion, dialog } = settings(page)
  await keys.press(deletion.getByText('Vymazať účet', { exact: true }))
  await expect(deletion.getByRole('heading', { name: 'Čo vymažeme' })).toBeVisible()
  await expect(deletion.getByText(/Faktúry a.doklady o.platbách uchováme 10.rokov/)).toBeVisible()
  await axe()

  await keys.press(button(deletion, 'Vymazať účet…'))
  await expect(dialog.getByRole('heading')).toHaveText(/^Účet vymažeme \d+\..[a-zéáí]+.\d{4}$/)
  await axe()
  await keys.press(button(dialog, 'Vymazať účet'))
  await expect(deletion.getByText(/^Účet vymažeme.+\d{4}\.$/)).toBeVisible()
  await mailTo(page, reader.email, 'prijali sme vašu žiadosť')
  await axe()

  // Actions that would be refused are not offered; reading and signing out still work.
  // Why is said once, on top.
  await expect(page.getByRole('main').getByText(/v.účte sa však nedá nič meniť/)).toHaveCount(2)
  for (const closed of [phone, addresses]) await expect(closed).toHaveCount(0)
  for (const closed of [mainData, other, linked]) {
    await expect(closed).toBeVisible()
    await expect(closed.getByRole('textbox')).toHaveCount(0)
  }
  const index = page.getByRole('navigation', { name: 'Na tejto stránke' })
  await expect(index.getByRole('link')).toHaveCount(5)
  await expect(mainData.getByText(reader.email)).toBeVisible()
  await expect(linked.getByText('tento prehliadač')).toBeVisible()
  await keys.press(page.getByRole('tab', { name: 'Diskusie' }))
  await expect(page.getByRole('main').getByRole('switch')).toHaveCount(0)
  await axe()
  await openSettings(page)
  // The one notice on top keeps the account with one press.
  await keys.press(button(page.getByRole('main'), 'Ponechať účet').first())
  await expect(field(phone, 'Mobilné číslo')).toBeVisible()
  await mailTo(page, reader.email, 'žiadosť o\u00a0vymazanie účtu ste odvolali')

  await keys.press(deletion.getByText('Vymazať účet', { exact: true }))
  await keys.press(button(deletion, 'Vymazať účet…'))
  await keys.press(button(dialog, 'Vymazať účet'))
  // The dialog has a button of that name too.
  await expect(deletion.getByText(/^Účet vymažeme.+\d{4}\.$/)).toBeVisible()
  await keys.press(button(deletion, 'Ponechať účet'))
  await expect(deletion.getByText('Účet zostáva.')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(deletion.getByText('Vymazať účet', { exact: true })).toBeFocused()
})

test('R8.07 a deletion whose answer was lost is shown once its question is closed', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('no answer')
  await signInAs(page, await newReader(page, 'odchod-bez-odpovede'))
  await openSettings(page)
  const { deletion, dialog } = settings(page)
  await deletion.getByText('Vymazať účet', { exact: true }).click()
  await button(deletion, 'Vymazať účet…').click()
  await loseAnswer(page, '**/anonymization')
  await button(dialog, 'Vymazať účet').click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await button(dialog, 'Ponechať účet').click()
  await expect(deletion.getByText(/^Účet vymažeme.+\d{4}\.$/)).toBeVisible()
})

test('R8.07 while an account waits for its deletion nothing is offered to buy, and all about it may be read in English', async ({
  page,
  axe,
}) => {
  await signInAs(page, await newReader(page, 'odchod-kupuje'))
  await askForDeletion(page)
  await page.goto('/predplatne')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Zatiaľ nemáte predplatné.' })).toBeVisible()
  await expect(main.getByRole('link', { name: /^(Vybrať si predplatné|Predplatiť si znova)$/ })).toHaveCount(
    0,
  )
  // The shop and the packages for companies say so before anything is filled in, and lead back here.
  for (const order of ['/pre-firmy?balik=company_premium_5', '/obchod/premium_1y']) {
    await page.goto(order)
    await expect(page.getByText(/nedá nič objednať/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Zaplatiť|Objednať)/ })).toHaveCount(0)
    await axe()
  }
  // What is read about it may be read in the other language.
  await page.goto('/nastavenia?lang=en')
  const language = page.getByLabel(/^Language of the pages/)
  await expect(language).toHaveValue('en')
  await expect(page.getByText(/nothing else in the account/)).toBeVisible()
  await axe()
  await language.selectOption('sk')
  await button(page.getByRole('main'), 'Save the language').click()
  await expect(page.getByLabel(/^Jazyk stránok/)).toHaveValue('sk')
})

test('R8.07 whoever pays by a renewal is asked whether only that was meant to stop, before a button is there', async ({
  page,
  axe,
}) => {
  await signIn(page, 'future-subscription')
  const { letGo } = await hold(page, '**/companies', 'GET')
  await openSettings(page, '/nastavenia#account-deletion')
  const deletion = page.getByRole('region', { name: 'Account deletion' })
  await deletion.getByText('Delete account', { exact: true }).click()
  await expect(deletion.getByText(/^Loading/)).toHaveCount(1)
  await expect(button(deletion, 'Delete account…')).toHaveCount(0)
  await letGo()
  await expect(deletion.getByRole('heading', { name: 'What you lose' })).toBeVisible()
  await expect(button(deletion, 'Delete account…')).toBeVisible()
  await axe()
})

test('R8.07 where an account waits for its deletion, no code is asked for and no package is offered', async ({
  page,
}) => {
  await page.route(/\/prv\/v1\/users\/\d+$/, async route => {
    const answer = await route.fetch()
    const anonymization = { requested_at: '2026-01-01T00:00:00Z', due_at: '2099-01-31T00:00:00Z' }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), anonymization } })
  })
  const main = page.getByRole('main')
  const packages = main.getByRole('link', { name: /^(?:Pridať|Predĺžiť|Vybrať|Kúpiť|Objednať)/ })
  await signIn(page, 'company-admin')
  await page.goto('/predplatne-cez-kod')
  await expect(main.getByText(/kód sa v\u00a0ňom použiť nedá/)).toBeVisible()
  await expect(main.getByRole('textbox')).toHaveCount(0)
  await page.goto('/pre-firmy')
  await expect(main.getByRole('heading', { name: 'Doklady e\u2011mailom' })).toBeVisible()
  await expect(packages).toHaveCount(0)
  await signIn(page, 'premium-card')
  await page.goto('/pre-firmy')
  await expect(main.getByText(/nedá nič objednať/)).toBeVisible()
  await expect(packages).toHaveCount(0)
})
