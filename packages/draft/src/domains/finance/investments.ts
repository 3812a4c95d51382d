import { all, keep, look } from '../actions.ts'
import { currency, money, name, now, number, today, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

const units = { type: 'decimal', precision: 18, scale: 6, min: 0 }

/** What customers hold, and what is bought and sold for them. */
export const investments = defineTopic({
  name: 'investments',
  cues: [
    'investment',
    'portfolio',
    'portfolio management',
    'trading',
    'securities trading',
    'stock trading',
    'wealth management',
    'asset management',
    'brokerage',
    'investment fund',
    'stock exchange',
  ],
  entities: [
    {
      name: 'Instrument',
      aliases: ['Security', 'Stock', 'Share', 'FinancialInstrument'],
      description: 'Something that can be held: a share, a bond, a fund.',
      fields: {
        isin: { type: 'text', pattern: '[A-Z]{2}[A-Z0-9]{9}\\d', unique: true },
        symbol: { type: 'text', length: '1..12' },
        name,
        kind: { type: 'enum', values: ['share', 'bond', 'fund', 'derivative', 'cash'], default: 'share' },
        currency,
        isTradable: yes,
      },
      references: {},
    },
    {
      name: 'Portfolio',
      aliases: ['InvestmentAccount', 'Depot'],
      description: 'What one customer holds together.',
      fields: {
        number,
        name,
        currency,
        riskProfile: { type: 'enum', values: ['defensive', 'balanced', 'growth', 'speculative'], default: 'balanced' },
        state: { type: 'enum', values: ['open', 'restricted', 'closed'], default: 'open' },
        openedOn: today,
      },
      references: { customer: { one: 'Customer' } },
    },
    {
      name: 'Holding',
      aliases: ['Position'],
      description: 'How much of one instrument is in a portfolio.',
      fields: { quantity: units, averagePrice: money, marketValue: money, valuedAt: now },
      references: { portfolio: { one: 'Portfolio' }, instrument: { one: 'Instrument' } },
    },
    {
      name: 'Trade',
      aliases: ['TradeOrder', 'Deal', 'Execution'],
      description: 'An order to buy or sell.',
      fields: {
        reference: number,
        side: { type: 'enum', values: ['buy', 'sell'] },
        quantity: units,
        limitPrice: { ...money, optional: true },
        executedPrice: { ...money, optional: true },
        state: { type: 'enum', values: ['placed', 'executed', 'settled', 'rejected', 'cancelled'], default: 'placed' },
        placedAt: now,
      },
      references: { portfolio: { one: 'Portfolio' }, instrument: { one: 'Instrument' } },
    },
  ],
  roles: [
    {
      name: 'portfolio-manager',
      allow: [
        { on: ['Customer', 'Portfolio', 'Holding', 'Trade'], do: [...keep, 'cancelTrade'] },
        { on: ['Instrument'], do: all },
      ],
    },
    {
      name: 'customer',
      allow: [
        { on: ['Customer', 'Portfolio', 'Holding'], do: look, own: true },
        { on: ['Trade'], do: ['create', 'read', 'list', 'cancelTrade'], own: true },
        { on: ['Instrument'], do: look },
      ],
    },
    { name: 'auditor', allow: [{ on: ['Portfolio', 'Holding', 'Trade'], do: [...look, 'audit'] }] },
  ],
  operations: [
    {
      name: 'cancelTrade',
      entity: 'Trade',
      description: 'Takes back an order that is not executed yet.',
      input: {},
      errors: ['already-executed'],
    },
  ],
})
