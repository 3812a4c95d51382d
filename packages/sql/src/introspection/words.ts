import { pluralNoun, singularNoun } from '@charter/charter'

/** Turns a source's names into a charter's: small letters and digits only, without clashes. */

/** The words of a name: split at anything that is no letter or digit, and where small letters turn capital. */
export const wordsOf = (name: string): readonly string[] =>
  plain(name)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')

/** Letters with their marks taken off; `ß` and the like spelled out. Other scripts are gone. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæøœłđð]/gi, (letter) => spelled[letter.toLowerCase()] ?? letter)

const spelled: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', ł: 'l', đ: 'd', ð: 'd' }

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

/** `order details`: `OrderDetail`. Empty where nothing of the name is left. */
export const entityNameOf = (table: string): string => {
  const words = [...wordsOf(table)]
  const last = words.pop()
  if (last === undefined) return ''
  const name = [...words, singularNoun(last.toLowerCase())].map(capital).join('')
  return bounded(/^[A-Z]/.test(name) ? name : `T${name}`)
}

/** `birth_date`, `BirthDate`, `birth date`: `birthDate`. Empty where nothing of the name is left. */
export const memberNameOf = (column: string): string => camel(wordsOf(column))

export const camel = (words: readonly string[]): string => {
  const [first, ...rest] = words
  if (first === undefined) return ''
  const name = first.toLowerCase() + rest.map(capital).join('')
  return bounded(/^[a-z]/.test(name) ? name : `n${name}`)
}

const bounded = (name: string) => name.slice(0, 60)

/** `orderDetail`: `orderDetails`. */
export const pluralName = (name: string): string => {
  const words = wordsOf(name)
  return camel([...words.slice(0, -1), pluralNoun(words.at(-1)?.toLowerCase() ?? '')])
}

/** A table's own plural in kebab case; null where its name is no plural. */
export const ownPlural = (table: string): string | null => {
  const words = wordsOf(table).map((word) => word.toLowerCase())
  const last = words.at(-1) ?? ''
  return last !== '' && pluralNoun(last) === last ? words.join('-') : null
}

/** A name not yet in `taken`, which then holds it: the first wish that is free, else the last with a number. */
export const claim = (taken: Set<string>, ...wishes: readonly string[]): string => {
  const free = wishes.find((wish) => wish !== '' && !taken.has(wish.toLowerCase()))
  const last = wishes.findLast((wish) => wish !== '') ?? 'unnamed'
  let name = free ?? last
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${last}${number}`
  taken.add(name.toLowerCase())
  return name
}
