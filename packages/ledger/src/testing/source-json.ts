import { canonicalJson } from '@charter/runtime'

/** An audit entry's text, told apart by its number. */
export const sourceJson = (number: number): string =>
  canonicalJson({
    at: '2026-11-21T10:00:00Z',
    entity: 'Patient',
    id: `019aa5f0-0000-7000-8000-${String(number).padStart(12, '0')}`,
    operation: 'readPatient',
    outcome: 'ok',
    principal: `nurse-${number % 7}`,
  })
