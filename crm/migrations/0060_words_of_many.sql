-- The words of new records are written by one statement for all that a statement has added, not by one for each: that is a tenth
-- of what PostgreSQL does for a record that is added with others. Several machines (Citus) do not read the added rows
-- beside other tables: there it stays one for each.
do $$
declare
  kind record;
  words text;
  columns text;
begin
  for kind in select * from (values
    ('deal', 'title', 'crm.line(added.title)'),
    ('person', 'name',
      'crm.line(added.name), crm.contact_lines(added.emails), crm.contact_lines(added.phones), crm.line(added.notes)'),
    ('organization', 'name', $_$crm.line(added.name), crm.line(added.address ->> 'value')$_$),
    ('product', 'name', 'crm.line(added.name), crm.line(added.code)'),
    ('lead', 'title', 'crm.line(added.title)')
  ) kinds (name, title, lines) loop
    words := format($_$crm.search_words(%s, case when added.custom <> '{}' then crm.custom_lines(added.custom) end)$_$, kind.lines);
    columns := format('added.company_id, added.id, crm.search_name(added.%I), %s, added.owner_id, added.visible_to, added.is_deleted',
      kind.title, words);
    execute format($_$
      drop trigger add_words on crm.%1$s;
      create or replace function crm.add_%1$s_words() returns trigger language plpgsql as $body$
      declare
        one record;
      begin
        if current_setting('portico.whole_company', true) = 'on' then return null; end if;
        if exists (select from added where added.custom <> '{}' and octet_length(added.custom::text) > 262144) then
          raise exception 'custom_fields of a record hold at most 256 kB in all'
            using errcode = 'check_violation', constraint = 'limit', column = 'custom_fields';
        end if;
        if current_setting('citus.shard_count', true) is null then
          insert into crm.%1$s_words (company_id, id, name, words, owner_id, visible_to, is_deleted) select %2$s from added;
        else
          for one in select * from added loop
            insert into crm.%1$s_words (company_id, id, name, words, owner_id, visible_to, is_deleted) values (%3$s);
          end loop;
        end if;
        return null;
      end $body$;
      create trigger add_words after insert on crm.%1$s referencing new table as added
        for each statement execute function crm.add_%1$s_words()$_$,
      kind.name, columns, replace(columns, 'added.', 'one.'));
  end loop;
end $$;
