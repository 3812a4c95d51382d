/** So many at once, and only some of them for the same key: nobody takes all places from others. */
export interface Places {
  /** Takes a place until the function that it gives is called; null where there is none. */
  take(key: string): (() => void) | null
  readonly taken: number
}

export interface PlacesOptions {
  readonly max: number
  readonly eachMax: number
}

/** Memory grows with the places that are taken, not with the keys that ever were. */
export const placesOf = ({ max, eachMax }: PlacesOptions): Places => {
  const byKey = new Map<string, number>()
  let taken = 0
  return {
    get taken() {
      return taken
    },
    take: (key) => {
      const own = byKey.get(key) ?? 0
      if (taken >= max || own >= eachMax) return null
      taken++
      byKey.set(key, own + 1)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        taken--
        const left = (byKey.get(key) ?? 1) - 1
        if (left === 0) byKey.delete(key)
        else byKey.set(key, left)
      }
    },
  }
}
