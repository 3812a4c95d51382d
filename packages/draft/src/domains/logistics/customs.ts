import { all, keep, look } from '../actions.ts'
import {
  address,
  country,
  currency,
  email,
  momentMaybe,
  money,
  name,
  note,
  number,
  percent,
  personName,
  quantity,
  today,
  weight,
  yes,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Goods that cross a border. */
export const customs = defineTopic({
  name: 'customs',
  cues: [
    'customs',
    'customs declaration',
    'customs clearance',
    'import declaration',
    'export declaration',
    'customs broker',
    'tariff',
    'tariff code',
    'import duty',
    'border control',
    'international trade',
  ],
  entities: [
    {
      name: 'Trader',
      aliases: ['Importer', 'Exporter', 'Declarant'],
      description: 'Who brings goods over the border.',
      fields: {
        eoriNumber: { type: 'text', pattern: '[A-Z]{2}[A-Z0-9]{1,15}', unique: true },
        name,
        contactName: { ...personName, optional: true },
        email,
        address,
        country,
        isAuthorised: yes,
      },
      references: {},
    },
    {
      name: 'CustomsDeclaration',
      aliases: ['Declaration', 'ImportDeclaration', 'ExportDeclaration', 'CustomsEntry'],
      description: 'What is said to the customs of one consignment.',
      fields: {
        number,
        procedure: { type: 'enum', values: ['import', 'export', 'transit'], default: 'import' },
        originCountry: country,
        destinationCountry: country,
        currency,
        totalValue: money,
        state: { type: 'enum', values: ['draft', 'lodged', 'underControl', 'cleared', 'rejected'], default: 'draft' },
        declaredOn: today,
        clearedAt: momentMaybe,
      },
      references: { trader: { one: 'Trader' } },
    },
    {
      name: 'DeclarationLine',
      aliases: ['GoodsItem', 'DeclarationItem', 'CustomsItem'],
      description: 'Goods of one kind in a declaration.',
      fields: {
        position: { type: 'int32', min: 1 },
        tariffCode: { type: 'text', pattern: '\\d{6,10}' },
        description: { type: 'text', length: '1..300' },
        quantity,
        netWeight: weight,
        value: money,
      },
      references: { customsDeclaration: { one: 'CustomsDeclaration' } },
    },
    {
      name: 'DutyAssessment',
      aliases: ['Duty', 'CustomsDuty', 'ImportDuty'],
      description: 'What is to be paid for goods.',
      fields: {
        kind: { type: 'enum', values: ['duty', 'valueAddedTax', 'excise', 'antiDumping'] },
        rate: percent,
        amount: money,
        state: { type: 'enum', values: ['assessed', 'paid', 'appealed', 'refunded'], default: 'assessed' },
      },
      references: { declarationLine: { one: 'DeclarationLine' } },
    },
    {
      name: 'CustomsInspection',
      aliases: ['CustomsControl', 'BorderInspection'],
      description: 'A look at goods or papers.',
      fields: {
        kind: { type: 'enum', values: ['documents', 'physical', 'scan'], default: 'documents' },
        result: { type: 'enum', values: ['pending', 'passed', 'failed'], default: 'pending' },
        inspectedOn: today,
        inspectedBy: personName,
        note,
      },
      references: { customsDeclaration: { one: 'CustomsDeclaration' } },
    },
  ],
  roles: [
    {
      name: 'customs-broker',
      allow: [
        { on: ['Trader', 'CustomsDeclaration'], do: [...keep, 'lodgeCustomsDeclaration'] },
        { on: ['DeclarationLine'], do: all },
        { on: ['DutyAssessment', 'CustomsInspection'], do: look },
      ],
    },
    {
      name: 'customs-officer',
      allow: [
        { on: ['Trader', 'DeclarationLine'], do: look },
        { on: ['CustomsDeclaration'], do: ['read', 'update', 'list', 'audit', 'clearCustomsDeclaration'] },
        { on: ['DutyAssessment', 'CustomsInspection'], do: keep },
      ],
    },
    {
      name: 'trader',
      allow: [{ on: ['Trader', 'CustomsDeclaration', 'DeclarationLine', 'DutyAssessment'], do: look, own: true }],
    },
  ],
  operations: [
    {
      name: 'lodgeCustomsDeclaration',
      entity: 'CustomsDeclaration',
      description: 'Hands a declaration in.',
      input: {},
      errors: ['already-lodged', 'incomplete'],
    },
    {
      name: 'clearCustomsDeclaration',
      entity: 'CustomsDeclaration',
      description: 'Lets goods pass.',
      input: {},
      errors: ['duty-open', 'under-control'],
    },
  ],
})
