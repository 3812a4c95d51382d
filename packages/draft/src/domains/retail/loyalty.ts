import { all, keep, look } from '../actions.ts'
import { count, dayMaybe, moment, money, name, no, note, now, number, percent, today, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Points, vouchers and promotions. */
export const loyalty = defineTopic({
  name: 'loyalty',
  cues: [
    'loyalty',
    'loyalty program',
    'loyalty programme',
    'loyalty card',
    'loyalty point',
    'reward',
    'gift card',
    'coupon',
    'voucher',
    'promotion',
    'discount code',
  ],
  entities: [
    {
      name: 'LoyaltyAccount',
      aliases: ['LoyaltyMember', 'LoyaltyCard', 'Membership', 'RewardAccount'],
      description: 'A customer who collects points.',
      fields: {
        memberNumber: number,
        points: count,
        tier: { type: 'enum', values: ['basic', 'silver', 'gold'], default: 'basic' },
        joinedOn: today,
        isActive: yes,
      },
      references: { customer: { one: 'Customer' } },
    },
    {
      name: 'PointsEntry',
      aliases: ['LoyaltyTransaction', 'PointsTransaction', 'Reward'],
      description: 'Points that were earned or spent.',
      fields: {
        kind: { type: 'enum', values: ['earned', 'redeemed', 'expired', 'corrected'] },
        points: { type: 'int32' },
        reason: { type: 'text', length: '..300', optional: true },
        bookedAt: now,
      },
      references: { loyaltyAccount: { one: 'LoyaltyAccount' } },
    },
    {
      name: 'Promotion',
      aliases: ['Campaign', 'Offer', 'Deal'],
      description: 'A lower price for some time.',
      fields: {
        code: number,
        name,
        description: note,
        discountPercent: percent,
        startsAt: moment,
        endsAt: moment,
        isStackable: no,
      },
      references: {},
      checks: { endsAfterStart: { rule: 'endsAt > startsAt', message: 'A promotion ends after it starts.' } },
    },
    {
      name: 'Voucher',
      aliases: ['Coupon', 'GiftCard', 'DiscountCode'],
      description: 'A code that is worth money.',
      fields: {
        code: { ...number, class: 'secret' },
        value: money,
        remaining: money,
        state: { type: 'enum', values: ['issued', 'redeemed', 'expired', 'cancelled'], default: 'issued' },
        expiresOn: dayMaybe,
      },
      references: { promotion: { one: 'Promotion' }, customer: { one: 'Customer', optional: true } },
      checks: { remainingWithinValue: { rule: 'remaining <= value', message: 'No more is left than it was worth.' } },
    },
  ],
  roles: [
    {
      name: 'marketing-manager',
      allow: [
        { on: ['Promotion'], do: all },
        { on: ['Voucher', 'LoyaltyAccount', 'PointsEntry'], do: [...keep, 'redeemVoucher'] },
        { on: ['Customer'], do: look },
      ],
    },
    {
      name: 'clerk',
      allow: [
        { on: ['Customer', 'LoyaltyAccount'], do: keep },
        { on: ['PointsEntry'], do: ['create', 'read', 'list'] },
        { on: ['Promotion', 'Voucher'], do: look },
        { on: ['Voucher'], do: ['redeemVoucher'] },
      ],
    },
    {
      name: 'customer',
      allow: [
        { on: ['Customer', 'LoyaltyAccount', 'PointsEntry'], do: look, own: true },
        { on: ['Promotion'], do: look },
      ],
    },
  ],
  operations: [
    {
      name: 'redeemVoucher',
      entity: 'Voucher',
      description: 'Uses a voucher up, or a part of it.',
      input: { amount: money },
      errors: ['expired', 'already-redeemed'],
    },
  ],
})
