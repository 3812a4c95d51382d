const irregularPlurals: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  staff: 'staff',
  data: 'data',
  series: 'series',
  species: 'species',
  news: 'news',
  analyses: 'analysis',
  theses: 'thesis',
  hypotheses: 'hypothesis',
  crises: 'crisis',
  doses: 'dose',
  releases: 'release',
  responses: 'response',
  causes: 'cause',
  courses: 'course',
  nurses: 'nurse',
  exercises: 'exercise',
  diagnoses: 'diagnosis',
  statuses: 'status',
  addresses: 'address',
  movies: 'movie',
  criteria: 'criterion',
  indices: 'index',
  lives: 'life',
  leaves: 'leave',
  premises: 'premises',
  shelves: 'shelf',
  knives: 'knife',
  buses: 'bus',
  houses: 'house',
  warehouses: 'warehouse',
  purchases: 'purchase',
  expenses: 'expense',
  licenses: 'license',
  cases: 'case',
  bases: 'base',
  databases: 'database',
  invoices: 'invoice',
  sizes: 'size',
  prizes: 'prize',
  caches: 'cache',
  menus: 'menu',
  areas: 'area',
  visas: 'visa',
  taxis: 'taxi',
  heroes: 'hero',
  potatoes: 'potato',
  tomatoes: 'tomato',
  shoes: 'shoe',
  cookies: 'cookie',
  axes: 'axis',
}

/** A Map, as `constructor` is a word too. */
const irregular = new Map(Object.entries(irregularPlurals))

/** An English singular of a word in small letters; one that is singular already stays. */
export const singular = (word: string): string => {
  const known = irregular.get(word)
  if (known !== undefined) return known
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|zz|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^suia]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word
}

export const isPlural = (word: string): boolean => singular(word) !== word

export const plural = (word: string): string => {
  const known = [...irregular].find(([, one]) => one === word)
  if (known) return known[0]
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

/** Words of a phrase, without punctuation; `start_date` and `startDate` are two each. */
export const wordsOf = (phrase: string): readonly string[] =>
  phrase
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]s\b/g, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `lab results`: `LabResult`. Empty where nothing is left of the phrase. */
export const entityName = (phrase: string): string => {
  const words = [...wordsOf(phrase)]
  const last = words.pop()
  if (last === undefined) return ''
  const name = [...words, singular(last)].map(capital).join('').slice(0, 60)
  return /^[A-Z]/.test(name) ? name : ''
}

/** `date of birth`: `dateOfBirth`. */
export const memberName = (phrase: string): string => {
  const [first, ...rest] = wordsOf(phrase)
  if (first === undefined) return ''
  const name = (first + rest.map(capital).join('')).slice(0, 60)
  return /^[a-z]/.test(name) ? name : `n${name}`
}

/** `team leaders`: `team-leader`. */
export const slug = (phrase: string): string => {
  const words = [...wordsOf(phrase)]
  const last = words.pop()
  return last === undefined ? '' : [...words, singular(last)].join('-')
}

/** `LabResult`: `labResults`. */
export const collectionName = (entity: string): string => {
  const words = [...wordsOf(entity)]
  const last = words.pop() ?? ''
  return memberName([...words, plural(last)].join(' '))
}

export const lower = (name: string): string => memberName(name)

export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
