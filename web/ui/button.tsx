import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

type Variant = 'primary' | 'secondary' | 'quiet'

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'className'> & {
  variant?: Variant
  /** At work: keeps its width and focus, ignores presses. */
  busy?: boolean
}

/**
 * A button; its label is a verb. At most one `primary` a screen, `secondary` for other actions, `quiet` for
 * rare ones. There is no disabled state: a button that can't be used yet says so when pressed.
 */
export function Button({ variant = 'secondary', busy = false, type = 'button', ...rest }: ButtonProps) {
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else rest.onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={`${styles.button} ${styles[variant]}`}
      aria-disabled={busy || undefined}
      data-busy={busy || undefined}
      onClick={onClick}
    />
  )
}

/** A link that looks like a button: for going somewhere, where a button would do something. */
export function ButtonLink({
  variant = 'secondary',
  ...rest
}: Omit<ComponentProps<'a'>, 'className'> & { href: string; variant?: Variant }) {
  return <a {...rest} className={`${styles.button} ${styles[variant]}`} />
}

/** A row of buttons; one below the other on a phone. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
