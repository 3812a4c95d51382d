import { expect, test } from 'vitest'
import { searchPathIn } from './search-path.ts'

test('a path is set as the server shows it, each name quoted, however it was written', () => {
  const before = (shown: string) => searchPathIn(shown)?.before
  expect(before('"$user", public')).toBe('SET LOCAL search_path = "$user", "public"')
  expect(before('Sales,user')).toBe('SET LOCAL search_path = "sales", "user"')
  expect(before('"It""s, here", "a b"')).toBe('SET LOCAL search_path = "It""s, here", "a b"')
  expect(before("x'; DROP TABLE y; --")).toBe(`SET LOCAL search_path = "x';", "drop", "table", "y;", "--"`)
})

test('where nothing is looked up by a path, none is set', () => {
  expect(searchPathIn('')).toBeNull()
  expect(searchPathIn('""')).toBeNull()
})
