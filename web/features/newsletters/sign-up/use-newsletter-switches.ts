import type { NewsletterSignup } from '#contract/newsletters/newsletters.ts'
import { type Refusal, type Switchboard, useSwitchboard } from '#web/lib/switchboard.ts'
import { announce } from '#web/ui/announcer.tsx'
import { switchFailure } from './switch-failure.ts'

type SwitchesDeps = {
  send: (code: string, on: boolean) => Promise<unknown>
  /** Changes what is known of the sign-ups. */
  update: (change: (items: readonly NewsletterSignup[]) => NewsletterSignup[]) => void
  /** Asks the server what holds, when that is not certain. */
  refresh: () => void
}

/** The switches of a list of newsletters; what is on is in the list that `update` changes. */
export function useNewsletterSwitches({ send, update, refresh }: SwitchesDeps): Switchboard {
  return useSwitchboard({
    send,
    onHeld: (code, on) => update(items => withTurn(items, code, on)),
    onRefused: (_, refusal: Refusal) => {
      announce(switchFailure(refusal), 'assertive')
      // The call may have got through all the same.
      refresh()
    },
  })
}

/** The sign-ups after one turn; the server's own account of it comes with the next reading. */
export function withTurn(items: readonly NewsletterSignup[], code: string, on: boolean): NewsletterSignup[] {
  const known = items.find(each => each.code === code)
  // Signing off from what was never signed up for is no decision.
  if (!known && !on) return [...items]
  const turned: NewsletterSignup = {
    code,
    state: on ? 'on' : 'off',
    changed_at: new Date().toISOString(),
    snoozed_until: null,
  }
  return [...items.filter(each => each.code !== code), turned]
}
