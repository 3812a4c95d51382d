/** Thrown where there is more in a push than one may have. */
export class TooMuch extends Error {}

/** Thrown of what is no push of OTLP. */
export class Unreadable extends Error {}
