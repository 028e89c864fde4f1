import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { listOffers, type Offer, readSurvey, switchRecurrence } from '#contract/recurrence/recurrence.ts'
import { routes } from '#contract/routes.ts'
import { listSubscriptions, type Subscription } from '#contract/subscriptions/subscriptions.ts'
import { offerReload } from '#web/blocks/reload-offer.tsx'
import { call } from '#web/lib/call/api.ts'
import { invalidate, useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { markPage, navigate, useLocation } from '#web/lib/navigation/navigation.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { BackToSubscription, Impossible, OfSubscription, Statement } from '../of-subscription.tsx'
import styles from '../recurrence.module.css'
import { forgetChoices, isTooLate, namesOf } from '../use-subscription.ts'
import { Loaded, useLaterSteps } from './loaded-steps.tsx'
import type { OfferOrder } from './offer-step.tsx'
import { CancelSteps, Confirmation, Feedback, Help, TooLate } from './plain-steps.tsx'
import { answersTo, useStopAnswers } from './stop-answers.ts'
import { done, placeOf, type StopStep, stepAddress, stepAfter, stepBefore, stepOf } from './stop-steps.ts'

/** Turns the renewal of a subscription off in steps that have addresses; leaving at any of them changes nothing (R4.07). */
export function StopRecurrence() {
  return (
    <OfSubscription
      isCandidate={({ recurrence }) => recurrence.state === 'on'}
      none={{ title: 'recurrence.none_on_title', text: 'recurrence.none_on_text' }}
    >
      {subscription => <Steps key={subscription.id} subscription={subscription} />}
    </OfSubscription>
  )
}

function Steps({ subscription }: { subscription: Subscription }) {
  const step = stepOf(useLocation().search)
  const { id, recurrence } = subscription
  const { given, keep, forget } = useStopAnswers(id)
  const own = useOwnParams()
  const params = { ...own, id: String(id) }
  const offers = useEndpoint(listOffers, { params })
  const upgrades = offers.data?.items.some(each => each.kind === 'upgrade') ?? false
  const config = runtimeConfig()
  const surveyId = upgrades ? config.stop_recurrence_upgrade_survey_id : config.stop_recurrence_survey_id
  const survey = useEndpoint(readSurvey, { params: { surveyId } })
  const [pressed, setPressed] = useState(false)
  const [order, setOrder] = useState<OfferOrder>()
  const [accepted, setAccepted] = useState<Offer>()
  const later = useLaterSteps()
  const stop = async () => {
    const isStillHere = markPage()
    const feedback = given.feedback.trim() || null
    // Kept answers may be of the other survey, e.g. about an offer that is gone: they must not keep the renewal on.
    const answers = answersTo(survey.data, given.answers)
    try {
      await call(switchRecurrence, {
        params,
        body: { enabled: false, survey: { survey_id: surveyId, answers, feedback } },
      })
    } finally {
      setPressed(true)
      forgetChoices()
      // Also after a failure: it may have been turned off, here or in another tab.
      await invalidate(listSubscriptions)
    }
    forget()
    // Replaces the history entry, so that Back skips the finished steps.
    if (isStillHere()) navigate(stepAddress(id, done), { replace: true })
  }
  const chosen = new Set(Object.values(given.answers).flat())
  const options = survey.data?.questions.flatMap(each => each.options) ?? []
  const needsHelp = options.some(each => each.leads_to === 'technical_help' && chosen.has(each.code))

  // First, since the subscription that it has taken the place of is over.
  if (accepted) return <Upgraded name={accepted.type.name} />
  if (recurrence.state !== 'on') {
    return <Stopped subscription={subscription} justNow={step === done} arrives={pressed} />
  }
  if (step === done) return <StillOn subscription={subscription} />
  if (isTooLate(subscription)) return <TooLate subscription={subscription} />
  const before = stepBefore(step, needsHelp)
  const shared = { subscription, next: stepAddress(id, stepAfter(step, needsHelp)) }
  return (
    <Place step={step} back={before && stepAddress(id, before)}>
      {step === 'potvrdenie' && <Confirmation {...shared} />}
      {step === 'ponuka' && (
        <Loaded {...later}>
          {({ OfferStep }) => (
            <OfferStep
              {...shared}
              offer={offers.data?.items[0]}
              isComing={offers.isPending}
              order={order}
              onOrder={setOrder}
              onAccepted={setAccepted}
            />
          )}
        </Loaded>
      )}
      {step === 'dovody' && (
        <Loaded {...later}>
          {({ SurveyStep }) => (
            <SurveyStep
              {...shared}
              // Which survey it is follows from the offers: none is shown that would be replaced.
              survey={offers.isPending ? undefined : survey.data}
              readerId={own.userId}
              failed={survey.isError}
              answers={given.answers}
              onAnswer={answers => keep({ answers })}
            />
          )}
        </Loaded>
      )}
      {step === 'pomoc' && <Help {...shared} />}
      {step === 'zrusenie' && <CancelSteps {...shared} />}
      {step === 'odkaz' && (
        <Feedback
          subscription={subscription}
          label={survey.data?.feedback.text}
          maxLength={survey.data?.feedback.max_length ?? 2000}
          value={given.feedback}
          onChange={feedback => keep({ feedback })}
          onStop={stop}
        />
      )}
    </Place>
  )
}

type PlaceProps = {
  step: StopStep
  /** Address of the step before. */
  back: string | undefined
  children: ReactNode
}

/** A step with its number, also in the page's title, and the way back. */
function Place({ step, back, children }: PlaceProps) {
  const t = useT()
  const id = useId()
  const place = t('recurrence.step', { place: placeOf(step) })
  const page = t('main.stop_recurrence_title')
  const site = t('site.name')
  return (
    <div ref={useFocusOnStep(step)} tabIndex={-1} role="group" aria-labelledby={id}>
      <title>{`${page}: ${place} - ${site}`}</title>
      <div className={styles.place}>
        <p id={id}>{place}</p>
        {back !== undefined && (
          <TextLink standalone href={back}>
            {t('recurrence.back')}
          </TextLink>
        )}
      </div>
      <ErrorBoundary fallback={offerReload}>{children}</ErrorBoundary>
    </div>
  )
}

type StoppedProps = {
  subscription: Subscription
  /** Just turned off on this page. */
  justNow: boolean
  /** The button has been pressed on this page. */
  arrives: boolean
}

function Stopped({ subscription, justNow, arrives }: StoppedProps) {
  const t = useT()
  if (subscription.state === 'inactive') {
    return <Impossible subscription={subscription} text={t('recurrence.was_until_text')} />
  }
  const names = namesOf(subscription)
  return (
    <Statement
      title={t('recurrence.off_title', names)}
      text={justNow ? t('recurrence.off_text') : t('recurrence.is_off_text')}
      arrives={arrives}
    >
      <BackToSubscription />
      {subscription.recurrence.if_turned_on && (
        <ButtonLink variant="quiet" href={`${routes.start_recurrence.path}?predplatne=${subscription.id}`}>
          {t('recurrence.on_again')}
        </ButtonLink>
      )}
    </Statement>
  )
}

function Upgraded({ name }: { name: string }) {
  const t = useT()
  return (
    <Statement title={t('recurrence.upgraded_title', { name })} text={t('recurrence.upgraded_text')} arrives>
      <BackToSubscription />
    </Statement>
  )
}

function StillOn({ subscription }: { subscription: Subscription }) {
  const t = useT()
  return (
    <Statement title={t('recurrence.is_on_title')}>
      <BackToSubscription />
      <ButtonLink href={stepAddress(subscription.id, 'potvrdenie')}>{t('recurrence.turn_off')}</ButtonLink>
    </Statement>
  )
}

/** Focuses the top of each new step; the first is handled by the page's arrival. */
function useFocusOnStep(step: string) {
  const top = useRef<HTMLDivElement>(null)
  const former = useRef(step)
  useEffect(() => {
    if (former.current === step) return
    former.current = step
    window.scrollTo({ top: 0 })
    top.current?.focus()
  }, [step])
  return top
}
