/** /predplatne/vypnut-obnovovanie (R4.07). A file of its own, since its first step needs no form. */
export { StopRecurrence as default } from '#web/features/recurrence/stop-recurrence/stop-recurrence.tsx'
