-- The words of a record also tell who may see it, so that a search looks at records themselves only for what it shows.

alter table crm.deal_words add column owner_id bigint, add column visible_to smallint, add column is_deleted boolean;
update crm.deal_words w set owner_id = r.owner_id, visible_to = r.visible_to, is_deleted = r.is_deleted
from crm.deal r where r.company_id = w.company_id and r.id = w.id;
alter table crm.deal_words alter owner_id set not null, alter visible_to set not null, alter is_deleted set not null;
create or replace function crm.keep_deal_words() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into crm.deal_words (company_id, id, name, words, owner_id, visible_to, is_deleted)
      values (new.company_id, new.id, crm.search_name(new.title), crm.words_of(new), new.owner_id, new.visible_to, new.is_deleted);
    when 'UPDATE' then
      update crm.deal_words set name = crm.search_name(new.title), words = crm.words_of(new)
      where company_id = new.company_id and id = new.id;
    when 'DELETE' then
      delete from crm.deal_words where company_id = old.company_id and id = old.id;
  end case;
  return null;
end $$;
create function crm.keep_deal_sight() returns trigger language plpgsql as $$
begin
  update crm.deal_words set owner_id = new.owner_id, visible_to = new.visible_to, is_deleted = new.is_deleted
  where company_id = new.company_id and id = new.id;
  return null;
end $$;
create trigger keep_sight_changed after update on crm.deal for each row
  when ((old.owner_id, old.visible_to, old.is_deleted) is distinct from (new.owner_id, new.visible_to, new.is_deleted))
  execute function crm.keep_deal_sight();

alter table crm.person_words add column owner_id bigint, add column visible_to smallint, add column is_deleted boolean;
update crm.person_words w set owner_id = r.owner_id, visible_to = r.visible_to, is_deleted = r.is_deleted
from crm.person r where r.company_id = w.company_id and r.id = w.id;
alter table crm.person_words alter owner_id set not null, alter visible_to set not null, alter is_deleted set not null;
create or replace function crm.keep_person_words() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into crm.person_words (company_id, id, name, words, owner_id, visible_to, is_deleted)
      values (new.company_id, new.id, crm.search_name(new.name), crm.words_of(new), new.owner_id, new.visible_to, new.is_deleted);
    when 'UPDATE' then
      update crm.person_words set name = crm.search_name(new.name), words = crm.words_of(new)
      where company_id = new.company_id and id = new.id;
    when 'DELETE' then
      delete from crm.person_words where company_id = old.company_id and id = old.id;
  end case;
  return null;
end $$;
create function crm.keep_person_sight() returns trigger language plpgsql as $$
begin
  update crm.person_words set owner_id = new.owner_id, visible_to = new.visible_to, is_deleted = new.is_deleted
  where company_id = new.company_id and id = new.id;
  return null;
end $$;
create trigger keep_sight_changed after update on crm.person for each row
  when ((old.owner_id, old.visible_to, old.is_deleted) is distinct from (new.owner_id, new.visible_to, new.is_deleted))
  execute function crm.keep_person_sight();

alter table crm.organization_words add column owner_id bigint, add column visible_to smallint, add column is_deleted boolean;
update crm.organization_words w set owner_id = r.owner_id, visible_to = r.visible_to, is_deleted = r.is_deleted
from crm.organization r where r.company_id = w.company_id and r.id = w.id;
alter table crm.organization_words alter owner_id set not null, alter visible_to set not null, alter is_deleted set not null;
create or replace function crm.keep_organization_words() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into crm.organization_words (company_id, id, name, words, owner_id, visible_to, is_deleted)
      values (new.company_id, new.id, crm.search_name(new.name), crm.words_of(new), new.owner_id, new.visible_to, new.is_deleted);
    when 'UPDATE' then
      update crm.organization_words set name = crm.search_name(new.name), words = crm.words_of(new)
      where company_id = new.company_id and id = new.id;
    when 'DELETE' then
      delete from crm.organization_words where company_id = old.company_id and id = old.id;
  end case;
  return null;
end $$;
create function crm.keep_organization_sight() returns trigger language plpgsql as $$
begin
  update crm.organization_words set owner_id = new.owner_id, visible_to = new.visible_to, is_deleted = new.is_deleted
  where company_id = new.company_id and id = new.id;
  return null;
end $$;
create trigger keep_sight_changed after update on crm.organization for each row
  when ((old.owner_id, old.visible_to, old.is_deleted) is distinct from (new.owner_id, new.visible_to, new.is_deleted))
  execute function crm.keep_organization_sight();

alter table crm.product_words add column owner_id bigint, add column visible_to smallint, add column is_deleted boolean;
update crm.product_words w set owner_id = r.owner_id, visible_to = r.visible_to, is_deleted = r.is_deleted
from crm.product r where r.company_id = w.company_id and r.id = w.id;
alter table crm.product_words alter owner_id set not null, alter visible_to set not null, alter is_deleted set not null;
create or replace function crm.keep_product_words() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into crm.product_words (company_id, id, name, words, owner_id, visible_to, is_deleted)
      values (new.company_id, new.id, crm.search_name(new.name), crm.words_of(new), new.owner_id, new.visible_to, new.is_deleted);
    when 'UPDATE' then
      update crm.product_words set name = crm.search_name(new.name), words = crm.words_of(new)
      where company_id = new.company_id and id = new.id;
    when 'DELETE' then
      delete from crm.product_words where company_id = old.company_id and id = old.id;
  end case;
  return null;
end $$;
create function crm.keep_product_sight() returns trigger language plpgsql as $$
begin
  update crm.product_words set owner_id = new.owner_id, visible_to = new.visible_to, is_deleted = new.is_deleted
  where company_id = new.company_id and id = new.id;
  return null;
end $$;
create trigger keep_sight_changed after update on crm.product for each row
  when ((old.owner_id, old.visible_to, old.is_deleted) is distinct from (new.owner_id, new.visible_to, new.is_deleted))
  execute function crm.keep_product_sight();

alter table crm.lead_words add column owner_id bigint, add column visible_to smallint, add column is_deleted boolean;
update crm.lead_words w set owner_id = r.owner_id, visible_to = r.visible_to, is_deleted = r.is_deleted
from crm.lead r where r.company_id = w.company_id and r.id = w.id;
alter table crm.lead_words alter owner_id set not null, alter visible_to set not null, alter is_deleted set not null;
create or replace function crm.keep_lead_words() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into crm.lead_words (company_id, id, name, words, owner_id, visible_to, is_deleted)
      values (new.company_id, new.id, crm.search_name(new.title), crm.words_of(new), new.owner_id, new.visible_to, new.is_deleted);
    when 'UPDATE' then
      update crm.lead_words set name = crm.search_name(new.title), words = crm.words_of(new)
      where company_id = new.company_id and id = new.id;
    when 'DELETE' then
      delete from crm.lead_words where company_id = old.company_id and id = old.id;
  end case;
  return null;
end $$;
create function crm.keep_lead_sight() returns trigger language plpgsql as $$
begin
  update crm.lead_words set owner_id = new.owner_id, visible_to = new.visible_to, is_deleted = new.is_deleted
  where company_id = new.company_id and id = new.id;
  return null;
end $$;
create trigger keep_sight_changed after update on crm.lead for each row
  when ((old.owner_id, old.visible_to, old.is_deleted) is distinct from (new.owner_id, new.visible_to, new.is_deleted))
  execute function crm.keep_lead_sight();
