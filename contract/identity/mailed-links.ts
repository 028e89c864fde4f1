/** How long a mailed link works (R4.04). What is shown to the reader and what the server keeps are one. */
export const linkLifeHours = { activation: 48, newPassword: 2 } as const
