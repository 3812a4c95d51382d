import { describe, expect, test } from 'vitest'
import { analyse } from './analyse.ts'

const fieldsOf = (words: string, entity: string) =>
  analyse(words)
    .entities.find(({ name }) => name === entity)
    ?.fields.map(({ name, type }) => `${name}: ${type}`)
const relationsOf = (words: string) => analyse(words).relations.map(({ from, to, kind }) => `${from} ${kind} ${to}`)
const rightsOf = (words: string) =>
  analyse(words).access.map(({ role, do: actions, on }) => `${role} ${actions.join('+')} ${on}`)

describe('fields are found', () => {
  test.each([
    [
      'after "has"',
      'A box has a number, a size (small, medium, large) and a weight.',
      'Box',
      ['number: text', 'size: enum', 'weight: decimal'],
    ],
    [
      'after a label',
      '- vehicle: plate, make, electric y/n\n- driver: name, licence number',
      'Vehicle',
      ['plate: text', 'make: text', 'isElectric: boolean'],
    ],
    [
      'in what is kept for each',
      'For each visit we keep the planned start (date and time), the reason and whether it took place.',
      'Visit',
      ['plannedStart: instant', 'reason: text', 'isTookPlace: boolean'],
    ],
    [
      'in what shall be held',
      'For every customer the following shall be held: customer number, postal address, risk rating of low, medium or high.',
      'Customer',
      ['number: text', 'postalAddress: text', 'riskRating: enum'],
    ],
    [
      'after a colon, of what is done to',
      'Anybody can report a defect: description, urgency (low, high), reported at. Staff see all defects.',
      'Defect',
      ['description: text', 'urgency: enum', 'reportedAt: instant'],
    ],
    [
      'in a glossary',
      '**Survey.** When a box comes in, somebody looks at it: date, remark, result.\n\n**Box.** Number, tare weight in kg.',
      'Box',
      ['number: text', 'tareWeight: decimal'],
    ],
    [
      'in columns',
      '```\npresses.csv\npress_no;maker;bought\nP07;Arburg;2016-03-01\n```',
      'Press',
      ['number: text', 'maker: text', 'bought: text'],
    ],
    [
      'in brackets',
      'Every course belongs to exactly one department (name, building). A course has a title and a code.',
      'Department',
      ['name: text', 'building: text'],
    ],
  ])('%s', (_, words, entity, fields) => {
    expect(fieldsOf(words, entity)).toEqual(fields)
  })
})

describe('relations are found', () => {
  const things = 'A case has a number and a date. A dentist has a name and a phone. '
  test.each([
    ['one of another', `${things}Each case comes from one dentist.`, 'Case many-to-one Dentist'],
    ['several, from the other side', `${things}A dentist has many cases.`, 'Case many-to-one Dentist'],
    [
      'many on both sides',
      `${things}A case may concern several dentists and a dentist may work on many cases.`,
      'Case many-to-many Dentist',
    ],
    ['per', `${things}Cases are per dentist.`, 'Case many-to-one Dentist'],
    [
      'a kind of',
      'A party has an address and an e-mail. An organisation is a party with a legal name and a registration number.',
      'Organisation is-a Party',
    ],
    [
      'another of its kind',
      'A branch has a code and a town. A branch may report to another branch.',
      'Branch many-to-one Branch',
    ],
    [
      'the whole in the name of the part',
      'An order has a number and a total. An order line has a quantity and a price.',
      'OrderLine many-to-one Order',
    ],
  ])('%s', (_, words, relation) => {
    expect(relationsOf(words)).toContain(relation)
  })

  test('two of one thing, each by its name', () => {
    const { relations } = analyse('A match has a day, a home team and an away team. A team has a name and a colour.')
    expect(relations.map(({ name, to }) => `${name}: ${to}`)).toEqual(['homeTeam: Team', 'awayTeam: Team'])
  })
})

describe('rights are found', () => {
  const order = 'An order has a number and a total. '
  test.each([
    ['with "may"', `${order}Clerks may create, see and change orders.`, 'clerk create+read+list+update Order'],
    [
      'in a story',
      `${order}\n\nAs a buyer I want to cancel an order so that I pay nothing.`,
      'buyer cancelOrder Order',
    ],
    [
      'after a label',
      `${order}\n\nRights\n\n- clerk: full control over orders`,
      'clerk create+read+update+delete+list Order',
    ],
    ['in the passive', `${order}Orders are kept by the sales team.`, 'salesTeam create+read+update+delete+list Order'],
    [
      'in a table of letters',
      '| thing | columns |\n|---|---|\n| order | number, total |\n\n| | Clerk | Auditor |\n|---|---|---|\n| order | CRU | R |',
      'clerk create+read+list+update Order',
    ],
  ])('%s', (_, words, right) => {
    expect(rightsOf(words)).toContain(right)
  })

  test('and what is denied is not granted', () => {
    expect(rightsOf(`${order}Clerks see orders. Clerks cannot delete orders.`)).toEqual(['clerk read+list Order'])
  })
})

describe('left out', () => {
  test('is what the words leave out, the thing to be built, and whoever speaks', () => {
    const { entities } = analyse(`Minutes
Present: Petra, Olu

Petra: the system shall hold lines: code, name, speed. The dashboard is made by an agency.

Out of scope: invoices, the shift roster, OEE.`)
    expect(entities.map(({ name }) => name)).toEqual(['Line'])
  })
})

test('statements on style, language, database, pages and limits', () => {
  expect(
    analyse('REST, not GraphQL. Go and PostgreSQL. Lists in pages of 40, at most 600 requests per minute.').statements,
  ).toEqual({
    styles: ['rest'],
    language: 'go',
    database: 'postgresql',
    frameworks: [],
    pageSize: 40,
    rateLimit: 600,
  })
})

test('each quote stands where it is said to', () => {
  const words =
    'A pump has a tag (unique) and a flow rate. Inspectors may create inspections. An inspection has a date and a result.'
  for (const { fields } of analyse(words).entities)
    for (const { quote = '', offset = -1 } of fields) expect(words.slice(offset, offset + quote.length)).toBe(quote)
})
