import { memberName } from '../read/names.ts'
import { type Concept, groupOf, kindOf } from './concepts.ts'
import type { Part } from './facts.ts'
import type { Features } from './features.ts'
import type { Places } from './places.ts'

/** What a part of a list is like, whatever it is of. */
export const partFeatures = ({ item, concept, facts }: Part, said: string): Features => {
  const kind = concept ? kindOf(concept) : 'none'
  const words = said.split(/\s+/).length
  const features: Record<string, number> = { bias: 1, [`is ${kind}`]: 1, [`words ${Math.min(words, 6)}`]: 1 }
  if (facts.length === 0) features[`said of nothing, is ${kind}`] = 1
  if (item.mention?.isPlural) features[`plural ${kind}`] = 1
  if (item.bracket) features.bracket = 1
  if (!item.mention) features['no noun'] = 1
  if (item.words[0]?.pos === 'verb') features['begins with a verb'] = 1
  if (item.words.some(({ pos }) => pos === 'verb')) features['has a verb'] = 1
  if (item.words.some(({ pos }) => pos === 'prep')) features['has a preposition'] = 1
  if (/\by(?:es)?\s?\/\s?n/i.test(said)) features['yes or no'] = 1
  if (concept && concept.mentions.length > 2) features['said often'] = 1
  const noun = concept?.noun ?? concept?.key.split(' ').at(-1)
  if (noun) features[`noun ${noun}`] = 1
  return features
}

/** What speaks for a thing having it, of all that are near. */
export const ownerFeatures = (
  part: Part,
  owner: Concept,
  name: string,
  near: ReadonlyMap<Concept, string>,
  places: Places,
): Features => {
  const { concept, facts } = part
  const kind = concept ? kindOf(concept) : 'none'
  const group = groupOf(kindOf(owner))
  const features: Record<string, number> = { [`owner ${group}`]: 1, [`owner ${kindOf(owner)} is ${kind}`]: 1 }
  const put = (what: string): void => {
    features[what] = 1
  }
  const own = facts.filter((fact) => fact.owner === owner)
  for (const { manner } of own)
    for (const what of [`by ${manner}`, `by ${manner} is ${kind}`, `owner ${group} by ${manner}`]) put(what)
  const others = facts.filter((fact) => fact.owner !== owner && places.kept.has(fact.owner))
  if (own.length === 0) {
    put(`not said of it, is ${kind}`)
    for (const { manner } of others) put(`not said of it, by ${manner} of another`)
    // `Owner has phone`, where the owner is nothing that is kept.
    if (facts.length > others.length) put('said of what is none')
  } else if (others.length > 0) put('said of others too')
  const place = near.get(owner) ?? 'far'
  const fact = own.length > 0 ? 'said' : facts.length > 0 ? 'said elsewhere' : 'said of nothing'
  for (const what of [place, `${fact}: ${place}`, `${place}, owner ${kindOf(owner)}`]) put(what)
  if (places.isMade(owner)) put(`${fact}: owner made, ${place}`)
  for (const act of places.acts(part, owner)) {
    put(`act ${act}`)
    put(`${fact}: act ${act}`)
  }
  const usual = usualOf(owner, name, concept)
  const elsewhere = [...near.keys()].some((other) => other !== owner && usualOf(other, name, concept) !== 'unusual')
  put(usual)
  put(`${fact}: ${usual}${elsewhere ? ', of another too' : ''}`)
  if (usual === 'unusual' && elsewhere) put('usual of another')
  const type = concept?.sense?.type?.type
  if (type) put(`${type} of ${kindOf(owner)}`)
  const noun = concept?.noun ?? concept?.key.split(' ').at(-1)
  if (noun) put(`noun ${noun} of ${group}`)
  if (places.kept.size === 1) put(`the only thing, ${fact}`)
  return features
}

/** Whether the lexicon says that such a thing has it. */
const usualOf = ({ sense }: Concept, name: string, concept: Concept | null): 'usual' | 'nearly usual' | 'unusual' => {
  const names = (sense?.fields ?? []).map((field) => field.name.toLowerCase())
  const said = [name, concept?.sense?.field, concept ? memberName(concept.key) : null, concept?.noun]
    .filter((each) => typeof each === 'string')
    .map((each) => memberName(each).toLowerCase())
  if (said.some((each) => names.includes(each))) return 'usual'
  return said.some((each) => names.some((other) => other.endsWith(each) || each.endsWith(other)))
    ? 'nearly usual'
    : 'unusual'
}
