import type { ComponentProps } from 'react'
import styles from './text-link.module.css'

/** A link within text. `standalone` gives one that stands alone in a row the height of a finger. */
export function TextLink({
  standalone = false,
  ...rest
}: Omit<ComponentProps<'a'>, 'className'> & { href: string; standalone?: boolean }) {
  return <a {...rest} className={standalone ? styles.standalone : undefined} />
}
