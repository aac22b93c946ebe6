-- What a column may hold is a matter of its type: PostgreSQL reads and plans the CHECKs of a table anew for every
-- statement, which made a tenth of the work of storing a deal; those of a type it keeps.
create domain crm.visibility as integer check (value in (1, 3, 5, 7));
create domain crm.deal_status as text check (value in ('open', 'won', 'lost', 'deleted'));
create domain crm.percentage as double precision check (value between 0 and 100);
create domain crm.change_action as text check (value in ('added', 'updated', 'deleted', 'restored', 'merged', 'purged'));

-- With their triggers, which look at columns that get another type here; written anew below.
drop function crm.keep_deal_words(), crm.keep_person_words(), crm.keep_organization_words(), crm.keep_product_words(),
  crm.keep_lead_words() cascade;

alter table crm.change drop constraint change_action_check, alter action type crm.change_action;
alter table crm.deal
  drop constraint deal_status_check, alter status type crm.deal_status,
  drop constraint deal_probability_check, alter probability type crm.percentage,
  drop constraint deal_visible_to_check, alter visible_to type crm.visibility;
alter table crm.person drop constraint person_visible_to_check, alter visible_to type crm.visibility;
alter table crm.organization drop constraint organization_visible_to_check, alter visible_to type crm.visibility;
alter table crm.product drop constraint product_visible_to_check, alter visible_to type crm.visibility;
alter table crm.lead drop constraint lead_visible_to_check, alter visible_to type crm.visibility;
alter table crm.filter drop constraint filter_visible_to_check, alter visible_to type crm.visibility;

-- Nobody asks for changes by time: they are told in the order of their numbers.
drop index crm.change_by_time;
alter table crm.change alter source set default 'api';

-- The words of a record out of its columns one by one, and not immutable where what they call is not: PostgreSQL then
-- writes them into the triggers instead of calling them.
drop function crm.words_of(crm.deal), crm.words_of(crm.person), crm.words_of(crm.organization), crm.words_of(crm.product),
  crm.words_of(crm.lead);
create or replace function crm.search_words(variadic lines text[]) returns text language sql stable parallel safe
return crm.search_key(E'\n' || lower(array_to_string(lines, E'\n')) || E'\n');

do $$
declare
  kind record;
  words text;
  before text;
  after text;
begin
  for kind in select * from (values
    ('deal', 'title', '{title, custom}', 'crm.line(new.title)'),
    ('person', 'name', '{name, emails, phones, notes, custom}',
      'crm.line(new.name), crm.contact_lines(new.emails), crm.contact_lines(new.phones), crm.line(new.notes)'),
    ('organization', 'name', '{name, address, custom}', $_$crm.line(new.name), crm.line(new.address ->> 'value')$_$),
    ('product', 'name', '{name, code, custom}', 'crm.line(new.name), crm.line(new.code)'),
    ('lead', 'title', '{title, custom}', 'crm.line(new.title)')
  ) kinds (name, title, sources, lines) loop
    words := format($_$crm.search_words(%s, case when new.custom <> '{}' then crm.custom_lines(new.custom) end)$_$, kind.lines);
    select string_agg('old.' || source, ', '), string_agg('new.' || source, ', ') into before, after
    from unnest(kind.sources::text[] || '{owner_id, visible_to, is_deleted}'::text[]) source;
    execute format($_$
      create function crm.add_%1$s_words() returns trigger language plpgsql as $body$
      begin
        insert into crm.%1$s_words (company_id, id, name, words, owner_id, visible_to, is_deleted)
        values (new.company_id, new.id, crm.search_name(new.%2$I), %3$s, new.owner_id, new.visible_to, new.is_deleted);
        return null;
      end $body$;
      create function crm.change_%1$s_words() returns trigger language plpgsql as $body$
      begin
        update crm.%1$s_words set name = crm.search_name(new.%2$I), words = %3$s,
          owner_id = new.owner_id, visible_to = new.visible_to, is_deleted = new.is_deleted
        where company_id = new.company_id and id = new.id;
        return null;
      end $body$;
      create function crm.remove_%1$s_words() returns trigger language plpgsql as $body$
      begin
        delete from crm.%1$s_words where company_id = old.company_id and id = old.id;
        return null;
      end $body$;
      create trigger add_words after insert on crm.%1$s for each row execute function crm.add_%1$s_words();
      create trigger change_words after update on crm.%1$s for each row
        when ((%4$s) is distinct from (%5$s)) execute function crm.change_%1$s_words();
      create trigger remove_words after delete on crm.%1$s for each row execute function crm.remove_%1$s_words()$_$,
      kind.name, kind.title, words, before, after);
  end loop;
end $$;
