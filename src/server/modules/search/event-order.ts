/**
 * The order of events, as numbers that all engines and `event_order` in the database compute: those that begin today or later by their
 * beginning; those that are on since an earlier day after those of today, and before those of tomorrow, the first to end first; then those
 * that are over, the last to end first. A day has a number for each minute, the whole day before midnight.
 */
export const numbersOfDay = 1_441

/** Events that are on have the last numbers of today: one for each hour in which they end today, then one for each day until they end. */
export const onNow = { first: 1_408, hoursOfDay: 24, maxDays: 8 } as const

/** Events that begin in the last minutes of a day, which those that are on need, count as equal. */
export const lastStart = onNow.first - 1
