import type { Scenario } from '../scenario.ts'
import type { About } from './derivation.ts'
import { longestPage } from './pages.ts'

/** What holds of any rows at all: every page is walked, no row comes twice, and as many come as were counted. */
export const walkScenarios = (about: About): readonly Scenario[] => {
  const path = about.path('list')
  const { entity, model } = about
  if (path === null) return []
  return model.access.roles
    .filter((role) => about.mayEver(role, 'list'))
    .map((role) => ({
      id: `${entity.name}.walk.${role}`,
      title: `${role} walks every page of ${entity.name} and meets each row once`,
      cites: ['order'],
      rows: 'any' as const,
      writes: false,
      steps: [
        {
          as: role,
          method: 'GET' as const,
          path: `${path}?limit=${longestPage(model)}&count=true`,
          walk: true,
          expect: {
            status: 200,
            body: [
              { at: '/next', equals: null },
              ...(entity.key.length === 1
                ? [{ at: '/items', each: { at: `/${entity.key[0]}`, unique: true as const } }]
                : []),
            ],
          },
          save: { count: '/count' },
        },
      ],
    }))
}
