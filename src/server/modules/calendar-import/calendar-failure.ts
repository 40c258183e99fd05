/** Why a calendar could not be read, as its author is told. Its message is a sentence without addresses or technical terms. */
export class CalendarFailure extends Error {}
