import { type Charter, type Entity, type Field, kebabOf } from '@charter/charter'

/** `WorkOrder` as words: `work order`. */
export const wordsOf = (name: string): string => kebabOf(name).replaceAll('-', ' ')

/** A heading of a name: `Work order`. */
export const headingOf = (name: string): string => {
  const words = wordsOf(name)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const ownField = /^\(?(?:principal has \w+ && )?resource\.([\w.]+) == principal\.(\w+)\)?$/
const literal = /^\(?resource\.([\w.]+) (==|!=) (?:"([^"]+)"|(true|false))\)?$/

/** A condition as a person would say it; those that no sentence here fits stay as they are written. */
export const conditionWords = (condition: string): string => {
  const own = ownField.exec(condition)
  if (own) {
    const [, path = '', attribute = ''] = own
    return attribute === 'id'
      ? `only where ${pathWords(path)} is the caller`
      : `only where ${pathWords(path)} is the caller’s`
  }
  const [, path = '', operator, text, flag] = literal.exec(condition) ?? []
  if (operator === undefined) return `only where ${condition}`
  return `only where ${pathWords(path)} is ${operator === '!=' ? 'not ' : ''}${text ?? flag}`
}

/** `patient.ward`: the patient’s ward. */
const pathWords = (path: string): string => {
  const parts = path.split('.').map((part) => wordsOf(part.replace(/Id$/, '')))
  return `the ${parts.join('’s ')}`
}

/** What holds of a field beside its type, a sentence each. */
export const fieldWords = (entity: Entity, field: Field): readonly string[] => [
  ...(entity.key.includes(field.name) ? ['Key.'] : []),
  ...(field.default && !field.states ? [`${defaultWords(field.default)}.`] : []),
  ...(field.isUnique ? ['No two have the same.'] : []),
  ...(field.isReadOnly ? ['Set by the service alone.'] : []),
  ...(field.isImmutable ? ['Set once, never changed.'] : []),
  ...(field.isWriteOnly ? ['Sent, and never told.'] : []),
  ...(field.name === entity.softDelete ? ['When it was deleted: rows with a value are not shown.'] : []),
  ...(field.impliedBy === undefined ? [] : [`Which ${wordsOf(field.impliedBy)} it belongs to.`]),
]

const defaultWords = (of: NonNullable<Field['default']>): string => {
  switch (of.kind) {
    case 'value':
      return `${JSON.stringify(of.value)} unless given`
    case 'now':
    case 'today':
      return `${of.kind === 'now' ? 'The moment' : 'The day'} it is made, unless given`
    case 'tenant':
      return 'The caller’s tenant'
    case 'principal':
      return 'Who made it'
    default:
      return 'Made by the service, unless given'
  }
}

const classes: Readonly<Record<NonNullable<Field['class']>, string>> = {
  pii: 'Personal',
  phi: 'Health',
  pan: 'Card number',
  secret: 'Secret',
}

/** `Personal`, `Health`; null for what is not classified. */
export const classWords = (field: Field): string | null => (field.class === undefined ? null : classes[field.class])

/** How the value is kept and who sees it; null for what is not protected. */
export const protectionWords = (charter: Charter, entity: Entity, field: Field): string | null => {
  const { protect, reveal } = field
  if (protect === undefined && reveal === undefined) return null
  const kept =
    protect === 'encrypt'
      ? 'Encrypted where it lies.'
      : protect === 'tokenize'
        ? 'Kept in a vault; the row holds a token.'
        : 'Kept as it is.'
  const name = reveal ?? (protect === 'tokenize' ? 'detokenize' : undefined)
  if (name === undefined) return `${kept} Whoever may read the row sees it.`
  const roles = charter.access.roles.filter((role) =>
    entity.allow.some((line) => line.role === role && line.reveal.includes(name)),
  )
  const others = protect === 'tokenize' ? 'the token' : maskWords(field)
  return `${kept} Shown to ${roles.length === 0 ? 'nobody' : roles.join(', ')}; others see ${others}.`
}

const maskWords = ({ mask }: Field): string => {
  if (mask === undefined || mask.kind === 'hide') return 'nothing'
  return mask.kind === 'year' ? 'the year, as its first of January' : `the last ${mask.keep} characters`
}
