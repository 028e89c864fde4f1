/** /predplatne/zmenit-kartu (R1.03). */
export { StartCardChange as default } from '#web/features/recurrence/start-card-change/start-card-change.tsx'
