/** What was noted of keys lately: nothing of it for longer than `forMs`, and of no more keys than `most`, of which the oldest go first. */
export interface Recently<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  /** Of how many keys something is held, what is too old among them until something else is noted. */
  readonly size: number
}

export interface RecentlyOptions {
  readonly forMs: number
  readonly most: number
  readonly nowMs: () => number
}

export const recently = <Value>({ forMs, most, nowMs }: RecentlyOptions): Recently<Value> => {
  /** In the order in which they were noted last. */
  const noted = new Map<string, { readonly value: Value; readonly atMs: number }>()
  const isOver = ({ atMs }: { readonly atMs: number }): boolean => atMs + forMs <= nowMs()
  const forget = (): void => {
    for (const [key, note] of noted) {
      if (noted.size <= most && !isOver(note)) return
      noted.delete(key)
    }
  }
  return {
    get: (key) => {
      const note = noted.get(key)
      return note && !isOver(note) ? note.value : undefined
    },
    set: (key, value) => {
      noted.delete(key)
      noted.set(key, { value, atMs: nowMs() })
      forget()
    },
    get size() {
      return noted.size
    },
  }
}
