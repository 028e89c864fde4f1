// Writes the table of variables in docs/configuration.md. Run it after a change of one; a test fails until it has been run.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { variables } from '#server/config/environment.ts'
import type { Variable } from '#server/config/variable.ts'

const file = join(import.meta.dirname, '../docs/configuration.md')
const table = /(?<=<!-- variables -->\n)[^]*(?=<!-- \/variables -->)/

/** The expected text of docs/configuration.md. @param text its current text */
export const withVariables = (text: string): string =>
  text.replace(table, () => `${[...heading, ...Object.entries(variables).map(row)].join('\n')}\n`)

const heading = ['| variable | meaning | when not set | production |', '|---|---|---|---|']

const marks = { needed: 'needed', never: 'not there' }

function row([name, variable]: [string, Variable]): string {
  const { what, more, example, production } = variable
  const named = example === undefined ? what : `${what}, e.g. \`${example}\``
  const meaning = more === undefined ? named : `${named}; ${more}`
  return `| \`${name}\` | ${meaning} | ${unset(variable)} | ${production ? marks[production] : ''} |`
}

function unset({ unset: told, fallback }: Variable): string {
  if (told !== undefined) return told
  if (fallback === undefined) throw new Error('What is so without it is not told')
  return `\`${fallback}\``
}

if (import.meta.main) writeFileSync(file, withVariables(readFileSync(file, 'utf8')))
