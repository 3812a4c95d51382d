// Generated from the charter "clinic". What you change here is merged when generating again.

import type { EhrRecord } from './entities/ehr-record/ehr-record.ts'
import type { LabResult } from './entities/lab-result/lab-result.ts'
import type { Patient } from './entities/patient/patient.ts'
import type { Prescription } from './entities/prescription/prescription.ts'
import type { EntityShape } from './runtime/service/index.ts'

/** The entities as code of your own sees them: their rows, what names one, and what is given for a new one. */
export type Entities = {
  readonly Patient: EntityShape<
    Patient,
    'id',
    {
      readonly name: string
      readonly birthDate: string
      readonly ssn?: string | null
      readonly email?: string | null
      readonly ward: string
      readonly dischargedAt?: string | null
      readonly createdAt?: string
    },
    never,
    'ssn',
    'dischargedAt' | 'createdAt'
  >
  readonly Prescription: EntityShape<
    Prescription,
    'id',
    {
      readonly drug: string
      readonly dose: string
      readonly unit?: 'mg' | 'ml' | 'tablet'
      readonly state?: 'written' | 'dispensed' | 'stopped'
      readonly startsOn?: string
      readonly endsOn?: string | null
      readonly patientId: string
    }
  >
  readonly EhrRecord: EntityShape<
    EhrRecord,
    'id',
    {
      readonly kind: 'note' | 'diagnosis' | 'procedure' | 'imaging'
      readonly title: string
      readonly body: string
      readonly recordedAt?: string
      readonly patientId: string
    },
    never,
    'body'
  >
  readonly LabResult: EntityShape<
    LabResult,
    'id',
    {
      readonly test: string
      readonly value: string
      readonly unit: string
      readonly isAbnormal?: boolean
      readonly takenAt: string
      readonly patientId: string
    }
  >
}
