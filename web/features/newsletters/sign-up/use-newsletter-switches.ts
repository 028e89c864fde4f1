import type { NewsletterSignup } from '#contract/newsletters/newsletters.ts'
import { type Refusal, type Switchboard, useSwitchboard } from '#web/lib/switchboard.ts'
import { announce } from '#web/ui/announcer.tsx'
import { switchFailure } from './switch-failure.ts'

type SwitchesDeps = {
  send: (code: string, on: boolean) => Promise<unknown>
  /** Updates the cached sign-ups. */
  update: (change: (items: readonly NewsletterSignup[]) => NewsletterSignup[]) => void
  /** Refetches the sign-ups when their state is uncertain. */
  refresh: () => void
}

/** Optimistic switches of a list of newsletters, over the list that `update` changes. */
export function useNewsletterSwitches({ send, update, refresh }: SwitchesDeps): Switchboard {
  return useSwitchboard({
    send,
    onHeld: (code, on) => update(items => withTurn(items, code, on)),
    onRefused: (_, refusal: Refusal) => {
      announce(switchFailure(refusal), 'assertive')
      // The failed call may have been executed.
      refresh()
    },
  })
}

/** Optimistic update of the sign-ups after one change; replaced at the next refetch. */
export function withTurn(items: readonly NewsletterSignup[], code: string, on: boolean): NewsletterSignup[] {
  const known = items.find(each => each.code === code)
  // Signing off without a sign-up stores no decision.
  if (!known && !on) return [...items]
  const turned: NewsletterSignup = {
    code,
    state: on ? 'on' : 'off',
    changed_at: new Date().toISOString(),
    snoozed_until: null,
  }
  return [...items.filter(each => each.code !== code), turned]
}
