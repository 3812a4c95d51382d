const elsewhere = new WeakSet<object>()

/** Marks a failure as that of another service, or of whoever asked it: nothing that this service stands on is away. Gives it back. */
export const asElsewhere = <Failure extends object>(failure: Failure): Failure => {
  elsewhere.add(failure)
  return failure
}

export const isElsewhere = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && elsewhere.has(error)
