import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { draftCharter } from './draft.ts'

/** The collections whose rows are deleted with their parent: `Order.lines`. */
const ownedIn = (words: string) => {
  const { charter } = parseCharter({ 'charter.yaml': draftCharter(words).document })
  return charter?.entities.flatMap(({ name, relations }) =>
    relations.filter(({ isOwned }) => isOwned).map((each) => `${name}.${each.name}`),
  )
}

test.each([
  'Each tool belongs to one category; a category has a name. A tool has a name. Librarians manage tools and categories.',
  'A member belongs to one club. A club has a name. A member has a name. Clerks manage clubs and members.',
  'A playlist has a title; a track belongs to one playlist and has a name. Users manage playlists and tracks.',
  'A team has a name. A team consists of players. A player has a name. Coaches manage teams and players.',
  'A hive stands in an apiary. Beekeepers manage hives and apiaries.',
  'A letter belongs to one case and has a date. A case has a number. Lawyers manage cases and letters.',
])('nothing is deleted with what it belongs to: %s', (words) => {
  expect(ownedIn(words)).toEqual([])
})

test.each([
  [
    'An order has a number. An order consists of lines, each with a quantity. Clerks manage orders and lines.',
    'Order.lines',
  ],
  [
    'A photo is part of an album. An album has a title. A photo has a date. Clerks manage albums and photos.',
    'Album.photos',
  ],
  [
    'A recipe has a title and its own steps that go with it. A step has a text and belongs to one recipe. Cooks manage recipes and steps.',
    'Recipe.steps',
  ],
  [
    'A room exists only in a building. A building has a name. A room has a number and belongs to one building. Clerks manage rooms and buildings.',
    'Building.rooms',
  ],
])('a part goes with its whole: %s', (words, owned) => {
  expect(ownedIn(words)).toEqual([owned])
})
