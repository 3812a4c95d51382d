import { type JsonObject, nounOf } from '@charter/runtime'
import type { Scenario, Step } from '../scenario.ts'
import { aboutEntity, type Derivation, isOpenTo, isProtected, listed, roleThat } from './derivation.ts'
import { envelope, message, soapListing, soapScenario, truthForms } from './envelope.ts'

/** Which rows are asked for, and in which order, in every form that XML Schema has for true and false. */
export const soapSelectionScenarios = (deriving: Derivation): readonly Scenario[] =>
  deriving.model.entities.flatMap((entity): readonly Scenario[] => {
    const about = aboutEntity(deriving, entity)
    const soap = soapListing(deriving, entity.name)
    const role = roleThat(about, ['list'])
    const key = entity.fields.find(({ name }) => name === entity.key[0])
    if (!soap || role === undefined || !key?.isFilterable || !key.isSortable || entity.key.length !== 1) return []
    if (isProtected(key) || !isOpenTo(about, role, key)) return []
    const { name } = key
    const ask = (select: string, expect: Step['expect']): Step =>
      message(role, soap, envelope(soap.request(`<select>${select}<limit>1</limit></select>`)), expect)
    const first = (isDescending: boolean): string => said(name, listed(about, role, [{ field: name, isDescending }])[0])
    const sorted = (descending: string, isDescending: boolean): Step =>
      ask(`<sort><by descending="${descending}">${name}</by></sort>`, { status: 200, says: [first(isDescending)] })
    const isNull = (value: string): string => `<filter><where field="${name}" op="isNull">${value}</where></filter>`
    const any: Step['expect'] = { status: 200, says: [`<${name}>`] }
    const none: Step['expect'] = { status: 200, lacks: [`<${name}>`] }
    const others = entity.fields
      .map((field) => field.name)
      .filter((other) => ![name, nounOf(entity.name), ...wrappers].includes(other))
    return [
      {
        ...soapScenario(`selections.${entity.name}`, 'rows are asked for and ordered as XML Schema spells truth', [
          ...truthForms.map(([text, is]) => sorted(text, is)),
          ask(`<fields><field>${name}</field></fields>`, {
            ...any,
            lacks: others.flatMap((other) => [`<${other}>`, `<${other} `]),
          }),
          ask(isNull('<value>false</value>'), any),
          ask(isNull('<value>0</value>'), any),
          ask(isNull('<value>true</value>'), none),
          ask(isNull(''), none),
          ask(`<filter><where field="${name}" op="in"/></filter>`, none),
        ]),
        cites: ['filters', 'order'],
        rows: 'example',
      },
    ]
  })

/** Elements of every answer, which a field may be called after. */
const wrappers = ['result', 'items']

const said = (name: string, row: JsonObject | undefined): string => `<${name}>${row?.[name] ?? ''}</${name}>`
