/** Where a value travels: only to the service, or both ways. */
export type Direction = 'input' | 'both'
