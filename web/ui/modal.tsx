import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Actions } from './button.tsx'
import { Heading } from './heading.tsx'
import styles from './modal.module.css'

type ModalProps = {
  open: boolean
  /** Its act is under way: it stays open until the outcome is told in it. */
  busy?: boolean
  /** Called on Escape, a click on the backdrop, or its own button. The caller then sets `open`. */
  onClose: () => void
  title: string
  children: ReactNode
}

/**
 * A modal dialog. Its title says what is about to happen, its buttons repeat the verb. Focus starts at the
 * title and returns afterwards.
 */
export function Dialog({ actions, ...modal }: ModalProps & { actions?: ReactNode }) {
  return (
    <Modal {...modal} className={styles.dialog}>
      {modal.children}
      {actions && (
        <div className={styles.actions}>
          <Actions>{actions}</Actions>
        </div>
      )}
    </Modal>
  )
}

/** A sheet that slides in from the side on a phone: a menu, a filter. */
export function Sheet({ closeLabel, ...modal }: ModalProps & { closeLabel: string }) {
  return (
    <Modal
      {...modal}
      className={styles.sheet}
      corner={
        <button type="button" className={styles.close} onClick={modal.onClose}>
          {closeLabel}
        </button>
      }
    >
      {modal.children}
    </Modal>
  )
}

function Modal(props: ModalProps & { className: string | undefined; corner?: ReactNode }) {
  const { open, busy = false, title } = props
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  const close = () => {
    if (!busy) props.onClose()
  }

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return undefined
    show(element)
    return () => element.close()
  }, [open])

  return (
    // The keyboard closes it by `onCancel`; clicks on the backdrop are for the pointer only.
    <dialog
      ref={dialog}
      className={props.className}
      aria-labelledby={titleId}
      onCancel={event => {
        event.preventDefault()
        close()
      }}
      // A second Escape, or Back of a phone, closes it in Chrome whatever the first one was answered.
      onClose={event => {
        if (open && event.currentTarget.isConnected) show(event.currentTarget)
      }}
      onClick={event => {
        // Clicks on the backdrop target the dialog itself; its content is inside `.inside`.
        if (event.target === event.currentTarget) close()
      }}
    >
      {open && (
        <div className={styles.inside}>
          <div className={styles.head}>
            <Heading level={2} look="section" id={titleId} tabIndex={-1}>
              {title}
            </Heading>
            {props.corner}
          </div>
          {props.children}
        </div>
      )}
    </dialog>
  )
}

function show(dialog: HTMLDialogElement): void {
  dialog.showModal()
  // Browsers would focus the first button, after the explanation.
  dialog.querySelector('h2')?.focus()
}
