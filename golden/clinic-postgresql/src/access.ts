// Generated from the charter "clinic". What you change here is merged when generating again.

import type { AccessModel } from './runtime/index.ts'

/** Who may do what. Each rule names its line in the charter; `access.cedar` says the same in Cedar. */
export const access: AccessModel = {
  accepts: ['jwt', 'api-key'],
  roles: ['clinician', 'pharmacist', 'auditor'],
  principal: [
    {
      name: 'ward',
      claim: 'ward',
      type: { kind: 'text', lengthMin: 1, lengthMax: 40 },
      isRequired: true,
    },
  ],
  rules: [
    {
      id: 'Patient.clinician',
      effect: 'permit',
      entity: 'Patient',
      actions: ['create', 'read', 'update', 'list', 'audit', 'dischargePatient', 'reveal:clinical'],
      roles: ['clinician'],
      when: {
        kind: 'compare',
        op: 'eq',
        left: { kind: 'field', path: ['ward'], type: { kind: 'text' } },
        right: { kind: 'principal', name: 'ward' },
      },
      source: {
        file: 'charter.yaml',
        line: 35,
        text: 'clinician: { do: [create, read, update, list, audit, dischargePatient], when: resource.ward == principal.ward, reveal: [clinical] }',
      },
    },
    {
      id: 'Patient.pharmacist',
      effect: 'permit',
      entity: 'Patient',
      actions: ['read'],
      roles: ['pharmacist'],
      source: { file: 'charter.yaml', line: 37, text: 'pharmacist: { do: [read] }' },
    },
    {
      id: 'Patient.auditor',
      effect: 'permit',
      entity: 'Patient',
      actions: ['audit'],
      roles: ['auditor'],
      source: { file: 'charter.yaml', line: 38, text: 'auditor: { do: [audit] }' },
    },
    {
      id: 'Prescription.clinician',
      effect: 'permit',
      entity: 'Prescription',
      actions: ['create', 'read', 'update', 'list', 'audit'],
      roles: ['clinician'],
      when: {
        kind: 'compare',
        op: 'eq',
        left: { kind: 'field', path: ['patient', 'ward'], type: { kind: 'text' } },
        right: { kind: 'principal', name: 'ward' },
      },
      source: {
        file: 'charter.yaml',
        line: 60,
        text: 'clinician: { do: [create, read, update, list, audit], when: resource.patient.ward == principal.ward }',
      },
    },
    {
      id: 'Prescription.pharmacist',
      effect: 'permit',
      entity: 'Prescription',
      actions: ['read', 'update', 'list'],
      roles: ['pharmacist'],
      when: {
        kind: 'compare',
        op: 'ne',
        left: { kind: 'field', path: ['state'], type: { kind: 'text' } },
        right: { kind: 'value', value: 'stopped', type: { kind: 'text' } },
      },
      source: {
        file: 'charter.yaml',
        line: 61,
        text: 'pharmacist: { do: [read, list, update], when: resource.state != "stopped" }',
      },
    },
    {
      id: 'Prescription.auditor',
      effect: 'permit',
      entity: 'Prescription',
      actions: ['audit'],
      roles: ['auditor'],
      source: { file: 'charter.yaml', line: 62, text: 'auditor: { do: [audit] }' },
    },
    {
      id: 'EhrRecord.clinician',
      effect: 'permit',
      entity: 'EhrRecord',
      actions: ['create', 'read', 'update', 'list', 'audit', 'reveal:clinical'],
      roles: ['clinician'],
      when: {
        kind: 'compare',
        op: 'eq',
        left: { kind: 'field', path: ['patient', 'ward'], type: { kind: 'text' } },
        right: { kind: 'principal', name: 'ward' },
      },
      source: {
        file: 'charter.yaml',
        line: 79,
        text: 'clinician: { do: [create, read, update, list, audit], when: resource.patient.ward == principal.ward, reveal: [clinical] }',
      },
    },
    {
      id: 'EhrRecord.auditor',
      effect: 'permit',
      entity: 'EhrRecord',
      actions: ['audit'],
      roles: ['auditor'],
      source: { file: 'charter.yaml', line: 80, text: 'auditor: { do: [audit] }' },
    },
    {
      id: 'LabResult.clinician',
      effect: 'permit',
      entity: 'LabResult',
      actions: ['create', 'read', 'list', 'audit'],
      roles: ['clinician'],
      when: {
        kind: 'compare',
        op: 'eq',
        left: { kind: 'field', path: ['patient', 'ward'], type: { kind: 'text' } },
        right: { kind: 'principal', name: 'ward' },
      },
      source: {
        file: 'charter.yaml',
        line: 100,
        text: 'clinician: { do: [create, read, list, audit], when: resource.patient.ward == principal.ward }',
      },
    },
    {
      id: 'LabResult.auditor',
      effect: 'permit',
      entity: 'LabResult',
      actions: ['audit'],
      roles: ['auditor'],
      source: { file: 'charter.yaml', line: 101, text: 'auditor: { do: [audit] }' },
    },
  ],
  mfa: [],
}
