import type { JsonObject } from '@charter/runtime'
import type { RowSet } from '@charter/runtime/service'

export const ward = 'north'
const patients = 1000
const prescriptionsEach = 5
const labsEach = 3

const uuid = (kind: number, at: number): string =>
  `00000000-0000-7000-8${kind.toString().padStart(3, '0')}-${at.toString(16).padStart(12, '0')}`

/** Patients of the ward that the bench asks about. */
export const patientIds = (): readonly string[] =>
  Array.from({ length: patients }, (_, at) => uuid(1, at)).filter((_, at) => wardOf(at) === ward)

const wardOf = (at: number): string => (at % 2 === 0 ? ward : 'south')

/** A thousand patients of two wards, five prescriptions and three lab results each. */
export const benchRows = (): RowSet => [
  {
    entity: 'Patient',
    rows: Array.from(
      { length: patients },
      (_, at): JsonObject => ({
        id: uuid(1, at),
        name: `Patient ${at}`,
        birthDate: '1980-05-17',
        ssn: `${100 + (at % 900)}-${10 + (at % 90)}-${1000 + at}`,
        email: `patient${at}@example.org`,
        ward: wardOf(at),
        dischargedAt: null,
        createdAt: '2026-01-05T08:30:00Z',
      }),
    ),
  },
  {
    entity: 'Prescription',
    rows: Array.from(
      { length: patients * prescriptionsEach },
      (_, at): JsonObject => ({
        id: uuid(2, at),
        drug: `Drug ${at % 40}`,
        dose: '12.50',
        unit: 'mg',
        state: 'written',
        startsOn: '2026-01-05',
        endsOn: null,
        patientId: uuid(1, Math.floor(at / prescriptionsEach)),
      }),
    ),
  },
  {
    entity: 'LabResult',
    rows: Array.from(
      { length: patients * labsEach },
      (_, at): JsonObject => ({
        id: uuid(3, at),
        test: `Test ${at % 20}`,
        value: '4.125',
        unit: 'mmol/L',
        isAbnormal: at % 3 === 0,
        takenAt: '2026-01-05T08:30:00Z',
        patientId: uuid(1, Math.floor(at / labsEach)),
      }),
    ),
  },
]

export const labBody = (patientId: string): string =>
  JSON.stringify({ test: 'Sodium', value: '140.000', unit: 'mmol/L', takenAt: '2026-01-06T08:30:00Z', patientId })
