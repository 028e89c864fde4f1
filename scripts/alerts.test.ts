import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testWith } from '#server/testing/setup/test-with.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const alerts = read('deploy/alerts.yaml')

/** Names of figures in a text, those of a histogram by its own. */
const figuresIn = (text: string) =>
  (text.match(/\b(?:profil|process|nodejs)_[a-z_]+/g) ?? []).map(name => name.replace(/_(bucket|count)$/, ''))

test('R15.11 each figure that an alarm or the dashboard asks for is one of the server’s', () => {
  const sources = globSync('server/**/*.ts', { cwd: root, exclude: name => name.includes('.test.') })
  const known = new Set(
    sources.flatMap(name => read(name).match(/(?<=')(?:profil|process|nodejs)_[a-z_]+(?=')/g) ?? []),
  )
  for (const name of ['deploy/alerts.yaml', 'deploy/dashboard.json']) {
    const asked = figuresIn(read(name))
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.filter(each => !known.has(each))).toEqual([])
  }
})

test('R15.11 docs/running.md says what to do about each alarm', () => {
  const sections = [...alerts.matchAll(/section: ([^,]+),/g)].map(match => match[1])
  expect(sections).toHaveLength(alerts.match(/- alert:/g)?.length ?? 0)
  const headings = [...read('docs/running.md').matchAll(/^\*\*([^*]+)\*\*/gm)].map(match => match[1])
  expect(sections.filter(section => !headings.includes(section))).toEqual([])
})

test('R15.11 the dashboard is one, of panels that ask something', () => {
  const { panels } = JSON.parse(read('deploy/dashboard.json')) as {
    panels: { targets: { expr: string }[] }[]
  }
  expect(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr !== ''))).toEqual(
    panels.map(() => true),
  )
})

test('R15.11 each alarm has a case in which it goes off, and one in which it is silent', () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(match => match[1])
  const cases = read('deploy/alerts.test.yaml').split(/^ *- (?=(?:\{ )?eval_time:)/m)
  const tried = (goesOff: boolean) =>
    new Set(
      cases
        .filter(each => /^ *exp_alerts:\n/m.test(each) === goesOff)
        .map(each => /\balertname: (\w+)/.exec(each)?.[1]),
    )
  for (const goesOff of [true, false]) {
    expect([goesOff, names.filter(name => !tried(goesOff).has(name))]).toEqual([goesOff, []])
  }
})

// Debian's package prometheus has it.
testWith(['promtool'], 'R15.11 the alarms go off when they should, and not for refusals', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yaml'], {
    cwd: join(root, 'deploy'),
    encoding: 'utf8',
  })
  expect(`${stdout}${stderr}`).toContain('SUCCESS')
  expect(status).toBe(0)
})
