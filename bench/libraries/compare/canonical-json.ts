import { canonicalJson } from '@charter/runtime'
import { type Comparison, requireSame } from '../comparison.ts'
import type { Peers } from '../peers.ts'

/** An entry of the record. */
const entry = {
  replica: 'clinic-0',
  epoch: 3,
  sequence: 123_456,
  at: '2026-11-28T01:00:00.123456Z',
  principal: { id: 'u1', tenant: 't1', credential: 'jwt', roles: ['clinician', 'auditor'] },
  operation: 'Patient.update',
  key: { id: '0198f0c0-0000-7000-8000-000000000001' },
  fields: ['name', 'ward', 'birthDate'],
  outcome: 'done',
  origin: { style: 'rest', address: '10.0.0.7', requestId: '0198f0c0-0000-7000-8000-0000000000ff' },
}

export const canonicalJsonComparison = ({ canonicalize }: Peers): Comparison => {
  const ours = () => canonicalJson(entry)
  const library = () => canonicalize(entry)
  requireSame('canonical JSON', ours(), library())
  return { name: 'canonical JSON of an entry', by: { ours: 'ours', library: 'canonicalize' }, ours, library }
}
