import type { Analysis } from './analysis.ts'
import { note, type Outline, type OutlineEntity } from './outline.ts'
import { quoted, sentencesSaid } from './sentences-said.ts'
import { mentionsIn } from './words-of-names.ts'

const never =
  /\b(?:cannot|can not|can['’]t|must not|mustn['’]t|may not|never)\b.*\b(?:twice|more than once|a second time|again)\b/i
const once = /\b(?:only|at most|just) once\b/i
const narrower =
  /\b(?:at the same time|per|within|during|in a|on the same|on one|every|before|after|until|unless|while|if|when)\b/i

/**
 * `A nurse cannot be assigned to the same shift twice`: of what refers to both there is one at most for each two. The sentences that
 * were read so.
 */
export const completeUnique = (outline: Outline, analysis: Analysis, words: string): readonly string[] =>
  sentencesSaid(words).flatMap(({ text, start }) => {
    const isSaid = never.test(text) || (once.test(text) && /\bthe same\b/i.test(text))
    if (!isSaid || narrower.test(text)) return []
    const named = [...new Set(mentionsIn(text, analysis.entities).map(({ name }) => name))]
    const between = [...outline.entities.values()].flatMap((entity) => {
      const sides = named.flatMap((name) => sideOf(entity, name, outline))
      return sides.length === 2 && !named.includes(entity.name) ? [{ entity, sides }] : []
    })
    const [found, ...others] = between
    if (!found || others.length > 0 || named.length !== 2) return []
    const { entity, sides } = found
    entity.unique.push([...sides])
    note(outline, `${entity.name}.unique`, { quoted: quoted(text), offset: start, confidence: 0.8 })
    return [quoted(text)]
  })

const sideOf = ({ name: of, relations }: OutlineEntity, name: string, { provenance }: Outline): readonly string[] => {
  const found = [...relations].filter(
    ([relation, { one, optional }]) =>
      one === name && optional !== true && provenance.get(`${of}.${relation}`)?.assumed === undefined,
  )
  return found.length === 1 ? [`${found[0]?.[0]}Id`] : []
}
