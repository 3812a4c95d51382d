import type { Command } from '../command.ts'
import { type Desk, listed, pathOf, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { type Member, membersFor, membersIn } from '../find.ts'
import type { Members, Value } from '../flow-text.ts'
import { linesOf, rolesOn, textsIn } from '../lines.ts'
import { changeOptions, optionsOf } from '../options.ts'
import { valuesOf } from '../reading.ts'

/** `status can also be refunded`, `level: low or high`, `remove the kind imaging from records`. */
export const values: Command = {
  example: 'the status of orders can also be refunded',
  run: (clause, desk) => setValues(clause, desk) || addValues(clause, desk) || removeValues(clause, desk),
}

const setting: readonly RegExp[] = [
  /^(?:change|set|limit|restrict)\s+(?<field>.+?)(?:\s+values)?\s+to\s+(?<values>.+,.+|.+\s+(?:and|or)\s+.+)$/i,
  /^(?<field>[^:]+?)\s*:\s+(?<values>.+(?:,|\bor\b).+)$/i,
  /^(?<field>.+?)\s+(?:is|can be|may be|must be|should be)\s+(?:one of|either)?\s*(?<values>.+,.+\s+or\s+.+|.+\s+or\s+.+)$/i,
]

/** A closed list anew: only where the field has one already. */
const setValues = (clause: Clause, desk: Desk): boolean => {
  for (const pattern of setting) {
    const groups = pattern.exec(clause.text)?.groups
    const said = valuesOf(groups?.values ?? '')
    const field = groups?.field === undefined || said.length < 2 ? null : enumIn(groups.field, clause, desk)
    if (!field) continue
    const before = optionsOf(desk, field)
    const there = textsIn(before.values)
    const values = said.flatMap((value) => wordsIn(value, there))
    const gone = there.filter((value) => !values.includes(value))
    if (gone.includes(String(before.default))) refuseDefault(field, before, values[0] ?? '')
    changeOptions(desk, field, { values })
    desk.did(clause, pathOf(field), `${pathOf(field)} can be ${listed(values, 'or')}.`)
    if (gone.length > 0) askAboutRows(desk, field, gone)
    return true
  }
  return false
}

const refuseDefault = (field: Member, before: Members, other: string): never => {
  throw new Unclear(
    `${pathOf(field)} is ${String(before.default)} when nothing is said. Say another default first ("the default of ${pathOf(field)} is ${other}").`,
  )
}

const askAboutRows = (desk: Desk, field: Member, gone: readonly string[]): void =>
  desk.ask(
    pathOf(field),
    `Rows that are ${listed(gone, 'or')} have to become something else before the new service opens them.`,
    [],
  )

const adding: readonly RegExp[] = [
  /^(?<field>.+?)\s+(?:can|may|could|should)\s+(?:also|now also|too)\s+be\s+(?<values>.+?)(?:\s+(?:too|as well))?$/i,
  /^(?<field>.+?)\s+(?:can|may|could)\s+be\s+(?<values>.+?)\s+(?:too|as well)$/i,
  /^(?:add|allow)\s+(?<values>.+?)\s+(?:as\s+an?\s+(?:new\s+|possible\s+)?(?:value\s+(?:of|to|for)\s+)?|(?:to|for|as)\s+(?:the\s+)?(?:values\s+of\s+)?)(?<field>.+)$/i,
]

const addValues = (clause: Clause, desk: Desk): boolean => {
  for (const pattern of adding) {
    const groups = pattern.exec(clause.text)?.groups
    const field = groups?.field === undefined ? null : enumIn(groups.field, clause, desk)
    if (!field) continue
    const before = textsIn(optionsOf(desk, field).values)
    const values = wordsIn(groups?.values ?? '', before).filter((value) => !before.includes(value))
    if (values.length === 0) throw new Unclear(`${pathOf(field)} can be ${listed(before, 'or')} already.`)
    changeOptions(desk, field, { values: [...before, ...values] })
    desk.did(clause, pathOf(field), `${pathOf(field)} can also be ${listed(values, 'or')}.`)
    return true
  }
  return false
}

const removing: readonly RegExp[] = [
  /^(?:remove|drop|delete|take out)\s+(?:the\s+)?(?<name>\w+)\s+(?<values>.+?)\s+(?:from|of|for)\s+(?<on>.+)$/i,
  /^(?:remove|drop|delete|take out)\s+(?:the\s+)?(?<field>state|status|stage)\s+(?<values>.+)$/i,
  /^(?<on>.+?)\s+(?:no longer|do not|don't|does not|doesn't)\s+(?:have|has|need|know)\s+(?:the\s+|an?\s+)?(?<name>\w+)\s+(?<values>.+?)(?:\s+any ?(?:more|longer))?$/i,
  /^(?<field>.+?)\s+(?:can|may)\s+(?:no longer|not)\s+be\s+(?<values>.+?)(?:\s+any ?more)?$/i,
  /^(?:remove|drop)\s+(?<values>.+?)\s+from\s+(?:the\s+)?(?:values\s+of\s+)?(?<field>.+)$/i,
]

const removeValues = (clause: Clause, desk: Desk): boolean => {
  for (const pattern of removing) {
    const groups = pattern.exec(clause.text)?.groups
    const noun = groups?.field ?? stateOf(groups, desk)
    const field = noun === undefined ? null : enumIn(noun, clause, desk)
    if (!field) continue
    const before = optionsOf(desk, field)
    const values = wordsIn(groups?.values ?? '', textsIn(before.values))
    const after = textsIn(before.values).filter((value) => !values.includes(value))
    if (after.length === textsIn(before.values).length) continue
    if (after.length === 0) throw new Unclear(`${pathOf(field)} would have no value left.`)
    if (values.includes(String(before.default)))
      throw new Unclear(
        `${pathOf(field)} is ${before.default} when nothing is said. Say another default first ("the default of ${pathOf(field)} is ${after[0]}").`,
      )
    const uses = values.flatMap((value) => valueUses(desk, field, value))
    if (uses.length > 0)
      throw new Unclear(
        `${pathOf(field)} must still be able to be ${listed(values, 'or')}: ${uses.join('; ')}. Change that first.`,
      )
    changeOptions(desk, field, { values: after })
    desk.did(clause, pathOf(field), `${pathOf(field)} can no longer be ${listed(values, 'or')}.`)
    desk.ask(
      pathOf(field),
      `Rows that are ${listed(values, 'or')} have to become something else before the new service opens them.`,
      [],
    )
    return true
  }
  return false
}

/** `the status rejected of leave requests`: the field's own name, `state` and `status` meaning the same. */
const stateOf = (groups: Readonly<Record<string, string | undefined>> | undefined, desk: Desk): string | undefined => {
  const entity = groups?.on === undefined ? null : desk.entityIfKnown(groups.on)
  if (!entity || groups?.name === undefined) return undefined
  const names = /^(?:state|status|stage)s?$/i.test(groups.name) ? ['state', 'status', 'stage'] : [groups.name]
  const [name] = names.flatMap((each) => membersIn(each, entity).exact)
  return name && pathOf(name)
}

/** Rights and checks that rest on a value of a field. */
const valueUses = (desk: Desk, { entity, name }: Member, value: string): readonly string[] => {
  const quoted = new RegExp(`\\b${name}\\b[^&|]*["']${value.replace(/[^\w ]/g, '\\$&')}["']`)
  const rights = desk.charter.entities.flatMap((each) =>
    rolesOn(desk, each.name).flatMap((role) =>
      linesOf(desk, each.name, role).flatMap(({ when }) =>
        when !== undefined && quoted.test(when) ? [`what ${role} may do on ${each.name} rests on it (${when})`] : [],
      ),
    ),
  )
  const checks = desk.entityNamed(entity).checks.filter(({ text }) => quoted.test(text))
  return [...rights, ...checks.map((check) => `the check ${check.name} rests on it`)]
}

/** The one enum that a noun names, in its entity or, said alone, anywhere; null where it is none. */
const enumIn = (noun: string, clause: Clause, desk: Desk): Member | null => {
  const said = noun.replace(/\b(?:possible|values?)\b/gi, ' ').trim()
  const found = /^(?:it|this|that)$/i.test(said)
    ? desk.spokenMembers(said, clause)
    : membersFor(said, desk.charter, desk.topic(clause) ?? desk.entityName).found
  const enums = found.filter((member) => member.kind === 'field' && optionsOf(desk, member).type === 'enum')
  if (enums.length < 2) return enums[0] ?? null
  const sentence = `"${noun}" could be ${listed(enums.map(pathOf), 'or')}. Which one?`
  throw new Unclear(sentence, {
    about: enums[0] ? pathOf(enums[0]) : '',
    sentence,
    choices: enums.map((member) => clause.text.replace(noun, pathOf(member))),
  })
}

/** Values as said, spelled as those that are there: `Partly Paid` beside `in-progress` is `partly-paid`. */
const wordsIn = (text: string, there: readonly Value[]): readonly string[] => {
  const several = valuesOf(text)
  const joint =
    there
      .map(String)
      .find((value) => /[-_ ]/.test(value))
      ?.match(/[-_ ]/)?.[0] ?? '-'
  return (several.length > 0 ? several : [text]).map((value) => {
    const plain = value
      .replace(/["']/g, '')
      .trim()
      .replace(/^(?:an?|the)\s+/i, '')
    const known = there.map(String).find((each) => each.toLowerCase() === plain.toLowerCase())
    return known ?? plain.replace(/\s+/g, joint)
  })
}
