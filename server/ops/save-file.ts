import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Writes the file of an answer, if it has one: its bytes are `file` (base64), `file_name` is its name.
 *
 * @param folder where; the working directory when not given
 * @returns the answer without the bytes
 */
export function saveFile(answer: unknown, folder = '.'): unknown {
  if (!isFile(answer)) return answer
  const { file, ...rest } = answer
  writeFileSync(join(folder, basename(answer.file_name)), Buffer.from(file, 'base64'))
  return rest
}

const isFile = (answer: unknown): answer is { file: string; file_name: string } =>
  typeof answer === 'object' && answer !== null && 'file' in answer && 'file_name' in answer
