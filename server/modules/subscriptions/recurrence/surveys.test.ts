import { describe, expect, test } from 'vitest'
import type { Survey } from '#contract/recurrence/recurrence.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(createTestApp)

describe('R4.07 surveys', () => {
  const read = (id: string, language: string) =>
    openBrowser(server.app).get(`/rest/api/prv/v1/surveys/${id}`, {
      headers: { 'accept-language': language },
    })

  test.each(['stop-recurrence', 'stop-recurrence-upgrade'])('%s is there in both languages', async id => {
    const slovak = (await read(id, 'sk')).json<Survey>()
    const english = (await read(id, 'en')).json<Survey>()
    const codes = ({ questions }: Survey) =>
      questions.map(question => [question.code, question.options.map(option => option.code)])
    expect(codes(slovak)).toEqual(codes(english))
    expect(slovak.title).not.toBe(english.title)
    const leads = slovak.questions.flatMap(question => question.options.map(option => option.leads_to))
    expect(leads).toContain('technical_help')
    expect(leads).toContain('upgrade')
    // No preposition of one letter stands alone at the end of a line.
    expect(JSON.stringify(slovak)).not.toMatch(/(?<![\p{L}\d])[kszvouai] (?=\p{L})/iu)
  })

  test('another one is not found', async () => {
    for (const id of ['other', 'constructor', '__proto__'])
      expect((await read(id, 'sk')).statusCode).toBe(404)
  })
})
