import { all, keep, look } from '../actions.ts'
import { email, moment, money, name, no, note, now, number, personName, quantity, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Tables, dishes, and what is ordered at which table. */
export const restaurant = defineTopic({
  name: 'restaurant',
  cues: [
    'restaurant',
    'table reservation',
    'table booking',
    'restaurant reservation',
    'menu',
    'menu item',
    'dish',
    'kitchen',
    'food order',
    'food ordering',
    'cafe',
    'diner',
    'bistro',
    'catering',
    'waiter',
  ],
  entities: [
    {
      name: 'DiningTable',
      aliases: ['Table', 'RestaurantTable'],
      description: 'A table that guests sit at.',
      fields: {
        number: { type: 'text', length: '1..20', unique: true },
        seats: { type: 'int32', min: 1, max: 40, default: 4 },
        area: { type: 'enum', values: ['indoor', 'terrace', 'bar', 'private'], default: 'indoor' },
        isActive: yes,
      },
      references: {},
    },
    {
      name: 'MenuItem',
      aliases: ['Dish', 'Menu', 'Meal', 'Drink'],
      description: 'Something to eat or drink.',
      fields: {
        name,
        description: note,
        course: { type: 'enum', values: ['starter', 'main', 'dessert', 'drink', 'side'], default: 'main' },
        price: money,
        allergens: { type: 'array', items: 'text' },
        isVegetarian: no,
        isAvailable: yes,
      },
      references: {},
    },
    {
      name: 'TableReservation',
      aliases: ['Reservation', 'TableBooking', 'Booking'],
      description: 'A table kept for somebody.',
      fields: {
        name: personName,
        phone: { type: 'text', format: 'phone', class: 'pii' },
        email: { ...email, optional: true },
        startsAt: moment,
        partySize: quantity,
        state: { type: 'enum', values: ['booked', 'seated', 'finished', 'cancelled', 'noShow'], default: 'booked' },
        note,
      },
      references: { diningTable: { one: 'DiningTable' } },
    },
    {
      name: 'FoodOrder',
      aliases: ['Order', 'TableOrder', 'KitchenOrder'],
      description: 'What one table ordered.',
      fields: {
        number,
        kind: { type: 'enum', values: ['dineIn', 'takeAway', 'delivery'], default: 'dineIn' },
        state: { type: 'enum', values: ['placed', 'preparing', 'served', 'paid', 'cancelled'], default: 'placed' },
        total: { ...money, default: '0.00' },
        placedAt: now,
      },
      references: { diningTable: { one: 'DiningTable' } },
    },
    {
      name: 'FoodOrderLine',
      aliases: ['OrderLine', 'OrderItem', 'FoodOrderItem'],
      description: 'One dish of an order.',
      fields: { quantity, unitPrice: money, wish: { type: 'text', length: '..300', optional: true } },
      references: { foodOrder: { one: 'FoodOrder' }, menuItem: { one: 'MenuItem' } },
    },
  ],
  roles: [
    {
      name: 'restaurant-manager',
      allow: [
        { on: ['DiningTable', 'MenuItem'], do: all },
        { on: ['TableReservation', 'FoodOrder', 'FoodOrderLine'], do: [...keep, 'cancelFoodOrder'] },
      ],
    },
    {
      name: 'waiter',
      allow: [
        { on: ['DiningTable', 'MenuItem'], do: look },
        { on: ['TableReservation', 'FoodOrder', 'FoodOrderLine'], do: ['create', 'read', 'update', 'list'] },
      ],
    },
    {
      name: 'cook',
      allow: [
        { on: ['MenuItem', 'FoodOrderLine'], do: look },
        { on: ['FoodOrder'], do: ['read', 'update', 'list'] },
      ],
    },
  ],
  operations: [
    {
      name: 'cancelFoodOrder',
      entity: 'FoodOrder',
      description: 'Takes an order back.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-served'],
    },
  ],
})
