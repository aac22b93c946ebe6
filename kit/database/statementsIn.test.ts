import { expect, test } from 'vitest'
import { statementsIn } from './statementsIn.ts'

test('statements end with a semicolon that is in no string, name, comment or body of a function', () => {
  const text = `-- first; of all
create table a (n text default 'a;b''c;', "odd;name" int); /* not; here */
create function f() returns int language plpgsql as $$ begin return 1; end $$;

-- a body in a body
do $do$ begin execute $$ select 1; $$; end $do$;
-- the end;
`

  expect(statementsIn(text)).toEqual([
    `create table a (n text default 'a;b''c;', "odd;name" int)`,
    'create function f() returns int language plpgsql as $$ begin return 1; end $$',
    'do $do$ begin execute $$ select 1; $$; end $do$',
  ])
  expect(statementsIn('select 1')).toEqual(['select 1'])
  expect(statementsIn('\n-- nothing\n')).toEqual([])
})
