import { singularNoun } from '@charter/charter'
import { type Block, blocksOf, withoutNumber } from '../language/blocks.ts'
import { itemsOf } from '../language/items.ts'
import { aboutHeading, accessHeading, excludedHeading, technicalHeading } from '../language/lexicon.ts'
import { type Phrase, phraseAt, phrasesIn, type Read } from '../language/phrases.ts'
import { type Sentence, sentencesOf } from '../language/sentences.ts'
import { type Token, tokensOf } from '../language/tokens.ts'
import { type Facts, noFacts } from './facts.ts'
import { readColumns } from './read-columns.ts'
import { readExclusion } from './read-excluded.ts'
import { readLabelled } from './read-labelled.ts'
import { readNounLinks } from './read-links.ts'
import { readSentence } from './read-sentence.ts'
import { readRoleList } from './read-stories.ts'
import { readTable } from './read-table.ts'
import type { Part, Topic } from './topic.ts'

/** Reads a whole text into facts. */
export const readText = (words: string): Facts => {
  const facts = noFacts()
  const topics = new Map<Block, Topic>()
  const blocks = blocksOf(words)
  for (const block of blocks)
    if (block.kind === 'paragraph' || block.kind === 'item')
      for (const sentence of sentencesOf(block)) note(sentence, facts)
  for (const name of namesIn(words)) facts.names.add(name)
  for (const [at, block] of blocks.entries()) {
    const inherited = block.parent ? topics.get(block.parent) : undefined
    const topic: Topic = {
      subject: inherited?.subject ?? null,
      role: inherited?.role ?? null,
      label: null,
      last: null,
      actor: inherited?.role ?? null,
      part: partOf(block, inherited),
      sibling: inherited?.sibling ?? null,
      above: inherited?.subject ?? null,
    }
    topics.set(block, topic)
    readBlock(block, blocks[at - 1], topic, facts)
    if (block.kind === 'item' && inherited) inherited.sibling = topic.subject
    else topic.sibling = topic.subject
  }
  return facts
}

const attendance = /^\W*(?:present|attendees|participants|absent|apologies|excused)\s*:(.*)$/gim

/** Words with a capital in the middle of a sentence that never occur in small letters. */
const namesIn = (words: string): readonly string[] => {
  const small = new Set(words.match(/(?<![\p{L}\d-])\p{Ll}[\p{L}-]+/gu)?.map((word) => singularNoun(word)))
  const found = [...words.matchAll(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}+/gu)].map(([word]) => singularNoun(word.toLowerCase()))
  const attending = [...words.matchAll(attendance)].flatMap(([, names = '']) => names.match(/\p{Lu}\p{Ll}+/gu) ?? [])
  return [...found, ...attending.map((name) => singularNoun(name.toLowerCase()))].filter((word) => !small.has(word))
}

const partOf = (block: Block, inherited: Topic | undefined): Part => {
  if (block.kind === 'heading') {
    const own = partNamed(block.text)
    return own ?? (inherited && inherited.part !== 'data' ? inherited.part : 'data')
  }
  const parent = block.parent
  if (
    parent &&
    parent.kind === 'paragraph' &&
    block.kind === 'item' &&
    /:\s*$/.test(parent.text) &&
    parent.text.length < 90
  )
    return partNamed(parent.text) ?? inherited?.part ?? 'data'
  return inherited?.part ?? 'data'
}

const partNamed = (text: string): Part | null => {
  if (excludedHeading.test(text)) return 'excluded'
  if (accessHeading.test(text)) return 'access'
  if (technicalHeading.test(text)) return 'technical'
  return aboutHeading.test(text) ? 'about' : null
}

