import type { Scenario, Step } from '../scenario.ts'
import { aboutEntity, type Derivation, roleThat } from './derivation.ts'
import { envelope, faulty, message, soapListing, soapScenario } from './envelope.ts'
import { mayInclude } from './pages.ts'
import { mayFollow } from './related.ts'

/** A relation under a name of the caller's own stands in its own place, whatever else is called so. */
export const soapIncludeScenarios = (deriving: Derivation): readonly Scenario[] =>
  deriving.model.entities.flatMap((entity): readonly Scenario[] => {
    if (!mayInclude(deriving.model)) return []
    const soap = soapListing(deriving, entity.name)
    const role = roleThat(aboutEntity(deriving, entity), ['list'])
    const field = entity.fields.find(({ name }) => !entity.key.includes(name))?.name
    const relation = entity.relations.find(
      (each) => role !== undefined && mayFollow(aboutEntity(deriving, entity), each, role),
    )
    if (!soap || role === undefined || field === undefined || !relation) return []
    const others = entity.relations.filter(({ name }) => name !== relation.name)
    const including = (content: string, expect: Step['expect']): Step =>
      message(
        role,
        soap,
        envelope(soap.request(`<select><limit>1</limit><include>${content}</include></select>`)),
        expect,
      )
    const ask = (as: string): Step =>
      including(`<${relation.name} as="${as}"/>`, {
        status: 200,
        says: [`<${relation.name} as="${as}"`],
        lacks: others.flatMap(({ name }) => [`<${name}>`, `<${name} `]),
      })
    const twice = including(
      `<${relation.name}/><${relation.name}/>`,
      faulty('1.1', `>/select/include/${relation.name}<`, '<code>duplicate</code>'),
    )
    return [
      {
        ...soapScenario(
          `includes.${entity.name}`,
          'what is included stands under its relation, by the name it was given',
          [ask('x'), ask(field), twice],
        ),
        rows: 'example',
      },
    ]
  })
