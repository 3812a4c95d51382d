import type { Allow, CedarText, Charter, Entity, Place } from '@charter/charter'
import { moveAction } from '@charter/runtime'
import { cedar } from './cedar.ts'
import { cedarActionOf, cedarString, cedarTypeOf } from './cedar-names.ts'
import { allActionsOf } from './cedar-schema.ts'

/** One Cedar policy of a charter, and where each of its characters stands. */
export interface Policy {
  readonly id: string
  readonly text: string
  /** As a person wrote it: the line of `allow`, or the policy itself. */
  readonly written: string
  readonly path: string
  /** The entity of an `allow` line or a move, which has one condition, so that nothing else can be smuggled in through it. */
  readonly entity: Entity | null
  /** It says what a move asks of its row: the one action that it decides, and nobody else names. */
  readonly guards?: string
  /** Where in `text` the condition of an `allow` line begins, and the condition; absent where there is none. */
  readonly condition?: { readonly start: number; readonly text: string }
  placeOf(offset: number): Place
}

/** The policies that `allow` lines stand for, in document order. */
export const allowPolicies = (charter: Charter): readonly Policy[] =>
  charter.entities.flatMap((entity) =>
    entity.allow.flatMap((line, index) => {
      // `check` has told of names that mean nothing (`unknown-action`, `unknown-reveal`); here they allow nothing.
      const known = allActionsOf(entity, charter)
      const names = [...line.do, ...line.reveal.map((name) => `reveal:${name}`)].filter((name) => known.includes(name))
      if (names.length === 0) return []
      const same = entity.allow.slice(0, index).filter((each) => each.role === line.role).length
      const id = `${entity.name}.${line.role}${same ? `.${same + 1}` : ''}`
      const text = textOfAllow({ id, line, entity, names })
      const start = line.when === undefined ? text.length : text.length - conditionEnd.length - line.when.length
      return {
        id,
        text,
        ...(line.when !== undefined && { condition: { start, text: line.when } }),
        written: line.text,
        path: `entities.${entity.name}.allow.${line.role}`,
        entity,
        placeOf: (offset) =>
          offset < start || !line.places?.when || line.when === undefined
            ? line.place
            : placeIn({ text: line.when, ...line.places.when }, Math.min(offset - start, line.when.length)),
      }
    }),
  )

/** The policies that `roles` of routes stand for. */
export const routePolicies = (charter: Charter): readonly Policy[] =>
  charter.routes.flatMap(({ name, roles, place }) =>
    roles.map((role) => {
      const id = `${name}.${role}`
      return {
        id,
        text: `@id(${cedarString(id)})
permit (
  principal in Role::${cedarString(role)},
  action == Action::${cedarString(name)},
  resource
);`,
        written: `${name}: { roles: [${roles.join(', ')}] }`,
        path: `routes.${name}.roles`,
        entity: null,
        placeOf: () => place,
      }
    }),
  )

/** What moves ask of their rows, whoever the caller is, as policies that decide an action of their own. */
export const movePolicies = (charter: Charter): readonly Policy[] =>
  charter.entities.flatMap((entity) =>
    entity.fields.flatMap(({ name, states }) =>
      (states?.moves ?? []).flatMap(({ operation, when, place }) => {
        if (!when) return []
        const id = `${entity.name}.${name}.${operation}`
        const action = moveAction(operation)
        const before = `@id(${cedarString(id)})
permit (
  principal,
  action == Action::${cedarString(cedarActionOf(entity.name, action))},
  resource is ${cedarTypeOf(entity.name)}
) when {\n  `
        const { length: start } = before
        return [
          {
            id,
            text: `${before}${when.text}${conditionEnd}`,
            condition: { start, text: when.text },
            written: `${operation}: ${when.text}`,
            path: `entities.${entity.name}.fields.${name}.states.moves.${operation}.when`,
            entity,
            guards: action,
            placeOf: (offset: number) =>
              offset < start ? place : placeIn(when, Math.min(offset - start, when.text.length)),
          },
        ]
      }),
    ),
  )

interface AllowRule {
  readonly id: string
  readonly line: Allow
  readonly entity: Entity
  readonly names: readonly string[]
}

/** What `textOfAllow` writes after a condition. */
const conditionEnd = '\n};'

const textOfAllow = ({ id, line, entity, names }: AllowRule): string => {
  const actions = names.map((name) => `Action::${cedarString(cedarActionOf(entity.name, name))}`)
  const when = line.when === undefined ? ';' : ` when {\n  ${line.when}${conditionEnd}`
  return `@id(${cedarString(id)})
permit (
  principal in Role::${cedarString(line.role)},
  action in [${actions.join(', ')}],
  resource is ${cedarTypeOf(entity.name)}
)${when}`
}

/** The policies written as Cedar under `policies`, or the parser's sentence with the place of the text. */
export const writtenPolicies = (
  charter: Charter,
): readonly (Policy | { readonly error: string; readonly place: Place })[] => {
  const taken = new Set<string>()
  return charter.policies.flatMap((written) => {
    const parts = cedar().policySetTextToParts(written.text)
    if (parts.type === 'failure') {
      const [first] = parts.errors
      const offset = first?.sourceLocations?.[0]?.start ?? 0
      return [{ error: first?.message ?? 'it cannot be read', place: placeIn(written, offset) }]
    }
    const template = parts.policy_templates.map(() => ({ error: 'templates are not used here', place: written.place }))
    return [...parts.policies.map((text) => writtenPolicy(text, written, taken)), ...template]
  })
}

const writtenPolicy = (text: string, cedar: CedarText, taken: Set<string>): Policy => {
  const start = Math.max(0, cedar.text.indexOf(text))
  const id = unused(/@id\("([^"\\]+)"\)/.exec(text)?.[1] ?? 'policy', taken)
  return {
    id,
    text,
    written: text.replace(/\s+/g, ' ').trim(),
    path: 'policies',
    entity: null,
    placeOf: (offset) => placeIn(cedar, start + offset),
  }
}

const unused = (wanted: string, taken: Set<string>): string => {
  let id = wanted
  for (let count = 2; taken.has(id); count++) id = `${wanted}.${count}`
  taken.add(id)
  return id
}

/** In a block scalar a line of the text is a line of the file; in quoted text only where it begins is known. */
const placeIn = ({ text, place, isBlock, isVerbatim }: CedarText, offset: number): Place => {
  if (isVerbatim) return { ...place, column: place.column + offset }
  if (!isBlock) return place
  const before = text.slice(0, offset).split('\n')
  const indent = place.column - 1
  return { ...place, line: place.line + before.length - 1, column: indent + (before.at(-1)?.length ?? 0) + 1 }
}
