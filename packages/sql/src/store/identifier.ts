import { slotless } from './slots.ts'

/** A name as an SQL identifier; a quote inside is doubled. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The same in a statement that has slots. */
export const named = (name: string): string => slotless(quoted(name))
