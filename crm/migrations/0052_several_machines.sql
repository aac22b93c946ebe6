-- What several machines (Citus) ask of the tables.

-- A row that is stored on every machine has its triggers run on every machine. Those who listen are connected to the
-- coordinator, and a worker that notifies could not take part in a transaction of several machines. Workers are called
-- by the coordinator under a name of its own.
create function crm.tell(channel text, about bigint) returns void language plpgsql as $$
begin
  if current_setting('application_name') not like 'citus\_internal%' then
    perform pg_notify(channel, about::text);
  end if;
end $$;
create or replace function crm.tell_stages() returns trigger language plpgsql as $$
begin
  perform crm.tell('crm_stages', coalesce(new.company_id, old.company_id));
  return null;
end $$;
create or replace function crm.tell_access() returns trigger language plpgsql as $$
begin
  perform crm.tell('crm_access', coalesce(new.company_id, old.company_id));
  return null;
end $$;
create or replace function crm.tell_company_access() returns trigger language plpgsql as $$
begin
  perform crm.tell('crm_access', new.id);
  return null;
end $$;

-- `on delete set null` is not offered for a key that the distribution column is part of: these triggers do the same.
create function crm.let_go() returns trigger language plpgsql as $$
begin
  execute format('update crm.%I set %I = null where company_id = $1 and %2$I = $2', tg_argv[0], tg_argv[1])
    using old.company_id, old.id;
  return old;
end $$;
do $$
declare
  key record;
begin
  for key in
    select k.conrelid::regclass as of_table, k.conname as name, k.confrelid::regclass as refers_to,
      c.relname as plain_name, a.attname as letting_go
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.confdelsetcols[1]
    where k.contype = 'f' and k.connamespace = 'crm'::regnamespace and k.confdeltype = 'n'
  loop
    execute format('alter table %s drop constraint %I', key.of_table, key.name);
    execute format('alter table %s add constraint %I foreign key (company_id, %I) references %s',
      key.of_table, key.name, key.letting_go, key.refers_to);
    execute format('create trigger %I before delete on %s for each row execute function crm.let_go(%L, %L)',
      'let_go_of_' || key.plain_name || '_' || key.letting_go, key.refers_to, key.plain_name, key.letting_go);
  end loop;
end $$;
