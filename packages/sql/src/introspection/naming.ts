import type { NamingPolicy } from '@charter/charter'
import { entityNameOf, memberNameOf, wordsOf } from './words.ts'

/** How names of a source become names of a charter; whatever cannot be written is spelled as its code points. */
export interface Naming {
  entity(name: string): string
  member(name: string): string
}

export const namingOf = (policy: NamingPolicy): Naming =>
  policy === 'preserve'
    ? {
        entity: (name) => kept(/^[A-Z]/.test(name) ? name : name.charAt(0).toUpperCase() + name.slice(1), name, 'U'),
        member: (name) => kept(/^[a-z]/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1), name, 'u'),
      }
    : {
        entity: (name) => entityNameOf(name) || spelled(name, 'U'),
        member: (name) => memberNameOf(name) || spelled(name, 'u'),
      }

const kept = (wished: string, name: string, prefix: 'U' | 'u'): string => {
  if (/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(wished)) return wished
  return (prefix === 'U' ? entityNameOf(name) : memberNameOf(name)) || spelled(name, prefix)
}

/** `患者` is `u60a3u8005`: unreadable, but it stays the same whatever stands beside it. */
const spelled = (name: string, prefix: 'U' | 'u'): string => {
  const points = [...name].map((letter) => `u${(letter.codePointAt(0) ?? 0).toString(16)}`).join('')
  return `${prefix}${points.slice(1)}`.slice(0, 60)
}

/** Whether something of a name is lost on the way: letters of other scripts. */
export const losesLetters = (name: string): boolean => {
  const left = wordsOf(name).join('').length
  const letters = name.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '').length
  return left < letters
}
