import { pluralNoun } from '@charter/charter'
import { type Desk, listed, pathOf, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { type Member, nounText } from '../find.ts'
import { hideField, readersOf, revealing, writersOf } from '../hide-field.ts'
import { type Line, linesOf, policiesText, rolesOn, setLines } from '../lines.ts'
import { optionsOf } from '../options.ts'

/** One role, what it does, on which entity, under which condition. */
export interface Right {
  readonly role: string
  readonly entity: string
  readonly actions: readonly string[]
  readonly when?: string
  /** The words say that it is for any row. */
  readonly isAny: boolean
}

const sameWhen = (line: Line, when: string | undefined): boolean => line.when === when

/** Adds a right. Without a condition said, one that all lines of the role have holds, and that is asked about. */
export const grant = (clause: Clause, desk: Desk, { role, entity, actions, when, isAny }: Right): void => {
  const lines = linesOf(desk, entity, role)
  if (when !== undefined) refuseWidening(clause, lines, { role, entity, actions, when, isAny })
  const missing = actions.filter(
    (action) => !lines.some((line) => line.do.includes(action) && (line.when === undefined || line.when === when)),
  )
  const conditions = [...new Set(lines.map((line) => line.when))]
  const inherited = when === undefined && !isAny && conditions.length === 1 ? conditions[0] : undefined
  const wanted =
    inherited === undefined ? missing : missing.filter((action) => !lines.some((line) => line.do.includes(action)))
  const condition = when ?? inherited
  if (wanted.length === 0) {
    sayKnown(clause, desk, { role, entity, actions, isAny, ...(condition !== undefined && { when: condition }) })
    return
  }
  setLines(desk, entity, role, withActions(lines, wanted, condition))
  desk.did(
    clause,
    `${entity}.allow.${role}`,
    `${role} may ${wanted.join(', ')} ${entity}${condition === undefined ? '' : ` when ${condition}`}.${policiesNote(desk)}`,
  )
  if (inherited !== undefined)
    desk.ask(
      `${entity}.allow.${role}`,
      `Does the limit that holds for ${role} on ${entity} (${inherited}) hold for this, too? Assumed: yes.`,
      [`${role} may ${wanted.join(' and ')} any ${nounText(entity)}`],
    )
}

/** A right under another condition than the one that holds could mean either of both, or both at once. */
const refuseWidening = (clause: Clause, lines: readonly Line[], { role, entity, actions, when }: Right): void => {
  const other = lines.find((line) => line.when !== when && line.do.some((action) => actions.includes(action)))
  if (!other) return
  const held = other.when === undefined ? 'on every row' : `when ${other.when}`
  const sentence = `${role} may ${actions.join(', ')} ${entity} already, ${held}. Is it to be only when ${when}?`
  const narrower = clause.text.replace(/\b(may|can|could|should|must)\b/i, '$1 only')
  throw new Unclear(sentence, {
    about: `${entity}.allow.${role}`,
    sentence,
    choices: narrower === clause.text ? [] : [narrower],
  })
}

const sayKnown = (clause: Clause, desk: Desk, { role, entity, actions, when }: Right): void => {
  desk.steps.push({
    sentence: clause.text,
    path: `${entity}.allow.${role}`,
    did: `Nothing to do: ${role} may ${actions.join(', ')} ${entity} already${when === undefined ? '' : ` when ${when}`}.`,
  })
}

const withActions = (lines: readonly Line[], actions: readonly string[], when: string | undefined): readonly Line[] => {
  const at = lines.findIndex((line) => sameWhen(line, when))
  const reveal = lines.find((line) => line.reveal)?.reveal
  if (at < 0)
    return [
      ...lines,
      { do: actions, ...(when !== undefined && { when }), ...(reveal && isSeeing(actions) && { reveal }) },
    ]
  return lines.map((line, index) =>
    index === at ? { ...line, do: [...line.do, ...actions.filter((each) => !line.do.includes(each))] } : line,
  )
}

const isSeeing = (actions: readonly string[]): boolean => actions.some((action) => /^(?:read|list)$/.test(action))

/** Takes a right away from a role. Gives whether it had it. */
export const deny = (clause: Clause, desk: Desk, { role, entity, actions }: Omit<Right, 'when' | 'isAny'>): boolean => {
  const lines = linesOf(desk, entity, role)
  const had = actions.filter((action) => lines.some((line) => line.do.includes(action)))
  if (had.length === 0) return false
  setLines(
    desk,
    entity,
    role,
    lines.map((line) => ({ ...line, do: line.do.filter((action) => !actions.includes(action)) })),
  )
  desk.did(clause, `${entity}.allow.${role}`, `${role} may no longer ${had.join(', ')} ${entity}.${policiesNote(desk)}`)
  return true
}

/** Puts a condition on what a role may already do, beside those that hold for it, or gives it with the condition. */
export const narrow = (clause: Clause, desk: Desk, { role, entity, actions, when = 'true' }: Right): void => {
  const lines = linesOf(desk, entity, role)
  const had = actions.filter((action) => lines.some((line) => line.do.includes(action)))
  if (had.length === 0) {
    grant(clause, desk, { role, entity, actions, when, isAny: false })
    return
  }
  const narrowed = mergedLines(lines.flatMap((line) => narrowedLine(line, actions, when)))
  if (JSON.stringify(narrowed) === JSON.stringify(lines)) {
    sayKnown(clause, desk, { role, entity, actions: had, when, isAny: false })
    return
  }
  setLines(desk, entity, role, narrowed)
  const did = `${role} may ${had.join(', ')} ${entity} only when ${when}${lines.some((line) => line.when !== undefined && line.when !== when) ? ', beside the limit that held already' : ''}.`
  desk.did(clause, `${entity}.allow.${role}`, `${did}${policiesNote(desk)}`)
}

/** A line in two: what is not concerned as it was, the rest under both conditions. */
const narrowedLine = (line: Line, actions: readonly string[], when: string): readonly Line[] => {
  const others = line.do.filter((action) => !actions.includes(action))
  const concerned = line.do.filter((action) => actions.includes(action))
  return [
    ...(others.length > 0 ? [{ ...line, do: others }] : []),
    ...(concerned.length > 0 ? [{ ...line, do: concerned, when: both(line.when, when) }] : []),
  ]
}

const both = (before: string | undefined, when: string): string => {
  if (before === undefined || before === when || before.split(' && ').includes(when)) return before ?? when
  return `${grouped(before)} && ${grouped(when)}`
}

const grouped = (condition: string): string => (condition.includes('||') ? `(${condition})` : condition)

/** Lines of one condition and one reveal are one line. */
const mergedLines = (lines: readonly Line[]): readonly Line[] => {
  const merged: Line[] = []
  for (const line of lines) {
    const at = merged.findIndex((each) => each.when === line.when && each.reveal?.join() === line.reveal?.join())
    const same = merged[at]
    if (same) merged[at] = { ...same, do: [...same.do, ...line.do] }
    else
      merged.push({
        do: line.do,
        ...(line.when !== undefined && { when: line.when }),
        ...(line.reveal && { reveal: line.reveal }),
      })
  }
  return merged
}

/** A role does these actions on the entity and no others. */
export const keepOnly = (clause: Clause, desk: Desk, { role, entity, actions }: Right): void => {
  const others = linesOf(desk, entity, role)
    .flatMap((line) => line.do)
    .filter((action) => !actions.includes(action))
  if (others.length > 0) deny(clause, desk, { role, entity, actions: others })
  grant(clause, desk, { role, entity, actions, isAny: false })
}

/** Only these roles; every other loses it. */
export const onlyFor = (clause: Clause, desk: Desk, roles: readonly string[], right: Omit<Right, 'role'>): void => {
  for (const role of rolesOn(desk, right.entity)) if (!roles.includes(role)) deny(clause, desk, { ...right, role })
  for (const role of roles) grant(clause, desk, { ...right, role })
}

/** Who may see one field, when they may read its row: `roles` alone, or all but them. */
export const showField = (
  clause: Clause,
  desk: Desk,
  field: Member,
  { roles, kind }: { readonly roles: readonly string[]; readonly kind: 'only' | 'deny' | 'grant' },
): void => {
  const readers = readersOf(desk, field.entity)
  const { reveal: before } = optionsOf(desk, field)
  const seeing = typeof before === 'string' ? revealing(desk, field.entity, before) : readers
  const keep =
    kind === 'only'
      ? roles
      : kind === 'deny'
        ? seeing.filter((role) => !roles.includes(role))
        : [...new Set([...seeing, ...roles])]
  if (kind === 'grant' && typeof before !== 'string' && roles.every((role) => readers.includes(role)))
    return void desk.steps.push({
      sentence: clause.text,
      path: pathOf(field),
      did: `Nothing to do: ${roles.join(', ')} may see ${pathOf(field)} already.`,
    })
  const files = JSON.stringify(desk.sheet.files)
  const { reveal, revealed } = hideField(desk, field, keep)
  if (JSON.stringify(desk.sheet.files) === files) {
    const did = `Nothing to do: ${revealed.length > 0 ? listed(revealed) : 'nobody'} may see ${pathOf(field)}, and nobody else.`
    desk.steps.push({ sentence: clause.text, path: pathOf(field), did })
    return
  }
  desk.did(
    clause,
    pathOf(field),
    `Seeing ${pathOf(field)} is the action ${reveal}, for ${revealed.length > 0 ? revealed.join(', ') : 'nobody'}; others who may read the row see it masked.`,
  )
  const known = desk.entityNamed(field.entity).fields.find(({ name }) => name === field.name)
  const unable = writersOf(desk, field.entity).filter((role) => !revealed.includes(role))
  if (unable.length > 0 && known && !known.isOptional && known.default === undefined)
    desk.ask(
      pathOf(field),
      `Who may not see a field cannot give it: ${listed(unable)} can create no ${nounText(field.entity)} any more, as it is required.`,
      [`make ${pathOf(field)} optional`],
    )
  const blind = keep.filter((role) => !readers.includes(role))
  if (blind.length > 0 && kind !== 'deny')
    desk.ask(
      pathOf(field),
      `${blind.join(', ')} may not read ${pluralNoun(nounText(field.entity))} at all, so the field stays unseen.`,
      blind.map((role) => `${role} may see ${pluralNoun(nounText(field.entity))}`),
    )
}

const policiesNote = (desk: Desk): string =>
  policiesText(desk) === '' ? '' : ' `policies` was left as it is: see who gains and loses.'