const readBlock = (block: Block, before: Block | undefined, topic: Topic, facts: Facts) => {
  if (block.kind === 'columns') return readColumns(block, before, topic, facts)
  if (block.kind === 'table') return readTable(block, before, topic, facts)
  if (block.kind === 'heading') return readHeading(block, topic, facts)
  const label = block.text.slice(0, block.labelEnd).trim()
  const from = labelOf(block, label, topic, facts)
  if (topic.part === 'technical') return
  if (from?.subject && topic.part === 'data' && !isPersonTalking(block, facts, from.subject.key))
    topic.label = from.subject.key
  const sentences = sentencesOf(block, from === null ? 0 : block.labelEnd)
  if (topic.part === 'excluded') {
    for (const sentence of sentences) exclude(sentence, facts)
    return
  }
  for (const [at, sentence] of sentences.entries()) {
    if (isExample.test(sentence.text)) continue
    if (readExclusion(sentence, facts, label)) continue
    if (topic.part !== 'about' && readRoleList(sentence, facts)) continue
    readNounLinks(sentence, facts)
    const grants = facts.grants.length
    const about = topic.label ?? topic.subject
    const labelled = at === 0 ? from?.subject : undefined
    if (from?.isOperations) readOperations(sentence, topic, facts)
    else if (labelled === undefined || !readLabelled(sentence, labelled, topic, facts))
      readSentence(sentence, topic, facts)
    facts.sightings.push({
      phrases: phrasesIn(sentence.tokens),
      topic: topic.label ?? about,
      isGrant: facts.grants.length > grants,
      quote: { text: sentence.text, start: sentence.start },
    })
  }
}

/** `Ruta: a request comes …`: who speaks is no label. */
const isPersonTalking = (block: Block, facts: Facts, key: string): boolean =>
  facts.names.has(key) ||
  (/^[a-z ]*\b(?:we|i|you)\b/i.test(block.text.slice(block.labelEnd, block.labelEnd + 40)) && !/,.*,/.test(block.text))

