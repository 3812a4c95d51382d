import type { Json } from './json.ts'
import { textOf } from './read-text.ts'

/**
 * A value as one step of an address. `.` and `..` mean places there, however they are escaped (WHATWG URL, section 4.1: `%2e` is
 * one too), and nothing is no step: these have `~` before them, and so has what would then be taken for one of them.
 */
export const pathStep = (value: Json): string => {
  const text = textOf(value)
  return encodeURIComponent(meansPlace.test(text) ? `~${text}` : text)
}

/** The text that a step, decoded, stands for. */
export const stepText = (step: string): string => (step.startsWith('~') && meansPlace.test(step) ? step.slice(1) : step)

const meansPlace = /^~*\.{0,2}$/
