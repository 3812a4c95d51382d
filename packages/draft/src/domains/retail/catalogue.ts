import { all, look } from '../actions.ts'
import { currency, dayMaybe, money, name, note, number, today, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** What is on offer, in which forms and at which prices. */
export const catalogue = defineTopic({
  name: 'catalogue',
  cues: [
    'catalogue',
    'catalog',
    'product',
    'product catalogue',
    'product catalog',
    'product information',
    'price list',
    'assortment',
    'merchandise',
    'product variant',
  ],
  entities: [
    {
      name: 'Category',
      aliases: ['ProductCategory', 'ProductGroup'],
      description: 'A group of products.',
      fields: { slug: number, name, description: note, position: { type: 'int32', min: 0, default: 0 } },
      references: { parent: { one: 'Category', optional: true } },
    },
    {
      name: 'Brand',
      aliases: ['Make', 'Manufacturer'],
      description: 'Under what name a product is made.',
      fields: {
        name: { ...name, unique: true },
        description: note,
        website: { type: 'text', length: '..2000', format: 'uri', optional: true },
        isActive: yes,
      },
      references: {},
    },
    {
      name: 'ProductVariant',
      aliases: ['Variant', 'Sku', 'ProductOption'],
      description: 'A product in one size and colour.',
      fields: {
        sku: number,
        barcode: { type: 'text', pattern: '\\d{8}|\\d{12,14}', unique: true, optional: true },
        size: { type: 'text', length: '1..20', optional: true },
        colour: { type: 'text', length: '1..40', optional: true },
        isActive: yes,
      },
      references: { product: { one: 'Product' } },
    },
    {
      name: 'Price',
      aliases: ['ProductPrice', 'PriceListEntry'],
      description: 'What a variant costs from one day on.',
      fields: { amount: money, currency, validFrom: today, validUntil: dayMaybe },
      references: { productVariant: { one: 'ProductVariant' } },
      checks: { untilAfterFrom: { rule: 'validUntil >= validFrom', message: 'A price cannot end before it begins.' } },
    },
  ],
  roles: [
    {
      name: 'catalogue-manager',
      allow: [
        { on: ['Product'], do: ['publishProduct'] },
        { on: ['Product', 'Category', 'Brand', 'ProductVariant', 'Price'], do: all },
      ],
    },
    { name: 'clerk', allow: [{ on: ['Product', 'Category', 'Brand', 'ProductVariant', 'Price'], do: look }] },
    { name: 'customer', allow: [{ on: ['Product', 'Category', 'Brand', 'ProductVariant', 'Price'], do: look }] },
  ],
  operations: [
    {
      name: 'publishProduct',
      entity: 'Product',
      description: 'Shows a product in the shop.',
      input: {},
      errors: ['price-missing'],
    },
  ],
})