const isExample = /^[\s*("]*(?:for example|for instance|e\.g\.|example|sample|imagine|say,|suppose)\b/i

/** A heading that names one thing is what the text under it is about. */
const readHeading = (block: Block, topic: Topic, facts: Facts) => {
  const text = withoutNumber(block.text.replace(/(?:\s[–—-]\s|:\s|\().*$/, ''))
    .replace(/^\s*\d+\s+/, (digits) => ' '.repeat(digits.length))
    .replace(/[:.]\s*$/, ' ')
  const tokens = tokensOf(text.replaceAll('_', ' '), block.start)
  const read = phraseAt(tokens, 0)
  topic.subject =
    read && read.next >= tokens.length && topic.part === 'data' && tokens.length <= 4 ? read.value.key : null
  topic.role = null
  if (topic.subject !== null) facts.defined.push(topic.subject)
}

interface Label {
  /** What the block is said of; undefined where the label is only a title. */
  readonly subject?: Phrase
  readonly isOperations?: boolean
}

const operationsLabel = /^(?:ops|operations?|actions?|functions?|commands?|transitions?|methods?)$/i

/** A label is a name, whatever the tagger takes its words for. */
const plainPhrase = (tokens: readonly Token[]): Read<Phrase> | null => {
  const end = tokens.findIndex(({ lower }) => !/^[a-z][a-z-]*$/.test(lower))
  const words = tokens.slice(0, Math.min(4, end < 0 ? 4 : end))
  return words.length > 0 && words.every(({ lower }) => /^[a-z][a-z-]*$/.test(lower))
    ? phraseAt(
        words.map((token) => ({ ...token, pos: 'NOUN' })),
        0,
        false,
      )
    : null
}

const storyTitle =
  /^(?:story|epic|us|use case|feature|scenario|requirement|req|ticket|step|part|section|item|ac|acceptance criteria)[\s-]*[#\d]|^acceptance criteria|^(?:given|when|then|note|notes|example|remark|remarks|todo|action|update|edit|ps|p\.s\.|nb|background|scope|summary|subject)\b/i

/** `Chargeback desk – what we need from the API`. */
const isTitle = ({ text, labelEnd, parent, kind }: Block): boolean =>
  kind === 'paragraph' &&
  parent === null &&
  /\b(?:api|need|needs|requirements?|stories|backlog|rfp|annex|rules|terms|words|notes?|draft)\b/i.test(
    text.slice(labelEnd),
  ) &&
  text.length - labelEnd < 90 &&
  !/,/.test(text.slice(labelEnd))

const noLabel =
  /^(?:need|needs|needed|wanted|goal|done|reporter|so|well|yes|no|ok|okay|hi|hello|thanks|also|plus|but|and|or|then|next|first|second|third|finally|question|answer|important|please|remember|sorry|anyway|right|good|fine|now|later|me|you|we|i|it|that|this|there|who|what|when|where|why|how)\b/i

/** Whether what stands before a colon or dash is a label, and of what. */
const labelOf = (block: Block, label: string, topic: Topic, facts: Facts): Label | null => {
  if (label === '') return null
  const bare = withoutNumber(label.replace(/[.:–—-]\s*$/, '')).trim()
  const part = partNamed(bare)
  if (part === 'excluded' || part === 'technical') {
    topic.part = part
    return {}
  }
  if (part === 'access' && !/^users?$/i.test(bare) && bare.split(' ').length < 7) {
    topic.part = part
    return {}
  }
  if (isExample.test(bare)) {
    topic.part = 'technical'
    return {}
  }
  if (storyTitle.test(bare) || noLabel.test(bare)) return noLabel.test(bare) ? null : {}
  if (/^(?:table|entity|sheet|file|tab|object)$/i.test(bare)) {
    const named = phraseAt(
      tokensOf(
        block.text
          .slice(block.labelEnd)
          .replace(/^\s*:\s*/, '')
          .toLowerCase(),
        block.start,
      ),
      0,
      false,
    )
    topic.subject = named?.value.key ?? null
    if (named) facts.defined.push(named.value.key)
    return {}
  }
  if (isTitle(block)) return null
  if (
    /\b(?:management|system|service|administration|platform|backend|api|app|portal|programme|program|software)$/i.test(
      bare,
    )
  )
    return {}
  const offset = block.start + block.text.indexOf(bare)
  const counted = /^(?:\d+\s?\.\.\s?\S+|\*|n)\s+/.exec(bare)?.[0].length ?? 0
  const tokens = tokensOf(
    bare
      .replace(/\([^)]*\)/g, (inside) => (inside.split(/\s+/).length > 3 ? ' '.repeat(inside.length) : inside))
      .slice(counted)
      .replaceAll('_', ' '),
    offset + counted,
  )
  if (operationsLabel.test(bare)) return { isOperations: true }
  const read = phraseAt(tokens, 0, false) ?? plainPhrase(tokens)
  if (!read || tokens.length > 9) return part ? {} : null
  const { value, next } = read
  const rest = tokens.slice(next)
  const isWhole =
    rest.length === 0 ||
    rest[0]?.text === '(' ||
    /^(?:per|in|under|of|for|on|to|and|or|\/|with|at|from|by|,|that|which|who)$/.test(rest[0]?.lower ?? '')
  if (!isWhole || block.labelEnd > 80) return null
  // In a label there are no verbs: `inspections per pump`.
  const others = phrasesIn(rest.map((token) => (token.pos === 'VERB' ? { ...token, pos: 'NOUN' } : token)))
  const link = /^(?:per|of|for|in|under|on)$/.test(rest[0]?.lower ?? '') ? others[0] : undefined
  if (link && value.key !== 'number')
    facts.links.push({
      ...(value.quantity === 'one' ? { from: link.key, to: value.key } : { from: value.key, to: link.key }),
      quantity: 'one',
      isLoose: false,
      isOwned: rest[0]?.lower === 'per',
      quote: { text: bare, start: offset },
      weight: 0.9,
    })
  if (rest[0]?.text === '/' || rest[0]?.lower === 'or')
    for (const other of others) facts.same.push([value.key, other.key])
  if (rest[0]?.text === '(')
    for (const other of others.slice(-1))
      if (/\b(?:also|say|says|call|aka|called|or|known)\b|^[^ ]+ ?\([^ ]+\)$/i.test(bare))
        facts.same.push([value.key, other.key])
  if (topic.part === 'access') topic.role = value.key
  return { subject: value }
}

/** `ops: release, reserve (needs ward), issue` */
const readOperations = ({ text, start }: Sentence, topic: Topic, facts: Facts) => {
  for (const item of itemsOf(text, start)) {
    const verb = /^(?:to )?([a-z]+(?:-[a-z]+)?)/i.exec(item.text)?.[1]?.toLowerCase()
    if (verb !== undefined) facts.acts.push({ verb, on: topic.subject ?? '', quote: item })
  }
}

/** Everything named here is named only to be left out. */
const exclude = (sentence: Sentence, facts: Facts) => {
  for (const { key } of phrasesIn(sentence.tokens))
    facts.excluded.set(key, { text: sentence.text, start: sentence.start })
}

const note = ({ tokens, text, start }: Sentence, facts: Facts) => {
  for (const phrase of phrasesIn(tokens)) {
    const known = facts.mentions.get(phrase.key)
    if (known) known.count++
    else
      facts.mentions.set(phrase.key, {
        count: 1,
        quote: { text: text.slice(phrase.start - start, phrase.end - start), start: phrase.start },
      })
  }
}
