import type { Member } from '../values/type.ts'

interface Taken {
  readonly params: readonly Member[]
  readonly query: readonly Member[]
  /** In small letters. */
  readonly headers: readonly string[]
  /** Media types that it may answer with: where there are several, its code is told which one is asked for. */
  readonly answers: readonly string[]
  /** Of the body; left out: it takes none. */
  readonly type?: Member['type']
}

/**
 * What a route of a charter's own takes of a request, as the input of an operation: one member for each part that it has. So all of it is
 * read as values are, told in problems by its path (`/query/copy`), and part of what a repeated call has to be the same in.
 */
export const routeInput = ({ params, query, headers, answers, type }: Taken): readonly Member[] => [
  ...part('params', params),
  ...part('query', query),
  ...part(
    'headers',
    headers.map((name) => ({ name, type: { kind: 'text' }, isOptional: true })),
  ),
  ...(type ? [{ name: 'body', type, isOptional: false }] : []),
  ...(answers.length > 1
    ? [{ name: 'type', type: { kind: 'enum', values: answers } as const, isOptional: false }]
    : []),
]

const part = (name: string, members: readonly Member[]): readonly Member[] =>
  members.length === 0 ? [] : [{ name, type: { kind: 'record', members }, isOptional: false }]
