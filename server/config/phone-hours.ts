import * as z from 'zod'

const time = String.raw`([01]?\d|2[0-3]):([0-5]\d)`
const pattern = new RegExp(`^([1-7])-([1-7]) ${time}-${time}$`)

/** Hours of the telephone: `1-5 8:00-16:00`, weekdays by their number from Monday. */
export const phoneHours = {
  schema: z.string().transform((text, context) => {
    const [first, last, fromHour, fromMinute, toHour, toMinute] =
      pattern.exec(text)?.slice(1).map(Number) ?? []
    const from = (fromHour ?? 0) * 60 + (fromMinute ?? 0)
    const to = (toHour ?? 0) * 60 + (toMinute ?? 0)
    if (first === undefined || last === undefined || first > last || from >= to) {
      context.addIssue('no hours')
      return z.NEVER
    }
    return { firstDay: first, lastDay: last, fromMinute: from, toMinute: to }
  }),
  form: 'weekdays and hours, e.g. `1-5 8:00-16:00`',
}
