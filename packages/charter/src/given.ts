/** The members that have a value: what `exactOptionalPropertyTypes` asks for. */
export const given = <T extends object>(from: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
