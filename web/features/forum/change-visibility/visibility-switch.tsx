import { changeVisibility, type ForumVisibility, readForumProfile } from '#contract/forum/forum.ts'
import { call } from '#web/lib/call/api.ts'
import { textOfError } from '#web/lib/call/error-text.ts'
import { replaceRead } from '#web/lib/call/replace-read.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useSwitchboard } from '#web/lib/switchboard.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Switch } from '#web/ui/choice.tsx'

const key = 'public'

/** Switch for the profile's visibility; acts at once. */
export function VisibilitySwitch({ state }: { state: ForumVisibility }) {
  const t = useT()
  const params = useOwnParams()
  const switches = useSwitchboard({
    send: async (_, on) => {
      const body = { state: on ? 'public' : 'private' } as const
      replaceRead(readForumProfile, { params }, await call(changeVisibility, { params, body }))
    },
    onHeld: () => undefined,
    onRefused: (_, { error }) => {
      announce(textOfError(error), 'assertive')
      // The failed call may have been executed.
      void invalidate(readForumProfile)
    },
  })
  const refusal = switches.refusalOf(key)
  return (
    <Switch
      label={t('forum.public')}
      hint={t('forum.public_hint')}
      error={refusal && textOfError(refusal.error)}
      checked={switches.isOn(key, state === 'public')}
      onChange={on => switches.turn(key, on)}
    />
  )
}
