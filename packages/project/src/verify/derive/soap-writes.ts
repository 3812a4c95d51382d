import type { FieldModel } from '@charter/runtime'
import type { Scenario, Step } from '../scenario.ts'
import { type AskedEntity, askedEntities } from './asked-entity.ts'
import { changes, writable } from './bodies.ts'
import type { Derivation } from './derivation.ts'
import { envelope, faulty, message, type SoapListing, soapListing, soapScenario, truthForms } from './envelope.ts'

/** What writers of envelopes say of a body that our own client never does: that it is none, truth in every form it has, and moments in any zone. */
export const soapWriteScenarios = (deriving: Derivation): readonly Scenario[] =>
  askedEntities(deriving).flatMap((asked): readonly Scenario[] => {
    const { name, key } = asked.about.entity
    const [create, update, list] = (['create', 'update', 'list'] as const).map((kind) =>
      soapListing(deriving, name, kind),
    )
    const keys = key.map((part) => `<${part}>${asked.row[part]}</${part}>`).join('')
    if (!create || !update || !/^[\w<>/-]+$/.test(keys)) return []
    const sent = (of: SoapListing, content: string): string => envelope(of.request(content))
    const patch = (value: string, expect: Step['expect']): Step =>
      message(asked.role, update, sent(update, `<key>${keys}</key>${value}`), expect)
    return [
      written(`bodies.${name}`, 'a body that is said to be none is none', [
        message(asked.role, create, sent(create, none), noObject),
        patch(none, noObject),
      ]),
      written(`tags.${name}`, 'a write is done on any of the tags it names, and otherwise not', [
        patch(
          '<value/><ifMatch>"x"</ifMatch><ifMatch>"y"</ifMatch>',
          faulty('1.1', '<code>precondition-failed</code>'),
        ),
        patch('<value/>', { status: 200 }),
      ]),
      ...taken(asked).map(({ field, value }) =>
        written(`taken.${name}.${field}`, 'a value that another row has is a fault of whoever sent it', [
          patch(`<value><${field}>${value}</${field}></value>`, faulty('1.1', '<code>conflict</code>')),
        ]),
      ),
      ...truths(asked).map((field) =>
        written(`truths.${name}.${field.name}`, `${field.name} is true or false in every form that XML Schema has`, [
          ...truthForms.map(([text, value]) =>
            patch(`<value><${field.name}>${text}</${field.name}></value>`, {
              status: 200,
              says: [`<${field.name}>${value}</${field.name}>`],
            }),
          ),
          ...['TRUE', 'no', ''].map((text) =>
            patch(`<value><${field.name}>${text}</${field.name}></value>`, faulty('1.1', '<code>wrong-type</code>')),
          ),
        ]),
      ),
      ...moments(asked).map(({ name: field, isFilterable }) =>
        written(`instants.${name}.${field}`, `${field} is one moment, in whatever zone it is said`, [
          ...zoned.map(([text, utc]) =>
            patch(`<value><${field}>${text}</${field}></value>`, {
              status: 200,
              says: [`<${field}>${utc}</${field}>`],
            }),
          ),
          ...unzoned.map((text) =>
            patch(
              `<value><${field}>${text}</${field}></value>`,
              faulty('1.1', '<code>invalid-input</code>', `/${field}<`),
            ),
          ),
          ...(isFilterable && list
            ? [
                message(
                  asked.role,
                  list,
                  sent(
                    list,
                    `<select><filter><where field="${field}"><value>${lastElsewhere}</value></where></filter></select>`,
                  ),
                  { status: 200, says: [`<${field}>${last}</${field}>`] },
                ),
              ]
            : []),
        ]),
      ),
    ]
  })

/** Moments as `xs:dateTime` says them, and in UTC (XML Schema 1.1 part 2, section 3.3.7): the last is looked for in another zone. */
const zoned = [
  ['2025-02-28T10:00:00.123456+01:00', '2025-02-28T09:00:00.123456Z'],
  ['2025-02-28T10:00:00.000001-08:00', '2025-02-28T18:00:00.000001Z'],
  ['2025-02-28T10:00:00.5+05:30', '2025-02-28T04:30:00.5Z'],
  ['1969-12-31T23:59:59.999999-00:00', '1969-12-31T23:59:59.999999Z'],
  ['2024-03-01T13:59:59.999999+14:00', '2024-02-29T23:59:59.999999Z'],
] as const
const last = '2024-02-29T23:59:59.999999Z'
const lastElsewhere = '2024-02-29T19:29:59.999999-04:30'
const unzoned = ['2025-02-28T10:00:00+14:01', '2025-02-28T10:00:00+01:60', '0001-01-01T00:00:00+00:01']

const none = '<value xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>'
const noObject = faulty('1.1', '<code>invalid-input</code>', 'Give an object.')

/** Fields that the role may change to either, and then again. */
const truths = ({ about, role, row }: AskedEntity): readonly FieldModel[] =>
  writable(about, role, 'replace').filter(
    ({ name, type, writable: when }) =>
      type.kind === 'boolean' &&
      when === 'always' &&
      [true, false].every((value) => about.can(role, 'update', { ...row, [name]: value })),
  )

/** Values that no two rows have, of a row that is not the first. */
const taken = ({ about, role }: AskedEntity): readonly { readonly field: string; readonly value: string }[] =>
  writable(about, role, 'replace').flatMap(({ name, type }) => {
    const { unique } = about.entity
    const value = about.rows[1]?.[name]
    const isAlone = type.kind === 'text' && unique.some(({ fields }) => fields.length === 1 && fields[0] === name)
    return isAlone && typeof value === 'string' && /^[\w@. -]+$/.test(value) ? [{ field: name, value }] : []
  })

/** Fields of any moment that the role may change. */
const moments = ({ about, role }: AskedEntity): readonly FieldModel[] =>
  changes(about, role).flatMap(({ field }) =>
    field.type.kind === 'instant' && field.type.min === undefined && field.type.max === undefined ? [field] : [],
  )

const written = (id: string, title: string, steps: readonly Step[]): Scenario => ({
  ...soapScenario(id, title, steps),
  cites: ['input'],
  rows: 'example',
  writes: true,
})
