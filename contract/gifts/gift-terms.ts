/** A gift can be activated on the day it was paid for and for so many days after it (R9.02). */
export const giftLifeDays = 93

/** The latest day for which a gift can be ordered: its recipient has two weeks left to activate it. */
export const giftLatestDays = giftLifeDays - 14

/** Longest greeting of a gift, in characters. */
export const giftMessageMax = 500
