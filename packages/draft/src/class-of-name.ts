import { wordsOf } from './read/names.ts'
import { readField } from './read/read-field.ts'

export type SensitiveClass = 'pii' | 'phi' | 'pan' | 'secret'

/** What the name of a field says of how sensitive it is, as words of the same name are read; null where it says nothing. */
export const classOfName = (field: string, entity: string): SensitiveClass | null => {
  const found = readField(wordsOf(field).join(' '), entity)?.options.class
  return classes.find((each) => each === found) ?? null
}

const classes: readonly SensitiveClass[] = ['pii', 'phi', 'pan', 'secret']
