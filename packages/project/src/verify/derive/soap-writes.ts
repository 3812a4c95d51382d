import type { FieldModel } from '@charter/runtime'
import type { Scenario, Step } from '../scenario.ts'
import { type AskedEntity, askedEntities } from './asked-entity.ts'
import { writable } from './bodies.ts'
import type { Deriving } from './deriving.ts'
import { envelope, faulty, message, type SoapListing, soapListing, soapScenario, truthForms } from './envelope.ts'

/** What writers of envelopes say of a body that our own client never does: that it is none, and truth in every form it has. */
export const soapWriteScenarios = (deriving: Deriving): readonly Scenario[] =>
  askedEntities(deriving).flatMap((asked): readonly Scenario[] => {
    const { name, key } = asked.about.entity
    const [create, update] = (['create', 'update'] as const).map((kind) => soapListing(deriving, name, kind))
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
    ]
  })

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

const written = (id: string, title: string, steps: readonly Step[]): Scenario => ({
  ...soapScenario(id, title, steps),
  cites: ['input'],
  rows: 'example',
  writes: true,
})
