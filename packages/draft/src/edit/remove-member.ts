import { type Desk, pathOf, Unclear } from './desk.ts'
import type { Member } from './find.ts'
import { isMembers } from './flow-text.ts'
import { linesOf, policiesText, rolesOn, setLines } from './lines.ts'
import { placeOf } from './options.ts'
import { renamedInRule, restsOn } from './renames/mentions.ts'
import { membersAt } from './renames/references.ts'

/** Why a field or relation cannot simply go, as parts of a sentence; empty where it can. */
export const memberUses = (desk: Desk, member: Member): readonly string[] => {
  const { charter } = desk
  const entity = desk.entityNamed(member.entity)
  const names = namesOf(desk, member)
  const has = (fields: readonly string[]) => fields.some((field) => names.includes(field))
  return [
    ...(has(entity.key) ? ['it is the key'] : []),
    ...(has([charter.access.tenancy?.field ?? '']) ? ['it says whose rows these are'] : []),
    ...(has([entity.softDelete ?? '']) ? ['it says whether a row is deleted'] : []),
    ...entity.relations
      .filter(({ name, from, kind }) => kind === 'one' && name !== member.name && has(from))
      .map(({ name }) => `the relation ${name} is followed by it`),
    ...names.flatMap((name) => conditionsOn(desk, member.entity, name)),
    ...names
      .filter((name) => new RegExp(`(?:\\.|has\\s+)${name}\\b`).test(policiesText(desk)))
      .map(() => '`policies` speaks of it'),
  ]
}

/** Itself, and the fields that exist because of it. */
const namesOf = (desk: Desk, { entity, name, kind }: Member): readonly string[] => [
  name,
  ...(kind === 'relation'
    ? desk
        .entityNamed(entity)
        .fields.filter(({ impliedBy }) => impliedBy === name)
        .map((field) => field.name)
    : []),
]

const conditionsOn = (desk: Desk, entity: string, from: string): readonly string[] =>
  desk.charter.entities.flatMap(({ name }) =>
    rolesOn(desk, name).flatMap((role) =>
      linesOf(desk, name, role)
        .filter(({ when }) => when !== undefined && restsOn(when, name, desk.charter, { entity, from }))
        .map(({ when }) => `what ${role} may do on ${name} rests on it (${when})`),
    ),
  )

/** Takes a field or relation away, with what speaks of it: samples, checks, groups of unique fields, the other side. Gives what went with it. */
export const removeMember = (desk: Desk, member: Member): readonly string[] => {
  const entity = desk.entityNamed(member.entity)
  const names = namesOf(desk, member)
  const relation = entity.relations.find(({ name }) => name === member.name)
  const backs =
    relation?.kind === 'one'
      ? desk
          .entityNamed(relation.target)
          .relations.filter(
            (each) => each.kind === 'many' && each.target === entity.name && each.to.join() === relation.from.join(),
          )
      : []
  const gone = [
    ...names.flatMap((name) => withField(desk, entity.name, name)),
    ...backs.map(({ name }) => `${relation?.target}.${name}`),
  ]
  dropReveal(desk, member)
  for (const back of backs) desk.sheet.remove(['entities', relation?.target ?? '', 'relations', back.name])
  desk.sheet.remove(placeOf(member))
  desk.moved.set(`${member.entity}.${member.name}`, null)
  return gone
}

/** A reveal goes with the last field that it is for. */
const dropReveal = (desk: Desk, { entity, name }: Member): void => {
  const { fields } = desk.entityNamed(entity)
  const reveal = fields.find((field) => field.name === name)?.reveal
  if (reveal === undefined || fields.some((field) => field.name !== name && field.reveal === reveal)) return
  for (const role of rolesOn(desk, entity))
    setLines(
      desk,
      entity,
      role,
      linesOf(desk, entity, role).map(({ reveal: shown, ...line }) => {
        const left = (shown ?? []).filter((each) => each !== reveal)
        return left.length > 0 ? { ...line, reveal: left } : line
      }),
    )
}

const withField = (desk: Desk, entity: string, field: string): readonly string[] => {
  const path = ['entities', entity]
  const checks = membersAt(desk, [...path, 'checks']).filter(([, value]) => {
    const rule = String(isMembers(value) ? value.rule : value)
    return renamedInRule(rule, field, `${field}_`) !== rule
  })
  for (const [check] of checks) desk.sheet.remove([...path, 'checks', check])
  const unique = desk.sheet.value([...path, 'unique'])
  if (Array.isArray(unique)) {
    const kept = unique.filter((group) => !(Array.isArray(group) ? group : [group]).includes(field))
    if (kept.length === 0) desk.sheet.remove([...path, 'unique'])
    else if (kept.length < unique.length) desk.sheet.set([...path, 'unique'], kept)
  }
  const samples = desk.sheet.value([...path, 'samples'])
  if (Array.isArray(samples))
    for (const [at, sample] of samples.entries())
      if (isMembers(sample) && Object.hasOwn(sample, field)) desk.sheet.remove([...path, 'samples', String(at), field])
  return checks.map(([check]) => `the check ${check}`)
}

/** Removes what nothing rests on; gives what went with it. Throws `Unclear` with what stands in the way. */
export const removeUnused = (desk: Desk, member: Member): ReturnType<typeof removeMember> => {
  const uses = memberUses(desk, member)
  if (uses.length > 0) throw new Unclear(`${pathOf(member)} cannot be removed: ${uses.join('; ')}. Change that first.`)
  return removeMember(desk, member)
}
