import type { PageOperation } from '@charter/page'

/** An operation as the page shows it to a role, with what it is filled in with for the style of this number. */
export interface Filled {
  readonly operation: PageOperation
  readonly values: Readonly<Record<string, string>>
}

/** Null where no row is known for the role. Each style takes a row of its own away. */
export const prefilledFor = (whole: PageOperation, role: string, number = 0): Filled | null => {
  const operation = { ...whole, ...whole.forms?.[whole.formFor?.[role] ?? -1] }
  const known = operation.valuesFor?.[role]?.flatMap((at) => (operation.values?.[at] ? [operation.values[at]] : []))
  const isTaking = operation.method === 'DELETE' && operation.values !== undefined
  const tuple = isTaking ? known?.[number] : known?.[number % Math.max(known.length, 1)]
  if (known && !tuple) return null
  return { operation, values: valuesIn(operation, tuple) }
}

/** An operation as it is shown where nothing is known of who asks: with the contract's example. */
export const initially = (operation: PageOperation): Filled => ({ operation, values: valuesIn(operation) })

const valuesIn = ({ inputs }: PageOperation, tuple: readonly string[] = []): Filled['values'] =>
  Object.fromEntries(inputs.map(({ name, initial }, at) => [name, tuple[at] ?? initial]))
