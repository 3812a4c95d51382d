import type { Rule } from '@charter/runtime'

const source = { file: 'charter.yaml', line: 1, text: '' }
const ward = { kind: 'principal', name: 'ward' } as const
/** Rules of the suite: a permit, its negation, and one over a relation. */
export const rules: readonly Rule[] = [
  {
    id: 'own-ward',
    effect: 'permit',
    entity: 'Patient',
    actions: ['read'],
    roles: ['clerk'],
    source,
    isConditional: true,
    when: { kind: 'compare', op: 'eq', left: { kind: 'field', path: ['ward'] }, right: ward },
  },
  {
    id: 'other-ward',
    effect: 'permit',
    entity: 'Patient',
    actions: ['list'],
    roles: ['clerk'],
    source,
    isConditional: true,
    when: { kind: 'not', of: { kind: 'compare', op: 'eq', left: { kind: 'field', path: ['ward'] }, right: ward } },
  },
  {
    id: 'own-patients',
    effect: 'permit',
    entity: 'Stay',
    actions: ['read'],
    roles: ['clerk'],
    source,
    isConditional: true,
    when: { kind: 'compare', op: 'eq', left: { kind: 'field', path: ['patient', 'ward'] }, right: ward },
  },
  ...['ward', 'desk', 'next.ward'].map(
    (path): Rule => ({
      id: `ground-${path}`,
      effect: 'permit',
      entity: 'Bed',
      actions: ['read'],
      roles: ['clerk'],
      source,
      isConditional: true,
      when: {
        kind: 'compare',
        op: 'eq',
        left: { kind: 'field', path: [...path.split('.'), 'floor'], type: { kind: 'int32' } },
        right: { kind: 'value', value: 0, type: { kind: 'int32' } },
      },
    }),
  ),
]
