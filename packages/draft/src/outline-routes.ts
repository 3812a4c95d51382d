import type { Outline, OutlineEntity } from './outline.ts'
import { entityName } from './read/names.ts'
import type { SaidRoute } from './read/routes.ts'

/** Puts what the words say of paths where it belongs, and asks about what nothing is there for. */
export const addRoutes = (routes: readonly SaidRoute[], outline: Outline): void => {
  for (const { thing, of, path, quote } of routes) {
    const entity = outline.entities.get(entityName(thing))
    const owner = of === null ? undefined : outline.entities.get(entityName(of))
    const collection = entity && owner ? collectionOf(owner, entity) : undefined
    if (owner && collection !== undefined)
      owner.relations.set(collection, { ...owner.relations.get(collection), rest: { path } })
    else if (entity && of === null && !path.includes(':')) entity.rest = { path }
    else
      outline.questions.push({
        about: '',
        sentence: `What is served at /${path}? "${quote}" names nothing that is there.`,
        choices: [],
      })
  }
}

const collectionOf = ({ relations }: OutlineEntity, { name }: OutlineEntity): string | undefined =>
  [...relations].find(([, { many }]) => many === name)?.[0]
