import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Heading } from './heading.tsx'
import styles from './modal.module.css'

type ModalProps = {
  open: boolean
  /** Asked for by Escape, by a press beside it, or by its own button. The caller then sets `open`. */
  onClose: () => void
  title: string
  children: ReactNode
}

/**
 * A question that must be answered before going on. Its title says what is about to happen, its buttons repeat
 * the verb. Focus starts at the title and returns to where it was.
 */
export function Dialog({ actions, ...modal }: ModalProps & { actions?: ReactNode }) {
  return (
    <Modal {...modal} className={styles.dialog}>
      {modal.children}
      {actions && <div className={styles.actions}>{actions}</div>}
    </Modal>
  )
}

/** What slides in from the side on a phone: a menu, a filter. */
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
  const { open, onClose, title } = props
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return undefined
    element.showModal()
    // The platform would start at the first button, past the words that explain it.
    element.querySelector('h2')?.focus()
    return () => element.close()
  }, [open])

  return (
    // The keyboard's way of closing is `onCancel`; the press beside the dialog is for the pointer only.
    <dialog
      ref={dialog}
      className={props.className}
      aria-labelledby={titleId}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => {
        // Only the backdrop is the dialog itself; all that is seen of it is inside `.inside`.
        if (event.target === event.currentTarget) onClose()
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
