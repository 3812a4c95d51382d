import type { JsonObject } from '@charter/runtime'
import type { DraftQuestion } from '../outline.ts'
import { type Candidate, entitiesOf, mapAt, mapEntries, textAt, textsAt, withMembers } from './candidate.ts'
import type { Evidence } from './evidence.ts'
import { withDocument, withEntities } from './model-candidate.ts'
import { isRecord } from './read-answer.ts'
import { type Told, toldIn } from './told-actions.ts'

interface Ruling {
  readonly grant: JsonObject | null
  /** What was proposed and is not granted. */
  readonly refused: readonly string[]
}

/**
 * Keeps of the grants what words support: the quote stands in the words, its line names the role, and its verbs say the
 * actions. Where it limits ("of their own ward") and the grant does not, the planner's condition is taken, or nothing.
 * Of a grant without words stays what the planner reads too.
 */
export const screenGrants = (candidate: Candidate, planner: Candidate, evidence: Evidence): Candidate => {
  const refused = new Map<string, Map<string, Set<string>>>()
  const entities = Object.fromEntries(
    entitiesOf(candidate.charter).map(([name, entity]) => {
      const allow = mapEntries(mapAt(entity, 'allow'), (role, grant) => {
        const ruling = isRecord(grant)
          ? ruleOn({ name, role, grant, candidate, planner, evidence })
          : { grant: null, refused: [] }
        for (const action of ruling.refused)
          memberOf(
            memberOf(refused, role, () => new Map()),
            action,
            () => new Set(),
          ).add(name)
        return ruling.grant
      })
      return [name, withMembers(entity, { allow })]
    }),
  )
  return {
    ...withDocument(candidate, withEntities(candidate.charter, entities)),
    questions: [...candidate.questions, ...[...refused].map(askGrant)],
  }
}

const memberOf = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const askGrant = ([role, actions]: readonly [string, ReadonlyMap<string, ReadonlySet<string>>]): DraftQuestion => {
  const entities = [...new Set([...actions.values()].flatMap((each) => [...each]))]
  return {
    about: 'access',
    sentence: `May the role ${role} ${[...actions.keys()].join(', ')} ${entities.join(', ')}? The model proposed it, the words do not say so; it is left out.`,
    choices: ['no', 'yes'],
  }
}

interface Grant {
  readonly name: string
  readonly role: string
  readonly grant: JsonObject
  readonly candidate: Candidate
  readonly planner: Candidate
  readonly evidence: Evidence
}

const ruleOn = (given: Grant): Ruling => {
  const { name, role, grant, planner } = given
  const known = mapAt(planner.charter, 'entities', name, 'allow', role)
  const told = toldOf(given)
  const actions = textsAt(grant, 'do')
  const kept = actions.filter((action) => textsAt(known, 'do').includes(action) || told?.says(action))
  const condition = conditionOf(textAt(grant, 'when'), textAt(known, 'when'), told?.quoted ?? null)
  if (kept.length === 0 || condition === null) return { grant: null, refused: actions }
  const isWriter = kept.includes('create') || kept.includes('update')
  const { when: _when, reveal: _reveal, ...plain } = grant
  const reveal = isWriter ? textsAt(grant, 'reveal') : []
  return {
    grant: { ...plain, do: kept, ...condition, ...(reveal.length > 0 && { reveal }) },
    refused: [
      ...actions.filter((action) => !kept.includes(action)),
      ...(isWriter ? [] : textsAt(grant, 'reveal').map((each) => `see ${each} of`)),
    ],
  }
}

/** The model's condition where it limits as far as the words do, else the planner's; null where a limit is told and none is given. */
const conditionOf = (
  given: string | undefined,
  known: string | undefined,
  quoted: string | null,
): JsonObject | null => {
  const isLimited = /\bprincipal\b/.test(known ?? '') || (quoted !== null && limit.test(quoted))
  const limits = (when: string) => /\bprincipal\b/.test(when) && /\bresource\b/.test(when)
  const chosen = [quoted === null ? undefined : given, known, given].find(
    (when) => when !== undefined && (!isLimited || limits(when)),
  )
  if (chosen !== undefined) return { when: chosen }
  return isLimited ? null : {}
}

const toldOf = ({ name, role, candidate, evidence }: Grant): Told | null => {
  const source = candidate.provenance[`${name}.allow.${role}`]
  if (source?.quoted === undefined || source.offset === undefined) return null
  const span = { from: source.offset, to: source.offset + source.quoted.length }
  return toldIn(evidence, { span, entity: name, role })
}

const limit =
  /\b(?:own|only (?:their|his|her|its|the)|(?:of|in|at|for|to) (?:their|his|her)|assigned|themselves|same)\b/i
