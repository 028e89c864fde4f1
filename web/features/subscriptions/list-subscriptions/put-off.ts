import { parseJson, readStored, writeStored } from '#web/lib/browser/storage.ts'

/** For how long a notice is put off. */
export const putOffDays = 7

/** Notices that were put off in this browser: by key, until when in milliseconds since 1970. */
const read = (): Record<string, number> => {
  const kept = Object.entries(parseJson(readStored('noticesLater')) ?? {})
  return Object.fromEntries(kept.filter(([, untilMs]) => typeof untilMs === 'number'))
}

/** Whether a notice is put off at a time. */
export const isPutOff = (key: string, nowMs: number): boolean => (read()[key] ?? 0) > nowMs

/** Puts a notice off for seven days; those that are over are forgotten. */
export function putOff(key: string, nowMs: number): void {
  const open = Object.entries(read()).filter(([, untilMs]) => untilMs > nowMs)
  const all = Object.fromEntries([...open, [key, nowMs + putOffDays * 86_400_000]])
  writeStored('noticesLater', JSON.stringify(all))
}
