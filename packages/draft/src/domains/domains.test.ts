import { type Charter, checkCharter, parseCharter } from '@charter/charter'
import { describe, expect, test } from 'vitest'
import { completeAccess } from '../complete-access.ts'
import { completeFromDomain } from '../complete-domain.ts'
import { draftCharter } from '../draft.ts'
import { singulars } from '../find-cues.ts'
import { emptyOutline, type Outline } from '../outline.ts'
import { sampleRows } from '../samples/sample-rows.ts'
import { writeDocument } from '../write-document.ts'
import type { KnownEntity, Topic } from './industry.ts'
import { industries } from './registry.ts'

const topics = industries.flatMap((industry) => industry.topics.map((topic) => ({ industry, topic })))
const entitiesOf = (of: (typeof industries)[number]): readonly KnownEntity[] =>
  of.topics.flatMap(({ entities }) => entities)
const targets = (entity: KnownEntity) => Object.values(entity.references).map(({ one }) => String(one))

const checked = (document: string): Charter => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': document })
  expect(diagnostics, document).toEqual([])
  const findings = checkCharter(charter as Charter, {
    styles: ['rest', 'graphql', 'grpc', 'soap', 'mcp'].map((name) => ({ name, check: () => [] })),
    connectors: [{ name: 'sqlite', accepts: () => false, check: () => [] }],
  })
  expect(findings, document).toEqual([])
  return charter as Charter
}

/** What is known alone, whatever a reader makes of the words. */
const completed = (words: string) => {
  const outline: Outline = emptyOutline()
  const topic = completeFromDomain(words, outline, industries)
  completeAccess(outline)
  return { outline, topic, charter: checked(writeDocument(outline, { name: 'thin', title: 'Thin' })) }
}

/** The entities that can be reached from the first over relations, either way. */
const connected = ({ entities }: Charter): ReadonlySet<string> => {
  const reached = new Set([entities[0]?.name ?? ''])
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const { name, relations } of entities)
      for (const { target } of relations) {
        if (reached.has(name)) reached.add(target)
        if (reached.has(target)) reached.add(name)
      }
  }
  return reached
}

describe.each(topics)('$industry.name: $topic.name', ({ industry, topic }) => {
  test.each(topic.cues.map((cue) => ({ cue })))('"$cue" alone gives a whole charter', ({ cue }) => {
    for (const words of [`${cue} API`, `an API for ${cue}`, cue.toUpperCase()]) {
      const { outline, topic: found, charter } = completed(words)
      expect(found, words).toBe(topic)
      expect(charter.entities.length).toBeGreaterThanOrEqual(3)
      expect([...connected(charter)].sort()).toEqual(charter.entities.map(({ name }) => name).sort())
      expect(charter.access.roles.length).toBeGreaterThanOrEqual(2)
      expect(charter.access.roles, 'somebody usual looks after each entity').not.toContain('admin')
      const { provenance } = outline
      for (const { name, fields, relations } of outline.entities.values())
        for (const path of [name, ...[...fields.keys(), ...relations.keys()].map((member) => `${name}.${member}`)])
          expect(provenance.get(path)?.assumed, path).toBeDefined()
      for (const role of outline.roles) expect(provenance.get(`access.roles.${role}`)?.assumed, role).toBeDefined()
    }
  })

  test('a draft of the whole names what it assumed', () => {
    const { document, assumed } = draftCharter(`${topic.cues[0]} API`)
    const charter = checked(document)
    for (const { name } of charter.entities)
      expect(
        assumed.some((sentence) => sentence.startsWith(name)),
        name,
      ).toBe(true)
  })

  test('its rows can be made up', () => {
    const { charter } = completed(`${topic.cues[0]} API`)
    const rows = sampleRows(charter, { seed: 1, perEntity: 4 })
    for (const { name } of charter.entities) expect(rows[name]?.length, name).toBe(4)
  })

  test('operations ask for what is there, and are known to somebody', () => {
    const granted = new Set(topic.roles.flatMap(({ allow }) => allow.flatMap((grant) => grant.do)))
    for (const { name, entity } of topic.operations) {
      expect(entitiesOf(industry).map((each) => each.name)).toContain(entity)
      expect(granted, `${name} is allowed to nobody`).toContain(name)
    }
    const named = topic.operations.map(({ name }) => name)
    for (const action of granted)
      expect(['create', 'read', 'update', 'delete', 'list', 'audit', ...named]).toContain(action)
  })

  test('has three to six entities, each with four to ten members', () => {
    expect(topic.entities.length).toBeGreaterThanOrEqual(3)
    expect(topic.entities.length).toBeLessThanOrEqual(6)
    for (const { name, fields, references } of topic.entities) {
      const count = Object.keys(fields).length + Object.keys(references).length
      expect([name, count >= 4 && count <= 12]).toEqual([name, true])
    }
  })
})

