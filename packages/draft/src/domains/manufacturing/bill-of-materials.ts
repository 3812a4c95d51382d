import { all, keep, look } from '../actions.ts'
import { day, dayMaybe, money, name, note, number, title, today, weight } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

const unit = { type: 'enum', values: ['piece', 'kg', 'm', 'm2', 'l'], default: 'piece' }

/** What a product is made of. */
export const billOfMaterials = defineTopic({
  name: 'bills-of-materials',
  cues: [
    'bill of material',
    'bom',
    'part number',
    'parts list',
    'spare part',
    'component part',
    'engineering change',
    'product structure',
    'product lifecycle',
    'plm',
  ],
  entities: [
    {
      name: 'Part',
      aliases: ['Component', 'Material', 'MaterialItem', 'Product', 'Item'],
      description: 'Something that is made or bought.',
      fields: {
        partNumber: number,
        name,
        description: note,
        kind: { type: 'enum', values: ['finished', 'assembly', 'component', 'rawMaterial'], default: 'component' },
        unit,
        unitCost: money,
        weightKg: { ...weight, optional: true },
        leadTimeDays: { type: 'int32', min: 0, default: 0 },
        state: { type: 'enum', values: ['draft', 'active', 'obsolete'], default: 'draft' },
      },
      references: {},
    },
    {
      name: 'BillOfMaterials',
      aliases: ['Bom', 'BillOfMaterial', 'PartsList'],
      description: 'What one part is made of, in one revision.',
      fields: {
        revision: { type: 'text', length: '1..10' },
        state: { type: 'enum', values: ['draft', 'released', 'obsolete'], default: 'draft' },
        validFrom: today,
        validUntil: dayMaybe,
      },
      references: { part: { one: 'Part' } },
      checks: {
        untilAfterFrom: { rule: 'validUntil >= validFrom', message: 'A revision cannot end before it begins.' },
      },
    },
    {
      name: 'BomLine',
      aliases: ['BomItem', 'BillOfMaterialsLine', 'ComponentLine'],
      description: 'One component, and how much of it is needed.',
      fields: {
        position: { type: 'int32', min: 1 },
        quantity: { type: 'decimal', precision: 12, scale: 3, min: '0.001' },
        unit,
        scrapPercent: { type: 'decimal', precision: 5, scale: 2, min: 0, max: 100, default: '0.00' },
      },
      references: { billOfMaterials: { one: 'BillOfMaterials' }, component: { one: 'Part' } },
    },
    {
      name: 'EngineeringChange',
      aliases: ['ChangeOrder', 'EngineeringChangeOrder', 'ChangeRequest'],
      description: 'A change to how something is made.',
      fields: {
        number,
        title,
        reason: { type: 'text', length: '1..2000' },
        state: { type: 'enum', values: ['proposed', 'approved', 'rejected', 'implemented'], default: 'proposed' },
        effectiveOn: { ...day, optional: true },
      },
      references: { billOfMaterials: { one: 'BillOfMaterials' } },
    },
  ],
  roles: [
    {
      name: 'engineer',
      allow: [
        { on: ['Part', 'BomLine'], do: all },
        { on: ['BillOfMaterials', 'EngineeringChange'], do: [...keep, 'releaseBillOfMaterials'] },
      ],
    },
    {
      name: 'production-planner',
      allow: [{ on: ['Part', 'BillOfMaterials', 'BomLine', 'EngineeringChange'], do: look }],
    },
    {
      name: 'change-board',
      allow: [
        { on: ['Part', 'BillOfMaterials', 'BomLine'], do: look },
        { on: ['EngineeringChange'], do: ['read', 'list', 'update', 'audit', 'approveEngineeringChange'] },
      ],
    },
  ],
  operations: [
    {
      name: 'releaseBillOfMaterials',
      entity: 'BillOfMaterials',
      description: 'Makes a revision the one that is built by.',
      input: {},
      errors: ['already-released'],
    },
    {
      name: 'approveEngineeringChange',
      entity: 'EngineeringChange',
      description: 'Agrees to a change.',
      input: { effectiveOn: { type: 'date' } },
      errors: ['already-decided'],
    },
  ],
})
