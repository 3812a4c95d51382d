import type { OutlineEntity } from './outline.ts'

/** The field that holds whoever made a row, which nobody can send: the one that is there, else a new one. */
export const creatorField = (entity: OutlineEntity, wanted = 'createdBy'): string => {
  const known = [...entity.fields].find(([, { default: from }]) => from === 'principal')
  if (known) return known[0]
  const name = [wanted, 'createdBy', 'enteredBy'].find((each) => !entity.relations.has(each)) ?? 'madeBy'
  entity.fields.set(name, { type: 'text', length: '..200', default: 'principal', readOnly: true })
  return name
}
