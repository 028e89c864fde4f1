import { routes } from '#contract/routes.ts'

/** The steps of turning renewal off, as they stand in the address (R4.07). */
export const stopSteps = ['potvrdenie', 'ponuka', 'dovody', 'pomoc', 'zrusenie', 'odkaz'] as const
export type StopStep = (typeof stopSteps)[number]

/** Final state, after the last step. */
export const done = 'hotovo'

/** The step in an address; the first for an unknown one. */
export function stepOf(search: string): StopStep | typeof done {
  const named = new URLSearchParams(search).get('krok')
  return named === done ? done : (stopSteps.find(step => step === named) ?? 'potvrdenie')
}

/**
 * The step that follows. Technical help is for those whose reasons ask for it.
 *
 * @param needsHelp whether a chosen reason leads to it
 */
export function stepAfter(step: StopStep, needsHelp: boolean): StopStep {
  const next = stopSteps[stopSteps.indexOf(step) + 1] ?? 'odkaz'
  return next === 'pomoc' && !needsHelp ? 'zrusenie' : next
}

const counted = stopSteps.filter(step => step !== 'pomoc')

/**
 * The number of a step, from 1 to 5. Technical help is a page of the reasons, so the count is the same for everybody
 * (R13.14).
 */
export const placeOf = (step: StopStep): number => counted.indexOf(step === 'pomoc' ? 'dovody' : step) + 1

/**
 * The step that comes before; undefined of the first one.
 *
 * @param needsHelp whether a chosen reason leads to technical help
 */
export function stepBefore(step: StopStep, needsHelp: boolean): StopStep | undefined {
  const before = stopSteps[stopSteps.indexOf(step) - 1]
  return before === 'pomoc' && !needsHelp ? 'dovody' : before
}

/** Address of a step for a subscription. */
export const stepAddress = (subscriptionId: number, step: StopStep | typeof done): string =>
  `${routes.stop_recurrence.path}?predplatne=${subscriptionId}&krok=${step}`