describe.each(industries)('$name', (industry) => {
  const names = entitiesOf(industry).map(({ name }) => name)

  test('refers to its own entities alone, and names none twice', () => {
    expect(new Set(names).size).toBe(names.length)
    for (const entity of entitiesOf(industry)) for (const target of targets(entity)) expect(names).toContain(target)
    for (const { roles } of industry.topics)
      for (const { allow } of roles) for (const { on } of allow) for (const name of on) expect(names).toContain(name)
  })

  test.each(industry.cues.map((cue) => ({ cue })))('"$cue" alone is its first topic', ({ cue }) => {
    const { topic, charter } = completed(`${cue} API`)
    expect(topic).toBe(industry.topics[0])
    expect(charter.entities.length).toBeGreaterThanOrEqual(3)
  })

  test('has four to seven topics and a vocabulary without repetition', () => {
    expect(industry.topics.length).toBeGreaterThanOrEqual(4)
    expect(industry.topics.length).toBeLessThanOrEqual(7)
    const { roles, things, protected: of } = industry.vocabulary
    for (const list of [roles, things, ...Object.values(of)]) expect(list.length).toBe(new Set(list).size)
    for (const word of [...roles, ...things]) expect(word).toBe(word.toLowerCase())
  })
})

test('no cue belongs to two topics', () => {
  const cues = industries.flatMap((industry) => [industry.cues, ...industry.topics.map((topic) => topic.cues)]).flat()
  const read = cues.map((cue) => singulars(cue).join(' '))
  expect(read.filter((cue, at) => read.indexOf(cue) !== at)).toEqual([])
})

test('names that mean the like in two trades are the ones that do', () => {
  const names = industries.flatMap((industry) => entitiesOf(industry).map(({ name }) => name))
  const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at))
  // Each trade has its own: a library's reservation is no hotel's, an applicant for a loan is none for a permit.
  expect([...twice].sort()).toEqual(['Applicant', 'Customer', 'Loan', 'Reservation'])
})

describe('words', () => {
  test('that name no cue are left alone', () => {
    for (const words of ['an API for birds', 'A kite has a length.', 'notes', '']) {
      const outline = emptyOutline()
      expect(completeFromDomain(words, outline, industries)).toBeUndefined()
      expect(outline).toEqual(emptyOutline())
    }
  })

  test('that leave a cue out do not ask for it', () => {
    expect(completed('No invoices.').topic).toBeUndefined()
  })

  test('of one trade with two topics give both', () => {
    const { topic, charter } = completed('hospital with pharmacy')
    expect(topic?.name).toBe('hospital-stays')
    const names = charter.entities.map(({ name }) => name)
    for (const name of ['Patient', 'Ward', 'Bed', 'Admission', 'Prescription', 'Medication'])
      expect(names).toContain(name)
  })

  test('of a trade and a topic give the topic', () => {
    expect(completed('a healthcare patient API').topic?.name).toBe('patients')
    expect(completed('order management').topic?.name).toBe('orders')
    expect(completed('tax return').topic?.name).toBe('taxes')
  })

  test('that name an operation get it, and who may do it', () => {
    const { charter } = completed('order management with cancellation')
    expect(charter.operations.map(({ name }) => name)).toEqual(['cancelOrder'])
    expect(
      charter.entities.find(({ name }) => name === 'Order')?.allow.map(({ do: actions }) => actions),
    ).toContainEqual(expect.arrayContaining(['cancelOrder']))
    expect(completed('order management').charter.operations).toEqual([])
  })

  test('that describe an entity get better types for it, and nothing else', () => {
    const { document, assumed } = draftCharter(
      'A bank serves customers. A customer has a name, a tax id and an email. An account has an iban and a balance. An account belongs to one customer. Tellers manage customers and accounts.',
    )
    const charter = checked(document)
    const members = (entity: string) =>
      charter.entities.find(({ name }) => name === entity)?.fields.map(({ name }) => name)
    expect(members('Customer')).toEqual(['id', 'name', 'taxId', 'email'])
    expect(members('Account')).toEqual(['id', 'iban', 'balance', 'customerId'])
    const iban = charter.entities.find(({ name }) => name === 'Account')?.fields.find(({ name }) => name === 'iban')
    expect(iban).toMatchObject({ class: 'pii', type: { kind: 'text' } })
    expect(assumed).toEqual([])
  })

  test('that name three things get these three, each filled in', () => {
    const { document, lockProvenance } = draftCharter('a clinic with patients, prescriptions and lab results')
    const charter = checked(document)
    expect(charter.entities.map(({ name }) => name)).toEqual(['Patient', 'Prescription', 'LabResult'])
    expect(lockProvenance['Patient.name']?.assumed).toContain('the words do not say')
    expect(charter.entities[1]?.relations.map(({ target }) => target)).toContain('Patient')
  })
})

test('everything known of a topic is used by its own draft', () => {
  const unused = topics.flatMap(({ topic }: { topic: Topic }) => {
    const names = completed(`${topic.cues[0]} API`).charter.entities.map(({ name }) => name)
    return topic.entities.filter(({ name }) => !names.includes(name)).map(({ name }) => `${topic.name}: ${name}`)
  })
  expect(unused).toEqual([])
})
