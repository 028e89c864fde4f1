import { userInfo } from 'node:os'
import { AppError, type Fault } from '#server/platform/app-error.ts'
import { say } from '#server/platform/messages.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { readCommand } from './command-line.ts'
import { openParts } from './open-parts.ts'
import { performOperation } from './perform-operation.ts'
import { printAnswer } from './print-answer.ts'

/** `npm run ops -- …`: does one operation and prints its answer. Whoever has the machine may do all of them. */
async function main(args: readonly string[]): Promise<void> {
  const command = readCommand(args)
  if (command.kind === 'usage') {
    if (!command.isAsked) process.exitCode = 1
    process.stdout.write(`${command.text}\n`)
    return
  }
  const { operation, input, asJson } = command
  const { deps, close } = await openParts()
  try {
    const answer = await performOperation(deps, operation, {
      by: { name: `command line (${userInfo().username})` },
      requestId: crypto.randomUUID(),
      input,
    })
    process.stdout.write(`${asJson ? JSON.stringify(answer, null, 2) : printAnswer(answer)}\n`)
  } finally {
    await close()
  }
}

const sentence = ({ key, field, params, message }: Fault): string =>
  `${field === undefined ? '' : `${field}: `}${message ?? say('en', `error.${key}`, params)}`

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StartupError || error instanceof AppError)) throw error
  const lines = error instanceof AppError ? error.faults.map(sentence) : [error.message]
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exitCode = 1
}
