interface Rests {
  readonly quoted?: string
  /** Characters from the beginning of the words. */
  readonly offset?: number
  readonly assumed?: string
}

const shownMax = 8

/** What each word of a description became, things and roles: `"members" Member, "book" Booking`; empty where nothing rests on words. */
export const readInWords = (provenance: Readonly<Record<string, Rests>>): string => {
  const became = Object.entries(provenance)
    .flatMap(([path, { quoted, offset = 0 }]) => {
      const name = /^(?:access\.roles\.([a-z][\w-]*)|([A-Z]\w*))$/.exec(path)
      return name && quoted !== undefined ? [{ quoted, offset, name: name[2] ?? `role ${name[1]}` }] : []
    })
    .sort((one, other) => one.offset - other.offset)
  const words = [...Map.groupBy(became, ({ quoted }) => quoted.toLowerCase())].map(
    ([, of]) => `"${cut(of[0]?.quoted ?? '')}" ${of.map(({ name }) => name).join(' and ')}`,
  )
  const more = words.length - shownMax
  return [...words.slice(0, shownMax), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

const wordsMax = 4

const cut = (quoted: string): string => {
  const words = quoted.split(/\s+/)
  return words.length > wordsMax ? `${words.slice(0, wordsMax).join(' ')} …` : quoted
}
