const firstHour = 17
const endHour = 22
const checkMs = 60_000
/** Made when it is first asked: that takes a phone 60 ms, and pages without a chat load this file as well. */
let hour: Intl.DateTimeFormat | undefined

/** Whether somebody answers in the chat: from 17:00 until before 22:00 in Bratislava (R1.26). */
export function isChatTime(atMs: number): boolean {
  hour ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Bratislava',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  const now = Number(hour.format(atMs))
  return now >= firstHour && now < endHour
}

/**
 * Checks each minute, and whenever the page becomes visible, since timers of hidden pages are throttled.
 *
 * @param look called at each check
 * @returns a function that stops it
 */
export function watchChatHours(look: () => void): () => void {
  const timer = setInterval(look, checkMs)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
