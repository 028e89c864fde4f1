import { changeNoticeCopies } from '#contract/identity/change-user.ts'
import { readUser } from '#contract/identity/identity.ts'
import { call } from '#web/lib/call/api.ts'
import { textOfError } from '#web/lib/call/error-text.ts'
import { replaceRead } from '#web/lib/call/replace-read.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useSwitchboard } from '#web/lib/switchboard.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Switch } from '#web/ui/choice.tsx'

const key = 'copies'

/** Switch for e-mail copies of the activity log; acts at once. @param on the last known state */
export function NoticeCopiesSwitch({ on }: { on: boolean }) {
  const t = useT()
  const params = useOwnParams()
  const switches = useSwitchboard({
    send: async (_, wanted) => {
      replaceRead(
        readUser,
        { params },
        await call(changeNoticeCopies, { params, body: { notice_copies: wanted } }),
      )
    },
    onHeld: () => undefined,
    onRefused: (_, { error }) => {
      announce(textOfError(error), 'assertive')
      // The failed call may have been executed.
      void invalidate(readUser)
    },
  })
  const refusal = switches.refusalOf(key)
  return (
    <Switch
      label={t('activity.copies')}
      hint={t('activity.copies_hint')}
      error={refusal && textOfError(refusal.error)}
      checked={switches.isOn(key, on)}
      onChange={wanted => switches.turn(key, wanted)}
    />
  )
}
