import { StartupError } from '../platform/process/startup-error.ts'
import { findProductionFaults } from './check-production.ts'
import { type Environment, parseEnvironment, variableGroups, variables } from './environment.ts'
import type { Given } from './production-faults.ts'

/**
 * Reads and parses every variable.
 *
 * @param environment usually `process.env`
 * @throws StartupError with one line for each variable that cannot be used, and how to mend it; in production
 * also for each that is missing or still the demo's
 */
export function readEnvironment(environment: Given): Environment {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = parseEnvironment(given)
  const unusable = new Set(parsed.unusable)
  const faults = [
    ...[...unusable].map(explain),
    ...variableGroups.flatMap(group => halfGiven(given, group)),
    ...(given['MODE'] === 'production' ? findProductionFaults(given) : []).filter(
      fault => !unusable.has(fault.split(' ', 1)[0] ?? ''),
    ),
  ]
  if (parsed.unusable || faults.length > 0) throw new StartupError(faultsText(faults, given))
  return parsed.environment
}

function explain(name: string): string {
  const { form, example } = variables[name] ?? {}
  return `${name} cannot be used: set it to ${form}${example === undefined ? '' : `, e.g. ${name}=${example}`}.`
}

function halfGiven(given: Given, names: readonly string[]): string[] {
  const missing = names.filter(name => given[name] === undefined)
  const other = names.find(name => given[name] !== undefined)
  if (missing.length === 0 || other === undefined) return []
  const verb = missing.length === 1 ? 'is' : 'are'
  return [`${missing.join(', ')} ${verb} missing beside ${other}: set all of ${names.join(', ')}, or none.`]
}

const faultsText = (faults: readonly string[], { MODE }: Given) =>
  MODE === 'production'
    ? `MODE=production does not start as it is configured; docs/configuration.md explains every variable.\n${faults
        .map(fault => `  ${fault}`)
        .join('\n')}`
    : faults.join('\n')
