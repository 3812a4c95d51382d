import { canonicalJson } from '@charter/runtime'
import type { SourceRecord } from '../disk/entry-line.ts'
import { record } from './ledger.ts'

const operations = ['Patient.read', 'Patient.list', 'Prescription.update', 'LabResult.read', 'Patient.update'] as const
const outcomes = ['ok', 'ok', 'ok', 'forbidden', 'ok', 'not-found'] as const

/** Entries as the services of a clinic make them, a second apart, up to now. */
export const clinicEntries = (count: number, nowMs: number, first = 1): readonly SourceRecord[] =>
  Array.from({ length: count }, (_, at) => {
    const sequence = first + at
    const operation = operations[sequence % operations.length] ?? operations[0]
    return record(sequence, {
      entry: canonicalJson({
        at: new Date(nowMs - (count - at) * 1000).toISOString().replace(/\.?0*Z$/, 'Z'),
        entity: operation.split('.')[0] ?? '',
        fields: sequence % 4 === 0 ? ['name', 'birthDate'] : [],
        key: operation.endsWith('list')
          ? null
          : canonicalJson({ id: `019aa5f0-7c00-7000-8000-${String(sequence).padStart(12, '0')}` }),
        operation,
        origin: { address: `10.0.0.${sequence % 20}`, requestId: `request-${sequence}`, style: 'rest' },
        outcome: outcomes[sequence % outcomes.length] ?? 'ok',
        principal: `nurse-${sequence % 7}`,
        roles: ['clinician'],
        rows: operation.endsWith('list') ? 5 : null,
        tenant: null,
      }),
    })
  })
