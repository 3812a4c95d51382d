import fc from 'fast-check'
import { charterText } from './arbitrary-charter.ts'

const texts = [
  '{ type: text, length: 2..40 }',
  "{ type: text, pattern: '[A-Z]{2,4}-\\d+' }",
  '{ type: text, format: email }',
  '{ type: text, format: phone, optional: true }',
  '{ type: text, format: ip }',
  '{ type: text, length: 1..20, reveal: inside, mask: { last: 2 }, optional: true }',
  '{ type: text, length: 1..20, reveal: inside }',
  '{ type: time, optional: true }',
  '{ type: dateTime }',
  '{ type: duration, optional: true }',
  '{ type: bytes, length: ..17, optional: true }',
  '{ type: bytes }',
  '{ type: json, optional: true }',
  '{ type: json }',
  '{ type: array, items: { type: text, length: 1..20 }, size: 1..5 }',
  '{ type: array, items: { type: decimal, precision: 3, scale: 3 }, optional: true }',
  '{ type: vector, size: 3, optional: true }',
  '{ type: map, values: { type: int32, min: 0 }, size: ..3, optional: true }',
  '{ type: Place, optional: true }',
  '{ type: Contact }',
  '{ type: Tree, optional: true }',
  '{ type: int32, min: -5, max: 5, default: 1 }',
  '{ type: int64, min: -10, max: 10, optional: true }',
  '{ type: decimal, precision: 1, scale: 0, optional: true }',
  '{ type: float64, min: 0.5, max: 2.25, optional: true }',
  '{ type: date, max: today, immutable: true }',
  '{ type: instant, default: now, readOnly: true }',
  '{ type: boolean, default: false }',
  "{ type: enum, values: [a, 'b c', \"it's\"], optional: true }",
]

const types = `types:
  Place: { type: record, members: { street: { type: text, length: 1..80 }, zip: { type: text, optional: true }, at: { type: instant, optional: true } } }
  Contact: { type: union, tag: kind, variants: { mail: { address: { type: text, format: email } }, 'by phone': { number: { type: text, format: phone }, isMobile: { type: boolean, default: false } } } }
  Tree: { type: record, members: { label: { type: text }, weight: { type: decimal, precision: 5, scale: 2, optional: true }, children: { type: array, items: { type: Tree }, optional: true } } }
`

/** A random charter whose fields are of every type, optional, bounded, masked, defaulted, with operations of several shapes. */
export const richCharterText: fc.Arbitrary<string> = fc
  .tuple(charterText, fc.array(fc.constantFrom(...texts), { minLength: 24, maxLength: 24 }), fc.boolean())
  .map(([text, rich, hasOperations]) => {
    let at = 0
    // Keys keep the types that keys may have.
    const [head = '', entities = ''] = text.split('entities:\n')
    const replaced = entities.replaceAll(/^( {6}(?!id|code|no)\w+: ).*type: (?!enum).*$/gm, (line, start: string) =>
      at < rich.length ? `${start}${rich[at++]}` : line,
    )
    const name = /^ {2}(\w+):$/m.exec(entities)?.[1] ?? ''
    const operations = `operations:
  doIt: { entity: ${name}, input: { why: { type: text, length: 1..9 }, place: { type: Place, optional: true } }, result: ${name}, errors: [done-already] }
  findAll: { entity: ${name}, key: false, input: { word: { type: text } }, result: { list: ${name} }, effect: read }
  ping: { input: { at: { type: instant, optional: true } }, result: { type: decimal, precision: 9, scale: 2 }, effect: read, rest: { verb: GET } }
`
    const allowed = replaced.replace('audit] } }', `audit${hasOperations ? ', doIt, findAll' : ''}] } }`)
    return `${head}${types}entities:\n${allowed}\n${hasOperations ? operations : ''}`
  })
