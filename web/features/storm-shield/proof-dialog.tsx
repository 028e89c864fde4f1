import type { ChallengeKind } from '#contract/storm-shield/storm-shield.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Dialog } from '#web/ui/modal.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { CaptchaProof } from './captcha-proof.tsx'
import { CodeProof } from './code-proof.tsx'
import { PasskeyProof } from './passkey-proof.tsx'
import { PasswordProof } from './password-proof.tsx'
import styles from './proof-dialog.module.css'
import type { ProofProps } from './proof-props.ts'

type ProofDialogProps = ProofProps & {
  kind: ChallengeKind
  /** Id of the challenge, where a passkey proves as much. */
  passkey: string | undefined
  /** Error of the last answer. */
  problem: string | undefined
}

const forms = { captcha: CaptchaProof, password: PasswordProof, email_code: CodeProof }

/** Dialog with one challenge, after which the call goes on; no input is lost. */
export function ProofDialog({ kind, problem, passkey, ...proof }: ProofDialogProps) {
  const t = useT()
  const Form = forms[kind]
  return (
    <Dialog open onClose={proof.onGiveUp} title={t(`proof.${kind}.title`)}>
      <Problems texts={problem === undefined ? [] : [problem]} />
      <p className={styles.text}>{t(`proof.${kind}.text`)}</p>
      <div className={styles.form}>
        {passkey !== undefined && <PasskeyProof challenge={passkey} {...proof} />}
        <Form {...proof} />
      </div>
    </Dialog>
  )
}
