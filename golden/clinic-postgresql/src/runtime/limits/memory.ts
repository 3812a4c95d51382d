/** What was made before, by a text. Bounded in number and in size, since callers choose the texts; least recently used goes first. */
export interface Memory<Made> {
  get(text: string): Made | undefined
  keep(text: string, made: Made): Made
  /** What is kept under a text holds so much more now, of whatever the room counts. */
  grow(text: string, size: number): void
  forget(text: string): void
  /** Of all that is kept. */
  readonly size: number
}

export interface MemoryOptions<Made> {
  readonly most: number
  /** Of all together: characters of the texts, and what they grow by. What alone takes more is not kept. */
  readonly room: number
  /** Is told what goes. */
  onDrop?(made: Made): void
}

export const memoryOf = <Made>({ most, room, onDrop }: MemoryOptions<Made>): Memory<Made> => {
  const known = new Map<string, { readonly made: Made; size: number }>()
  let taken = 0
  const forget = (text: string): void => {
    const kept = known.get(text)
    if (!kept) return
    known.delete(text)
    taken -= kept.size
    onDrop?.(kept.made)
  }
  // A Map keeps the order of insertion: a hit is put back at the end.
  const makeRoom = (): void => {
    for (const oldest of known.keys()) {
      if (known.size <= most && taken <= room) return
      forget(oldest)
    }
  }
  return {
    get: (text) => {
      const kept = known.get(text)
      if (!kept) return undefined
      known.delete(text)
      known.set(text, kept)
      return kept.made
    },
    keep: (text, made) => {
      forget(text)
      if (text.length > room) return made
      known.set(text, { made, size: text.length })
      taken += text.length
      makeRoom()
      return made
    },
    grow: (text, size) => {
      const kept = known.get(text)
      if (!kept) return
      kept.size += size
      taken += size
      if (kept.size > room) forget(text)
      else makeRoom()
    },
    forget,
    get size() {
      return taken
    },
  }
}
