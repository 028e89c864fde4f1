import { useLayoutEffect, useRef, useState } from 'react'
import { readUser, type User } from '#contract/identity/identity.ts'
import { printedMobileNumber } from '#contract/phone/mobile-number.ts'
import { replaceRead } from '#web/lib/call/replace-read.ts'
import { invalidate, queryClient, readOptions } from '#web/lib/call/use-endpoint.ts'
import { leadFocus } from '#web/lib/forms/lead-focus.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ChangeForbidden } from './change-forbidden.tsx'
import { CodeForm } from './code-form.tsx'
import { NumberForm } from './number-form.tsx'
import styles from './phone-part.module.css'
import { VerifiedNumber } from './verified-number.tsx'

/** The mobile number: entered, verified by a code, changed, removed (R1.11, R4.14). */
export function PhonePart({ user }: { user: User }) {
  const t = useT()
  const params = useOwnParams()
  const { queryKey } = readOptions(readUser, { params })
  const codeEndMs = codeEnd(user, queryClient.getQueryState(queryKey)?.dataUpdatedAt)
  const [changing, setChanging] = useState(false)
  const [told, setTold] = useState<string>()
  const step = stepOf(user, changing)
  const part = useFocusOnChange(step)

  const onNumberTaken = (fresh: User) => {
    replaceRead(readUser, { params }, fresh)
    setChanging(false)
    setTold(fresh.phone_to_change === null ? t('phone.same') : undefined)
  }
  const onSettled = async (text?: string) => {
    await invalidate(readUser)
    setChanging(false)
    setTold(text)
  }
  const startChange = () => {
    setTold(undefined)
    setChanging(true)
  }

  return (
    <div ref={part} tabIndex={-1} className={styles.part}>
      {told !== undefined && <Notice tone="good">{told}</Notice>}
      {step === 'forbidden' && <ChangeForbidden user={user} />}
      {step === 'code' && user.phone_to_change !== null && (
        <CodeForm
          number={user.phone_to_change}
          codeEndMs={codeEndMs}
          onSent={() => invalidate(readUser)}
          onVerified={number => onSettled(t('phone.done', { number: printedMobileNumber(number) }))}
          onGivenUp={() => onSettled()}
        />
      )}
      {step === 'number' && (
        <NumberForm
          isChange={user.phone !== null}
          onTaken={onNumberTaken}
          onCancel={user.phone === null ? undefined : () => setChanging(false)}
        />
      )}
      {step === 'verified' && user.phone !== null && (
        <VerifiedNumber
          number={user.phone}
          onChange={startChange}
          onRemoved={() => onSettled(t('phone.removed'))}
        />
      )}
    </div>
  )
}

/** When the code expires by this machine's clock, from the server's seconds. */
const codeEnd = ({ phone_code: code }: User, toldAtMs: number | undefined): number | undefined =>
  code && toldAtMs !== undefined ? toldAtMs + code.valid_for_s * 1000 : undefined

type Step = 'forbidden' | 'code' | 'number' | 'verified'

function stepOf(user: User, changing: boolean): Step {
  if (!user.phone_change.allowed) return 'forbidden'
  if (user.phone_to_change !== null) return 'code'
  return user.phone === null || changing ? 'number' : 'verified'
}

/** Focuses a new step: its first field, else the part itself. */
function useFocusOnChange(step: Step) {
  const part = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useLayoutEffect(() => {
    if (shown.current === step) return
    shown.current = step
    leadFocus(part.current?.querySelector<HTMLElement>('input') ?? part.current)
  }, [step])
  return part
}
