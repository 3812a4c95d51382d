import { pluralNoun } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import type { Options } from './options.ts'
import type { Outline, OutlineEntity } from './outline.ts'
import { wordsOf } from './read/names.ts'

/** Below it a right is a guess. */
const sure = 0.5

/** What is medical, a card number or a secret is seen by nobody of whom that is only a guess. */
export const completeProtected = (outline: Outline): void => {
  for (const entity of outline.entities.values())
    if ([...entity.fields.values()].some(isProtected))
      for (const role of [...entity.allow.keys()]) if (isGuess(entity, role, outline)) withhold(entity, role, outline)
}

const isProtected = (options: Options): boolean => /^(?:phi|pan|secret)$/.test(String(options.class))

const isGuess = ({ name }: OutlineEntity, role: string, { provenance }: Outline): boolean =>
  (provenance.get(`${name}.allow.${role}`)?.confidence ?? 1) < sure

const withhold = (entity: OutlineEntity, role: string, outline: Outline): void => {
  const path = `${entity.name}.allow.${role}`
  const { quoted = '' } = outline.provenance.get(path) ?? {}
  entity.allow.delete(role)
  outline.provenance.delete(path)
  const rows = pluralNoun(wordsOf(entity.name).join(' '))
  outline.questions.push({
    about: entity.name,
    sentence: `"${quoted.slice(0, 160)}": does this give ${withArticle(wordsOf(role).join(' '))} a right to ${rows}? They hold what is protected, so nothing was granted.`,
    choices: ['no', 'yes'],
  })
}
