import { all, keep, look } from '../actions.ts'
import { count, day, dayMaybe, name, no, note, now, number, personName, title, today, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** What is inspected, what is found wrong, and what is done about it. */
export const quality = defineTopic({
  name: 'quality',
  cues: [
    'quality',
    'quality control',
    'quality management',
    'quality assurance',
    'quality inspection',
    'non-conformance',
    'nonconformance',
    'non-conformity',
    'inspection plan',
    'defect',
    'capa',
    'corrective action',
  ],
  entities: [
    {
      name: 'InspectionPlan',
      aliases: ['ControlPlan', 'TestPlan', 'QualityPlan'],
      description: 'What is checked of one part, and how often.',
      fields: {
        code: number,
        name,
        samplePercent: { type: 'decimal', precision: 5, scale: 2, min: 0, max: 100, default: '100.00' },
        instructions: note,
        isActive: yes,
      },
      references: { part: { one: 'Part' } },
    },
    {
      name: 'Inspection',
      aliases: ['QualityInspection', 'QualityCheck', 'QualityControl'],
      description: 'One check of a number of parts.',
      fields: {
        number,
        sampleSize: { type: 'int32', min: 1 },
        defectCount: count,
        result: { type: 'enum', values: ['pending', 'passed', 'failed'], default: 'pending' },
        inspectedBy: personName,
        inspectedAt: now,
      },
      references: { inspectionPlan: { one: 'InspectionPlan' } },
      checks: {
        defectsWithinSample: { rule: 'defectCount <= sampleSize', message: 'No more is defective than was checked.' },
      },
    },
    {
      name: 'NonConformance',
      aliases: ['Nonconformance', 'NonConformity', 'Nonconformity', 'Defect', 'QualityIssue'],
      description: 'Something that is not as it should be.',
      fields: {
        number,
        title,
        description: note,
        severity: { type: 'enum', values: ['minor', 'major', 'critical'], default: 'minor' },
        state: { type: 'enum', values: ['open', 'contained', 'resolved', 'closed'], default: 'open' },
        disposition: { type: 'enum', values: ['rework', 'repair', 'scrap', 'useAsIs', 'return'], optional: true },
        affectedQuantity: { type: 'int32', min: 1, default: 1 },
        foundOn: today,
      },
      references: { part: { one: 'Part' }, inspection: { one: 'Inspection', optional: true } },
    },
    {
      name: 'CorrectiveAction',
      aliases: ['Capa', 'PreventiveAction', 'QualityAction'],
      description: 'What is done so that it does not happen again.',
      fields: {
        description: { type: 'text', length: '1..2000' },
        rootCause: { type: 'text', length: '..2000', optional: true },
        assignedTo: personName,
        isPreventive: no,
        state: { type: 'enum', values: ['open', 'inProgress', 'done', 'verified'], default: 'open' },
        dueOn: day,
        doneOn: dayMaybe,
      },
      references: { nonConformance: { one: 'NonConformance' } },
    },
  ],
  roles: [
    {
      name: 'quality-engineer',
      allow: [
        { on: ['Part', 'InspectionPlan'], do: all },
        { on: ['Inspection', 'NonConformance', 'CorrectiveAction'], do: [...keep, 'closeNonConformance'] },
      ],
    },
    {
      name: 'inspector',
      allow: [
        { on: ['Part', 'InspectionPlan'], do: look },
        { on: ['Inspection', 'NonConformance'], do: ['create', 'read', 'update', 'list'] },
      ],
    },
    {
      name: 'operator',
      allow: [
        { on: ['Part'], do: look },
        { on: ['NonConformance'], do: ['create', 'read', 'list'] },
      ],
    },
    { name: 'auditor', allow: [{ on: ['Inspection', 'NonConformance', 'CorrectiveAction'], do: [...look, 'audit'] }] },
  ],
  operations: [
    {
      name: 'closeNonConformance',
      entity: 'NonConformance',
      description: 'Ends a case whose actions are verified.',
      input: { summary: { type: 'text', length: '1..2000' } },
      errors: ['actions-open', 'already-closed'],
    },
  ],
})
