import { currentProfile } from '#web/lib/reader/profile.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import styles from './print-note.module.css'

/** Adds the account and the date to every printed page. */
export function notePrints(): void {
  const note = document.createElement('p')
  note.className = styles.note ?? ''
  window.addEventListener('beforeprint', () => {
    const { email, ended } = currentProfile()
    const today = formatDate(new Date(serverTimeMs()).toISOString())
    note.textContent = email && !ended ? `${email} · ${today}` : today
    document.getElementById('content')?.before(note)
  })
  window.addEventListener('afterprint', () => note.remove())
}
