-- A copy of a company is not whole until its last row is there. Until then it is closed, and nobody opens it.
alter table crm.company add column is_whole boolean not null default true;

-- Whoever copies or removes all rows of a company says so for its transaction (portico.whole_company): what triggers keep
-- of other rows (counts, words for search) is copied and removed with them. A condition of each trigger would be read
-- anew for every statement, so the functions ask.
do $$
declare
  kept record;
begin
  for kept in
    select distinct p.oid::regprocedure as name, p.prosrc as body
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    -- bits of tgtype: 1 for each row, 2 before, 4 insert, 8 delete
    where c.relnamespace = 'crm'::regnamespace and not t.tgisinternal and t.tgtype & 3 = 1 and t.tgtype & 12 > 0
  loop
    execute format('create or replace function %s returns trigger language plpgsql as %L', kept.name,
      regexp_replace(kept.body, '\mbegin\M',
        E'begin\n  if current_setting(''portico.whole_company'', true) = ''on'' then return null; end if;', 'i'));
  end loop;
end $$;
