-- Search: beside each kind of record a table of its words, kept by triggers in the transaction of the write, so that
-- a record is found the moment it is there. Trigrams find any part of a word. The words also tell who may see their
-- record, so that a search looks at records themselves only for what it shows.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- One value is one line.
create function crm.line(value text) returns text language sql immutable parallel safe
return nullif(trim(translate(value, E'\n\r', '  ')), '');

-- The values of custom fields, a line each. Which of them count is known when somebody searches.
create function crm.custom_lines(custom jsonb) returns text language sql immutable parallel safe
return (select string_agg(crm.line(case jsonb_typeof(value) when 'object' then value ->> 'value' else value #>> '{}' end), E'\n')
        from jsonb_each(custom) where jsonb_typeof(value) in ('string', 'number', 'object'));

-- The values of e-mails and phones, a line each.
create function crm.contact_lines(contacts jsonb) returns text language sql immutable parallel safe
return (select string_agg(crm.line(entry ->> 'value'), E'\n') from jsonb_array_elements(contacts) entry);

-- Trigrams know letters of the locale only, and a database in the C locale knows no others than ASCII. Other letters
-- are spelled out, so that every alphabet is found through the index.
create function crm.search_key(words text) returns text language plpgsql immutable parallel safe as $$
begin
  if words is null or words !~ '[^\u0001-\u007f]' then
    return words;
  end if;
  return (select string_agg(case when ascii(letter) < 128 then letter else 'x' || to_hex(ascii(letter)) || 'x' end, '' order by place)
          from regexp_split_to_table(words, '') with ordinality letters (letter, place));
end $$;

-- Not immutable, because what it calls is not: PostgreSQL then writes it into the triggers instead of calling it.
create function crm.search_words(variadic lines text[]) returns text language sql stable parallel safe
return crm.search_key(E'\n' || lower(array_to_string(lines, E'\n')) || E'\n');

create function crm.search_name(name text) returns text language sql immutable parallel safe
return left(lower(coalesce(crm.line(name), '')), 255);

create table crm.deal_words (
  company_id bigint not null,
  id         bigint not null,
  name       text not null,
  words      text not null,
  owner_id   bigint not null,
  visible_to smallint not null,
  is_deleted boolean not null,
  primary key (company_id, id)
);
create table crm.person_words (
  company_id bigint not null,
  id         bigint not null,
  name       text not null,
  words      text not null,
  owner_id   bigint not null,
  visible_to smallint not null,
  is_deleted boolean not null,
  primary key (company_id, id)
);
create table crm.organization_words (
  company_id bigint not null,
  id         bigint not null,
  name       text not null,
  words      text not null,
  owner_id   bigint not null,
  visible_to smallint not null,
  is_deleted boolean not null,
  primary key (company_id, id)
);
create table crm.product_words (
  company_id bigint not null,
  id         bigint not null,
  name       text not null,
  words      text not null,
  owner_id   bigint not null,
  visible_to smallint not null,
  is_deleted boolean not null,
  primary key (company_id, id)
);
create table crm.lead_words (
  company_id bigint not null,
  id         uuid not null,
  name       text not null,
  words      text not null,
  owner_id   bigint not null,
  visible_to smallint not null,
  is_deleted boolean not null,
  primary key (company_id, id)
);
create table crm.file_words (
  company_id bigint not null,
  id         bigint not null,
  name       text not null,
  words      text not null,
  primary key (company_id, id)
);

create index deal_words_find on crm.deal_words using gin (company_id, words gin_trgm_ops);
create index person_words_find on crm.person_words using gin (company_id, words gin_trgm_ops);
create index organization_words_find on crm.organization_words using gin (company_id, words gin_trgm_ops);
create index product_words_find on crm.product_words using gin (company_id, words gin_trgm_ops);
create index lead_words_find on crm.lead_words using gin (company_id, words gin_trgm_ops);
create index file_words_find on crm.file_words using gin (company_id, words gin_trgm_ops);
create index deal_words_name on crm.deal_words (company_id, name text_pattern_ops);
create index person_words_name on crm.person_words (company_id, name text_pattern_ops);
create index organization_words_name on crm.organization_words (company_id, name text_pattern_ops);
create index product_words_name on crm.product_words (company_id, name text_pattern_ops);
create index lead_words_name on crm.lead_words (company_id, name text_pattern_ops);
create index file_words_name on crm.file_words (company_id, name text_pattern_ops);

-- The triggers take the words out of the columns one by one: a function of the whole row would cost a call for each
-- write, and would tie the row type of the table down. Each kind has its own three, since PL/pgSQL plans a statement on a
-- named table once.
do $$
declare
  kind record;
  words text;
  bounded text;
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
    -- Here because these triggers see every value of `custom` there is; a CHECK would be read anew for every statement.
    bounded := $_$if new.custom <> '{}' and octet_length(new.custom::text) > 262144 then
          raise exception 'custom_fields of a record hold at most 256 kB in all'
            using errcode = 'check_violation', constraint = 'limit', column = 'custom_fields';
        end if$_$;
    select string_agg('old.' || source, ', '), string_agg('new.' || source, ', ') into before, after
    from unnest(kind.sources::text[] || '{owner_id, visible_to, is_deleted}'::text[]) source;
    execute format($_$
      create function crm.add_%1$s_words() returns trigger language plpgsql as $body$
      begin
        %6$s;
        insert into crm.%1$s_words (company_id, id, name, words, owner_id, visible_to, is_deleted)
        values (new.company_id, new.id, crm.search_name(new.%2$I), %3$s, new.owner_id, new.visible_to, new.is_deleted);
        return null;
      end $body$;
      create function crm.change_%1$s_words() returns trigger language plpgsql as $body$
      begin
        %6$s;
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
      kind.name, kind.title, words, before, after, bounded);
  end loop;
end $$;

-- A file is seen by those who see its record, so its words hold nothing about that.
create function crm.keep_file_words() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into crm.file_words (company_id, id, name, words)
      values (new.company_id, new.id, crm.search_name(new.name),
        crm.search_words(crm.line(new.name), crm.line(new.description)));
    when 'UPDATE' then
      update crm.file_words set name = crm.search_name(new.name),
        words = crm.search_words(crm.line(new.name), crm.line(new.description))
      where company_id = new.company_id and id = new.id;
    when 'DELETE' then
      delete from crm.file_words where company_id = old.company_id and id = old.id;
  end case;
  return null;
end $$;
create trigger keep_words after insert or delete on crm.file for each row execute function crm.keep_file_words();
create trigger keep_words_changed after update on crm.file for each row
  when ((old.name, old.description) is distinct from (new.name, new.description)) execute function crm.keep_file_words();
