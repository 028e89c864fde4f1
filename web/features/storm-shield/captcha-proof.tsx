import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { createCaptchaWidget } from './captcha-widget.ts'
import styles from './proof-dialog.module.css'
import type { ProofProps } from './proof-props.ts'
import { CaptchaError, type CaptchaTrouble, googleScript, loadRecaptcha } from './recaptcha.ts'

/** The captcha's widget; once solved, the call goes on. */
export function CaptchaProof({ onAnswer, onGiveUp }: ProofProps) {
  const t = useT()
  const [trouble, setTrouble] = useState<CaptchaTrouble>()
  return (
    <>
      {trouble === undefined ? (
        <Widget onAnswer={onAnswer} onTrouble={setTrouble} />
      ) : (
        <Problems texts={[t(`captcha.${trouble}`)]} />
      )}
      <Actions>
        {trouble !== undefined && (
          <Button variant="primary" onClick={() => setTrouble(undefined)}>
            {t('captcha.try_again')}
          </Button>
        )}
        <Button onClick={onGiveUp}>{t('proof.give_up')}</Button>
      </Actions>
    </>
  )
}

type WidgetProps = {
  onAnswer: (answer: string) => void
  onTrouble: (trouble: CaptchaTrouble) => void
}

function Widget({ onAnswer, onTrouble }: WidgetProps) {
  const place = useRef<HTMLDivElement>(null)
  const tellAnswer = useEffectEvent(onAnswer)
  const tellTrouble = useEffectEvent(onTrouble)
  useEffect(() => {
    // Not managed by React: the provider renders into it.
    const container = document.createElement('div')
    place.current?.replaceChildren(container)
    const { captcha_public_key: siteKey, captcha_script_url: scriptUrl = googleScript } = runtimeConfig()
    const widget = createCaptchaWidget(container, {
      siteKey: siteKey ?? '',
      load: () => loadRecaptcha(scriptUrl),
    })
    let isGone = false
    widget.execute().then(
      answer => {
        if (!isGone) tellAnswer(answer)
      },
      (error: unknown) => {
        if (isGone) return
        widget.reset()
        tellTrouble(error instanceof CaptchaError ? error.trouble : 'error')
      },
    )
    return () => {
      isGone = true
    }
  }, [])
  return <div ref={place} className={styles.captcha} />
}
