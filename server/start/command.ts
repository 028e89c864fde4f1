import { constants, setPriority, userInfo } from 'node:os'
import { AppError, type Fault } from '#server/platform/app-error.ts'
import { StartupError } from '#server/platform/process/startup-error.ts'
import { describeError } from '#server/platform/telemetry/log.ts'
import { sayWith } from '#server/platform/texts/messages.ts'
import { readCommand } from '../ops/command-line.ts'
import { performOperation } from '../ops/perform-operation.ts'
import { csvOf, printAnswer, sayMore } from '../ops/print-answer.ts'
import { saveFile } from '../ops/save-file.ts'
import { openParts } from './open-command-parts.ts'

/** `npm run ops -- …`: does one operation and prints its answer. The command line has every scope. */
async function main(args: readonly string[]): Promise<void> {
  const command = readCommand(args)
  if (command.kind === 'usage') {
    process.stdout.write(`${command.text}\n`)
    return
  }
  const { operation, input, print } = command
  const { deps, close } = await openParts()
  // A server on the same machine goes first: readers wait for it. Set here, so that no database started above inherits it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  try {
    const answered = await performOperation(deps, operation, {
      by: { name: `command line (${userInfo().username})` },
      requestId: crypto.randomUUID(),
      input,
    })
    const answer = saveFile(answered)
    const csv = print === 'csv' ? csvOf(operation, answer) : undefined
    process.stdout.write(
      csv ?? `${print === 'json' ? JSON.stringify(answer, null, 2) : printAnswer(answer)}\n`,
    )
    const more = sayMore(operation, input, answer)
    if (more !== undefined) process.stderr.write(`\n${more}\n`)
  } finally {
    await close()
  }
}

const sentence = ({ key, field, params, message }: Fault): string =>
  `${field === undefined ? '' : `${field}: `}${message ?? sayWith('en', `error.${key}`, params)}`

/** A bug is printed without its message, which may contain what a reader typed. */
function explain(error: unknown): string {
  if (error instanceof AppError) return error.faults.map(sentence).join('\n')
  if (error instanceof StartupError) return error.message
  return `This failed on our side: ${JSON.stringify(describeError(error), null, 2)}`
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.exitCode = 1
  process.stderr.write(`${explain(error)}\n`)
}
