import { all, keep, look } from '../actions.ts'
import { count, day, moment, momentMaybe, name, number, quantity, today, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** What is made, where, and how far it is. */
export const production = defineTopic({
  name: 'production',
  cues: [
    'production order',
    'production management',
    'production planning',
    'work order',
    'manufacturing order',
    'shop floor',
    'assembly line',
    'production line',
    'mes',
    'manufacturing execution system',
    'work center',
    'work centre',
  ],
  entities: [
    {
      name: 'WorkCenter',
      aliases: ['WorkCentre', 'Workstation', 'ProductionLine', 'AssemblyLine'],
      description: 'A place where a step of production is done.',
      fields: {
        code: number,
        name,
        kind: { type: 'enum', values: ['machine', 'assembly', 'packing', 'manual'], default: 'machine' },
        capacityPerHour: { type: 'int32', min: 1, default: 1 },
        isActive: yes,
      },
      references: {},
    },
    {
      name: 'ProductionOrder',
      aliases: ['WorkOrder', 'ManufacturingOrder', 'JobOrder', 'ProductionJob'],
      description: 'An order to make a number of one part.',
      fields: {
        number,
        quantity: { type: 'int32', min: 1 },
        completedQuantity: count,
        scrappedQuantity: count,
        priority: { type: 'int32', min: 1, max: 9, default: 5 },
        state: {
          type: 'enum',
          values: ['planned', 'released', 'running', 'completed', 'cancelled'],
          default: 'planned',
        },
        startsOn: today,
        dueOn: day,
      },
      references: { part: { one: 'Part' } },
      checks: { dueAfterStart: { rule: 'dueOn >= startsOn', message: 'An order is due after it starts.' } },
    },
    {
      name: 'ProductionStep',
      aliases: ['OperationStep', 'RoutingStep', 'WorkStep'],
      description: 'One step of a production order at one work center.',
      fields: {
        sequence: { type: 'int32', min: 1 },
        name,
        plannedMinutes: { type: 'int32', min: 1 },
        state: { type: 'enum', values: ['waiting', 'running', 'done', 'skipped'], default: 'waiting' },
        startedAt: momentMaybe,
        finishedAt: momentMaybe,
      },
      references: { productionOrder: { one: 'ProductionOrder' }, workCenter: { one: 'WorkCenter' } },
      checks: {
        finishedAfterStarted: { rule: 'finishedAt >= startedAt', message: 'A step finishes after it starts.' },
      },
    },
    {
      name: 'ProductionReport',
      aliases: ['ProductionLog', 'OutputReport', 'ShiftReport'],
      description: 'What one shift made of an order.',
      fields: {
        shift: { type: 'enum', values: ['early', 'late', 'night'] },
        goodQuantity: quantity,
        scrapQuantity: count,
        scrapReason: { type: 'text', length: '..300', optional: true },
        reportedAt: { ...moment, max: 'now', default: 'now' },
      },
      references: { productionOrder: { one: 'ProductionOrder' }, workCenter: { one: 'WorkCenter' } },
    },
  ],
  roles: [
    {
      name: 'production-planner',
      allow: [
        { on: ['Part', 'WorkCenter'], do: all },
        { on: ['ProductionOrder', 'ProductionStep'], do: [...keep, 'releaseProductionOrder', 'cancelProductionOrder'] },
        { on: ['ProductionReport'], do: look },
      ],
    },
    {
      name: 'operator',
      allow: [
        { on: ['Part', 'WorkCenter', 'ProductionOrder'], do: look },
        { on: ['ProductionStep'], do: ['read', 'update', 'list'] },
        { on: ['ProductionReport'], do: ['create', 'read', 'list'] },
      ],
    },
    {
      name: 'plant-manager',
      allow: [
        { on: ['Part', 'WorkCenter', 'ProductionOrder', 'ProductionStep', 'ProductionReport'], do: [...look, 'audit'] },
      ],
    },
  ],
  operations: [
    {
      name: 'releaseProductionOrder',
      entity: 'ProductionOrder',
      description: 'Hands an order to the shop floor.',
      input: {},
      errors: ['already-released', 'parts-missing'],
    },
    {
      name: 'cancelProductionOrder',
      entity: 'ProductionOrder',
      description: 'Gives an order up.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-completed'],
    },
  ],
})
