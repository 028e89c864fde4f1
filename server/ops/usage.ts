import type { Operation } from './operation.ts'
import { type FieldForm, fieldsOf, optionOf, positionalsOf } from './operation-input.ts'
import { operations } from './operations.ts'

/** Usage of all commands; the summary of a long one stands below it. @param area first word of the commands; all when not given */
export function usageOfAll(area?: string): string {
  const wanted = operations.filter(({ name }) => area === undefined || name.split(' ')[0] === area)
  const commands = wanted.map(operation => [commandOf(operation), operation.summary] as const)
  const width = Math.min(44, Math.max(...commands.map(([command]) => command.length)))
  const gap = (command: string) => (command.length > width ? `\n${' '.repeat(width + 4)}` : '  ')
  return [
    'Usage: npm run ops -- COMMAND',
    '',
    ...commands.map(([command, summary]) => `  ${command.padEnd(width)}${gap(command)}${summary}`),
    '',
    'COMMAND --help tells what a command takes. --json answers as JSON, as /ops/v1 does; --csv prints a list for a spreadsheet.',
  ].join('\n')
}

/** Usage of one command. */
export function usageOf(operation: Operation): string {
  const positionals = positionalsOf(operation)
  const fields = fieldsOf(operation).map(field => {
    const name = positionals.includes(field.name) ? field.name.toUpperCase() : `--${optionOf(field.name)}`
    return [name, describe(field.form, field.isRequired)] as const
  })
  const width = Math.max(0, ...fields.map(([name]) => name.length))
  return [
    `npm run ops -- ${commandOf(operation)}`,
    '',
    operation.summary,
    ...(fields.length > 0 ? [''] : []),
    ...fields.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`),
  ].join('\n')
}

const commandOf = (operation: Operation): string => {
  const positionals = positionalsOf(operation)
  const options = fieldsOf(operation).filter(({ name }) => !positionals.includes(name))
  const needed = options.filter(each => each.isRequired).map(each => ` --${optionOf(each.name)} …`)
  const more = options.some(each => !each.isRequired) ? ' […]' : ''
  return `${operation.name}${positionals.map(name => ` ${name.toUpperCase()}`).join('')}${needed.join('')}${more}`
}

function describe(form: FieldForm, isRequired: boolean): string {
  const values = form.enum ?? form.items?.enum
  const parts = [
    form.description,
    values && `${form.items ? 'some of' : 'one of'} ${values.map(String).join(', ')}`,
    form.default === undefined
      ? isRequired
        ? 'required'
        : undefined
      : `${plain(form.default)} when not given`,
  ]
  return parts.filter(part => part !== undefined).join('; ')
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
