import { all, keep, look } from '../actions.ts'
import { dayMaybe, name, now, number, today, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

const amount = { type: 'decimal', precision: 12, scale: 3, min: 0 }

/** Which lot went where. */
export const traceability = defineTopic({
  name: 'traceability',
  cues: [
    'traceability',
    'lot tracking',
    'batch tracking',
    'production batch',
    'material lot',
    'material stock',
    'material movement',
    'serial number tracking',
    'genealogy',
  ],
  entities: [
    {
      name: 'StoragePlace',
      aliases: ['StorageLocation', 'StockLocation', 'Bin'],
      description: 'Where material lies.',
      fields: { code: number, name, zone: { type: 'text', length: '1..40', optional: true }, isActive: yes },
      references: {},
    },
    {
      name: 'Lot',
      aliases: ['Batch', 'MaterialLot', 'ProductionBatch'],
      description: 'Material that was made or bought as one.',
      fields: {
        lotNumber: number,
        quantity: amount,
        unit: { type: 'enum', values: ['piece', 'kg', 'm', 'l'], default: 'piece' },
        state: { type: 'enum', values: ['quarantined', 'released', 'blocked', 'consumed'], default: 'quarantined' },
        madeOn: today,
        expiresOn: dayMaybe,
      },
      references: { part: { one: 'Part' }, storagePlace: { one: 'StoragePlace' } },
      checks: { expiresAfterMade: { rule: 'expiresOn >= madeOn', message: 'A lot expires after it is made.' } },
    },
    {
      name: 'MaterialMovement',
      aliases: ['StockMovement', 'MaterialTransaction'],
      description: 'Material that came, went or moved.',
      fields: {
        kind: { type: 'enum', values: ['receipt', 'issue', 'transfer', 'adjustment', 'scrap'] },
        quantity: amount,
        movedAt: now,
        reference: { type: 'text', length: '1..60', optional: true },
      },
      references: { lot: { one: 'Lot' } },
    },
    {
      name: 'LotUse',
      aliases: ['LotGenealogy', 'BatchGenealogy', 'Consumption'],
      description: 'How much of one lot went into another.',
      fields: { quantity: amount, usedAt: now },
      references: { producedLot: { one: 'Lot' }, consumedLot: { one: 'Lot' } },
    },
  ],
  roles: [
    {
      name: 'storekeeper',
      allow: [
        { on: ['Part', 'StoragePlace'], do: all },
        { on: ['Lot', 'MaterialMovement', 'LotUse'], do: keep },
      ],
    },
    {
      name: 'quality-engineer',
      allow: [
        { on: ['Part', 'StoragePlace', 'MaterialMovement', 'LotUse'], do: look },
        { on: ['Lot'], do: ['read', 'update', 'list', 'audit', 'releaseLot', 'blockLot'] },
      ],
    },
    { name: 'auditor', allow: [{ on: ['Lot', 'MaterialMovement', 'LotUse'], do: [...look, 'audit'] }] },
  ],
  operations: [
    {
      name: 'releaseLot',
      entity: 'Lot',
      description: 'Lets a lot be used.',
      input: {},
      errors: ['already-released', 'blocked'],
    },
    {
      name: 'blockLot',
      entity: 'Lot',
      description: 'Keeps a lot from being used.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-blocked'],
    },
  ],
})
