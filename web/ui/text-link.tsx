import type { ComponentProps } from 'react'
import styles from './text-link.module.css'

/** A link within text. `standalone` gives a link alone in its row the height of a touch target. */
export function TextLink({
  standalone = false,
  ...rest
}: Omit<ComponentProps<'a'>, 'className'> & { href: string; standalone?: boolean }) {
  return <a {...rest} className={standalone ? styles.standalone : undefined} />
}
