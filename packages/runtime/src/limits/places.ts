/** So many at once, and only some of them for the same key: nobody takes all places from others. */
export interface Places {
  /** Takes a place, or several, until the function that it gives is called; null where there are none. */
  take(key: string, places?: number): (() => void) | null
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
    take: (key, places = 1) => {
      const own = byKey.get(key) ?? 0
      if (taken + places > max || own + places > eachMax) return null
      taken += places
      byKey.set(key, own + places)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        taken -= places
        const left = (byKey.get(key) ?? places) - places
        if (left === 0) byKey.delete(key)
        else byKey.set(key, left)
      }
    },
  }
}
