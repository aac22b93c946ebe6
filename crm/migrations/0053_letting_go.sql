-- Rows that go together with what they refer to cannot be changed in between: letting go comes after the row is gone, like
-- `on delete set null`, and before the check of the key. Triggers run by name, and those of keys begin with RI.
create or replace function crm.let_go() returns trigger language plpgsql as $$
begin
  if current_setting('portico.whole_company', true) = 'on' then return null; end if;
  execute format('update crm.%I set %I = null where company_id = $1 and %2$I = $2', tg_argv[0], tg_argv[1])
    using old.company_id, old.id;
  return null;
end $$;
do $$
declare
  letting record;
begin
  for letting in
    select t.tgname as name, t.tgrelid::regclass as of_table, upper(t.tgname) as later_name,
      split_part(encode(t.tgargs, 'escape'), '\000', 1) as referring, split_part(encode(t.tgargs, 'escape'), '\000', 2) as referring_column
    from pg_trigger t where t.tgfoid = 'crm.let_go'::regproc and not t.tgisinternal
  loop
    execute format('drop trigger %I on %s', letting.name, letting.of_table);
    execute format('create trigger %I after delete on %s for each row execute function crm.let_go(%L, %L)',
      letting.later_name, letting.of_table, letting.referring, letting.referring_column);
  end loop;
end $$;

-- Nobody is told of each row of a company that is copied or removed as a whole.
create or replace function crm.tell_stages() returns trigger language plpgsql as $$
begin
  if current_setting('portico.whole_company', true) = 'on' then return null; end if;
  perform crm.tell('crm_stages', coalesce(new.company_id, old.company_id));
  return null;
end $$;
create or replace function crm.tell_access() returns trigger language plpgsql as $$
begin
  if current_setting('portico.whole_company', true) = 'on' then return null; end if;
  perform crm.tell('crm_access', coalesce(new.company_id, old.company_id));
  return null;
end $$;
