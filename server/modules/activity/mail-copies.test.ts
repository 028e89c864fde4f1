import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ActivityKind, activityKinds } from '#contract/activity/activity.ts'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { mailedAnyway } from './mail-copies.ts'

/** Kinds without a mail of their own, though their file mails something: to another mailbox, or about another kind. */
const copied: readonly ActivityKind[] = [
  'all_sessions_ended',
  'email_changed',
  'email_taken_back',
  'document_recipient_added',
]

/** Use cases that write into the log and mail something themselves. */
const mailing = globSync('server/modules/**/*.ts', { cwd: projectRoot })
  .filter(name => !name.endsWith('.test.ts') && !name.startsWith(join('server', 'modules', 'activity')))
  .map(name => readFileSync(join(projectRoot, name), 'utf8'))
  .filter(source => /\brecordActivit(y|ies)\(/.test(source) && /\bsendMails?\(/.test(source))

test.each(activityKinds)('R7.04 a use case with a mail of its own is not mailed as a copy too: %s', kind => {
  const hasOwnMail = mailing.some(source => source.includes(`'${kind}'`)) && !copied.includes(kind)
  if (hasOwnMail) expect([...mailedAnyway]).toContain(kind)
})

test('the use cases that mail are found', () => {
  expect(mailing.length).toBeGreaterThan(10)
})
