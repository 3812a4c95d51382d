const padding = 'x'.repeat(300 - '{"at":"2026-11-21T10:00:00Z","id":"000000000000","pad":""}'.length)

/** Canonical JSON of exactly 300 bytes. */
export const entryOf = (number: number): string =>
  `{"at":"2026-11-21T10:00:00Z","id":"${String(number).padStart(12, '0')}","pad":"${padding}"}`
