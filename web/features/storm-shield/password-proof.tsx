import { useT } from '#web/lib/texts/i18n.ts'
import { ProofForm } from './proof-form.tsx'
import type { ProofProps } from './proof-props.ts'

/** The account's password once more. */
export function PasswordProof(proof: ProofProps) {
  const t = useT()
  return (
    <ProofForm {...proof} label={t('proof.password.label')} type="password" autoComplete="current-password" />
  )
}
