import { expect, test } from 'vitest'
import { statementsIn, withoutComments } from './statementsIn.ts'

test('statements end with a semicolon that is in no string, name, comment or body of a function', () => {
  const text = `-- first; of all
create table a (n text default 'a;b''c;', "odd;name" int); /* not; here */
create function f() returns int language plpgsql as $$ begin return 1; end $$;

-- a body in a body
do $do$ begin execute $$ select 1; $$; end $do$;
-- the end;
`

  expect(statementsIn(text)).toEqual([
    `-- first; of all\ncreate table a (n text default 'a;b''c;', "odd;name" int)`,
    '/* not; here */\ncreate function f() returns int language plpgsql as $$ begin return 1; end $$',
    '-- a body in a body\ndo $do$ begin execute $$ select 1; $$; end $do$',
  ])
  expect(statementsIn('select 1')).toEqual(['select 1'])
  expect(statementsIn('\n-- nothing\n')).toEqual([])
})

test('what a statement begins with is behind its comments', () => {
  expect(withoutComments('-- why\n/* and\n how */ -- more\ncreate table a ()')).toBe('create table a ()')
  expect(withoutComments('-- nothing')).toBe('')
})
