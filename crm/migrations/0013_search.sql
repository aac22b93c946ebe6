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

create function crm.search_words(variadic lines text[]) returns text language sql immutable parallel safe
return crm.search_key(E'\n' || lower(array_to_string(lines, E'\n')) || E'\n');

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

create index deal_words_find on crm.deal_words using gin (company_id, words gin_trgm_ops);
create index person_words_find on crm.person_words using gin (company_id, words gin_trgm_ops);
create index organization_words_find on crm.organization_words using gin (company_id, words gin_trgm_ops);
create index product_words_find on crm.product_words using gin (company_id, words gin_trgm_ops);
create index lead_words_find on crm.lead_words using gin (company_id, words gin_trgm_ops);
create index deal_words_name on crm.deal_words (company_id, name text_pattern_ops);
create index person_words_name on crm.person_words (company_id, name text_pattern_ops);
create index organization_words_name on crm.organization_words (company_id, name text_pattern_ops);
create index product_words_name on crm.product_words (company_id, name text_pattern_ops);
create index lead_words_name on crm.lead_words (company_id, name text_pattern_ops);

create function crm.search_name(name text) returns text language sql immutable parallel safe
return left(lower(coalesce(crm.line(name), '')), 255);

create function crm.words_of(deal crm.deal) returns text language sql immutable parallel safe
return crm.search_words(crm.line(deal.title), case when deal.custom <> '{}' then crm.custom_lines(deal.custom) end);
create function crm.words_of(person crm.person) returns text language sql immutable parallel safe
return crm.search_words(crm.line(person.name), crm.contact_lines(person.emails), crm.contact_lines(person.phones),
  crm.line(person.notes), case when person.custom <> '{}' then crm.custom_lines(person.custom) end);
create function crm.words_of(organization crm.organization) returns text language sql immutable parallel safe
return crm.search_words(crm.line(organization.name), crm.line(organization.address ->> 'value'), case when organization.custom <> '{}' then crm.custom_lines(organization.custom) end);
create function crm.words_of(product crm.product) returns text language sql immutable parallel safe
return crm.search_words(crm.line(product.name), crm.line(product.code), case when product.custom <> '{}' then crm.custom_lines(product.custom) end);
create function crm.words_of(lead crm.lead) returns text language sql immutable parallel safe
return crm.search_words(crm.line(lead.title), case when lead.custom <> '{}' then crm.custom_lines(lead.custom) end);

create function crm.keep_deal_words() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into crm.deal_words
      values (new.company_id, new.id, crm.search_name(new.title), crm.words_of(new), new.owner_id, new.visible_to, new.is_deleted);
    when 'UPDATE' then
      update crm.deal_words set name = crm.search_name(new.title), words = crm.words_of(new), owner_id = new.owner_id,
        visible_to = new.visible_to, is_deleted = new.is_deleted
      where company_id = new.company_id and id = new.id;
    when 'DELETE' then
      delete from crm.deal_words where company_id = old.company_id and id = old.id;
  end case;
  return null;
end $$;
create function crm.keep_person_words() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into crm.person_words
      values (new.company_id, new.id, crm.search_name(new.name), crm.words_of(new), new.owner_id, new.visible_to, new.is_deleted);
    when 'UPDATE' then
      update crm.person_words set name = crm.search_name(new.name), words = crm.words_of(new), owner_id = new.owner_id,
        visible_to = new.visible_to, is_deleted = new.is_deleted
      where company_id = new.company_id and id = new.id;
    when 'DELETE' then
      delete from crm.person_words where company_id = old.company_id and id = old.id;
  end case;
  return null;
end $$;
create function crm.keep_organization_words() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into crm.organization_words
      values (new.company_id, new.id, crm.search_name(new.name), crm.words_of(new), new.owner_id, new.visible_to, new.is_deleted);
    when 'UPDATE' then
      update crm.organization_words set name = crm.search_name(new.name), words = crm.words_of(new), owner_id = new.owner_id,
        visible_to = new.visible_to, is_deleted = new.is_deleted
      where company_id = new.company_id and id = new.id;
    when 'DELETE' then
      delete from crm.organization_words where company_id = old.company_id and id = old.id;
  end case;
  return null;
end $$;
create function crm.keep_product_words() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into crm.product_words
      values (new.company_id, new.id, crm.search_name(new.name), crm.words_of(new), new.owner_id, new.visible_to, new.is_deleted);
    when 'UPDATE' then
      update crm.product_words set name = crm.search_name(new.name), words = crm.words_of(new), owner_id = new.owner_id,
        visible_to = new.visible_to, is_deleted = new.is_deleted
      where company_id = new.company_id and id = new.id;
    when 'DELETE' then
      delete from crm.product_words where company_id = old.company_id and id = old.id;
  end case;
  return null;
end $$;
create function crm.keep_lead_words() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into crm.lead_words
      values (new.company_id, new.id, crm.search_name(new.title), crm.words_of(new), new.owner_id, new.visible_to, new.is_deleted);
    when 'UPDATE' then
      update crm.lead_words set name = crm.search_name(new.title), words = crm.words_of(new), owner_id = new.owner_id,
        visible_to = new.visible_to, is_deleted = new.is_deleted
      where company_id = new.company_id and id = new.id;
    when 'DELETE' then
      delete from crm.lead_words where company_id = old.company_id and id = old.id;
  end case;
  return null;
end $$;

create trigger keep_words after insert or delete on crm.deal for each row execute function crm.keep_deal_words();
create trigger keep_words_changed after update on crm.deal for each row
  when ((old.title, old.custom, old.owner_id, old.visible_to, old.is_deleted)
    is distinct from (new.title, new.custom, new.owner_id, new.visible_to, new.is_deleted))
  execute function crm.keep_deal_words();
create trigger keep_words after insert or delete on crm.person for each row execute function crm.keep_person_words();
create trigger keep_words_changed after update on crm.person for each row
  when ((old.name, old.emails, old.phones, old.notes, old.custom, old.owner_id, old.visible_to, old.is_deleted)
    is distinct from (new.name, new.emails, new.phones, new.notes, new.custom, new.owner_id, new.visible_to, new.is_deleted))
  execute function crm.keep_person_words();
create trigger keep_words after insert or delete on crm.organization for each row execute function crm.keep_organization_words();
create trigger keep_words_changed after update on crm.organization for each row
  when ((old.name, old.address, old.custom, old.owner_id, old.visible_to, old.is_deleted)
    is distinct from (new.name, new.address, new.custom, new.owner_id, new.visible_to, new.is_deleted))
  execute function crm.keep_organization_words();
create trigger keep_words after insert or delete on crm.product for each row execute function crm.keep_product_words();
create trigger keep_words_changed after update on crm.product for each row
  when ((old.name, old.code, old.custom, old.owner_id, old.visible_to, old.is_deleted)
    is distinct from (new.name, new.code, new.custom, new.owner_id, new.visible_to, new.is_deleted))
  execute function crm.keep_product_words();
create trigger keep_words after insert or delete on crm.lead for each row execute function crm.keep_lead_words();
create trigger keep_words_changed after update on crm.lead for each row
  when ((old.title, old.custom, old.owner_id, old.visible_to, old.is_deleted)
    is distinct from (new.title, new.custom, new.owner_id, new.visible_to, new.is_deleted))
  execute function crm.keep_lead_words();
