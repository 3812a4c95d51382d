import { type Concept, groupOf, kindOf } from './concepts.ts'

/** What a decision is made by: names and amounts. */
export type Features = Readonly<Record<string, number>>

export const entityFeatures = (concept: Concept): Features => {
  const kind = kindOf(concept)
  const words = concept.key.split(' ').length
  const last = concept.key.split(' ').at(-1)
  const features: Record<string, number> = { bias: 1, [`is ${kind}`]: 1 }
  features[`noun ${concept.noun ?? last}`] = 1
  if (concept.sense) {
    if (concept.sense.fields.length > 1) features['has usual fields'] = 1
    if (concept.sense.of.length > 2) features['is usually of something'] = 1
  }
  if (words > 1) features.compound = 1
  if (concept.mentions.length === 0) {
    features['no words'] = 1
    features[`no words: ${kind}`] = 1
  }
  if (concept.mentions.every(({ mention }) => mention.isPlural)) features[`group ${groupOf(kind)}: always plural`] = 1
  if (concept.mentions.some(({ mention }) => mention.parts.length === 1 && mention.head.isUnknown))
    features['unknown word'] = 1
  if (concept.mentions.length > 1) features['said twice'] = 1
  if (concept.mentions.length > 2) features['said often'] = 1
  for (const [what, count] of concept.seen) {
    features[what] = 1
    if (count > 1) features[`${what} again`] = 1
  }
  if (kind === 'container') {
    const isOne = concept.mentions.every(({ mention }) => !mention.isPlural)
    features[isOne ? 'container: the only one' : 'container: several'] = 1
    if (isOne && concept.mentions.length === 1) features['container: said once'] = 1
    for (const what of [
      'label:',
      'labelwith',
      'has',
      'opening',
      'alone',
      'listed',
      'first sentence',
      'prep:for',
      'prep:in',
      'det:my',
      'det:own',
      'det:each',
      'det:a',
    ])
      if ((concept.seen.get(what) ?? 0) > 0) features[`container: ${what}`] = 1
  }
  const seen = (what: string): boolean => (concept.seen.get(what) ?? 0) > 0
  const group = groupOf(kind)
  features[`group ${group}`] = 1
  for (const what of [
    'plural',
    'single',
    'has',
    'has fields',
    'had plural',
    'had one',
    'had',
    'label: of fields',
    'label( of fields',
    'label:',
    'listed plural',
    'listed single',
    'in : single',
    'in : plural',
    'in ( single',
    'in with',
    'does makes',
    'does moves',
    'does create',
    'does keeps',
    'does read',
    'does to something',
    'object of makes',
    'object of moves',
    'object of keeps',
    'object of create',
    'object of read',
    'object of unknown',
    'kept',
    'ours keeps',
    'first sentence',
    'made',
    'of',
    'counted',
    'example',
    'possessed',
    'label(',
    'label:',
    'labelwith',
    'has after',
    'has beside',
    'after',
    'beside',
    'det:each',
    'det:a',
    'det:the',
    'det:own',
    'passive object of makes',
    'passive object of moves',
    'passive object of keeps',
    'passive object of create',
    'object of update',
    'prep:by',
    'prep:per',
    'listed with for',
    'in :',
    'in (',
    'part usual object',
    'part usual subject',
    'names a property',
    'possessor',
    'prep:in',
    'prep:for',
    'prep:to',
    'prep:at',
    'prep:on',
    'prep:from',
    'prep:with',
    'heading',
    'alone',
  ])
    if (seen(what)) features[`${group}: ${what}`] = 1
  return features
}
