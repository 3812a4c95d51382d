import type { Charter } from '@charter/charter'
import { classOfName } from '@charter/draft/class-of-name'

/** A field that no class is said of, though its name says one. */
export interface ClassProposed {
  /** `Customer.email` */
  readonly about: string
  readonly class: string
  readonly sentence: string
}

/** Of a charter that was read from a database, which says nothing of what is sensitive there. A person decides. */
export const classesProposed = ({ entities }: Pick<Charter, 'entities'>): readonly ClassProposed[] =>
  entities.flatMap((entity) =>
    entity.fields.flatMap((field) => {
      const found =
        field.class === undefined && holdsSuch.has(field.type.kind) ? classOfName(field.name, entity.name) : null
      return found === null ? [] : [proposed(`${entity.name}.${field.name}`, found)]
    }),
  )

/** A flag or a count of such a name is about it, and is not it. */
const holdsSuch: ReadonlySet<string> = new Set(['text', 'date', 'dateTime', 'array', 'bytes'])

const proposed = (about: string, found: ClassProposed['class']): ClassProposed => ({
  about,
  class: found,
  sentence: `${about} looks like ${meanings[found] ?? found}. If it is, say class: ${found}, and whether it is protected.`,
})

const meanings: Readonly<Record<string, string>> = {
  pii: 'data about a person',
  phi: 'health data',
  pan: 'the number of a payment card',
  secret: 'a secret',
}
