import type { Scenario, Step } from '../scenario.ts'
import { type Deriving, whatToList } from './deriving.ts'

/** A credential counts as what it is, however often it was taken before in its own header. */
export const credentialKindScenarios = (deriving: Deriving): readonly Scenario[] => {
  const listing = whatToList(deriving)
  if (!listing) return []
  const good: Step = { as: listing.role, method: 'GET', path: listing.path, expect: { status: 200 } }
  const elsewhere = (headers: Readonly<Record<string, string>>): Step => ({
    as: null,
    method: 'GET',
    path: listing.path,
    headers,
    expect: { status: 401 },
  })
  const others: readonly Step[] = [
    elsewhere({ 'x-api-key': '{{credential}}' }),
    elsewhere({ 'x-gateway-assertion': '{{credential}}' }),
    elsewhere({ authorization: 'Basic {{credential}}' }),
  ]
  const takesKeys = deriving.model.access.accepts.includes('api-key')
  return [
    {
      id: 'sign-in.kinds',
      title: 'a credential is none of another kind, also where it was just taken as its own',
      cites: ['nobody'],
      rows: 'any',
      writes: false,
      in: 'rest',
      steps: [
        good,
        ...others,
        ...(takesKeys
          ? [{ ...good, shows: { by: 'api-key' } } as const, elsewhere({ 'x-gateway-assertion': '{{credential}}' })]
          : []),
      ],
    },
  ]
}
