import type { RelationModel } from '../../../src/runtime/index.ts'
import type { Scenario } from '../scenario.ts'
import { type About, aboutEntity, revealsAlong, roleThat } from './deriving.ts'

/** Relations of relations are included so many levels deep, and no deeper. */
export const deepIncludeScenarios = (about: About): readonly Scenario[] => {
  const path = about.path('list')
  const role = roleThat(about, ['list'])
  const most = about.model.limits.includeDepthMax
  const chain = role === undefined ? null : chainFrom(about, role, most + 1)
  if (path === null || role === undefined || !chain) return []
  const ask = (levels: number, expect: Scenario['steps'][number]['expect']): Scenario['steps'][number] => ({
    as: role,
    method: 'GET',
    path: `${path}?limit=1&include=${chain.slice(0, levels).join('.')}`,
    expect,
  })
  return [
    {
      id: `${about.entity.name}.include.deep`,
      title: `relations are included ${most} levels deep, and no deeper`,
      cites: ['includes', 'bounds'],
      rows: 'example',
      writes: false,
      steps: [
        ...(most > 0 ? [ask(most, { status: 200 })] : []),
        ask(most + 1, { status: 422, body: [{ at: '/code', equals: 'invalid-input' }], says: ['levels deep'] }),
      ],
    },
  ]
}

/** So many relations, one after the other, that the role may follow: to one row at a time where that can be. */
const chainFrom = (about: About, role: string, length: number): readonly string[] | null => {
  if (length === 0) return []
  const relations = about.entity.relations.toSorted((a, b) => Number(a.kind === 'many') - Number(b.kind === 'many'))
  for (const relation of relations) {
    const target = follow(about, relation, role)
    const rest = target && chainFrom(target, role, length - 1)
    if (rest) return [relation.name, ...rest]
  }
  return null
}

const follow = (about: About, relation: RelationModel, role: string): About | null => {
  const entity = about.model.entities.find(({ name }) => name === relation.target)
  if (!entity || revealsAlong(about, relation).length > 0) return null
  const target = aboutEntity(about, entity)
  return target.mayEver(role, relation.kind === 'one' ? 'read' : 'list') ? target : null
}
