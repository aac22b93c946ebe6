-- How long lists may become that grow row by row: whatever way a row comes in (added, moved by a merge, copied), the
-- database counts. Two that come at once wait for each other, so that both see the other's row.
-- Arguments: the columns that say whose list it is, the most rows, which rows count, whose list and of what, for people.
create function crm.keep_within() returns trigger language plpgsql as $$
declare
  same text := (select string_agg(format('t.%1$I = ($1).%1$I', name), ' and ') from unnest(string_to_array(tg_argv[0], ',')) name);
  found bigint;
begin
  execute format('select pg_advisory_xact_lock(hashtextextended(concat_ws(''/'', %L, %s), 0))', tg_relid || tg_argv[0],
    (select string_agg(format('($1).%I', name), ', ') from unnest(string_to_array(tg_argv[0], ',')) name)) using new;
  execute format('select count(*) from %s t where %s and %s', tg_relid::regclass, same, tg_argv[2]) into found using new;
  if found > tg_argv[1]::bigint then
    raise exception '% has at most % %', tg_argv[3], tg_argv[1], tg_argv[4]
      using errcode = 'check_violation', constraint = 'limit', column = tg_argv[4];
  end if;
  return null;
end $$;

create trigger at_most after insert or update of deal_id on crm.deal_product
  for each row execute function crm.keep_within('company_id,deal_id', '500', 'true', 'A deal', 'products');
create trigger at_most after insert or update of deal_id on crm.deal_discount
  for each row execute function crm.keep_within('company_id,deal_id', '100', 'true', 'A deal', 'discounts');
create trigger at_most after insert or update of deal_id on crm.deal_installment
  for each row execute function crm.keep_within('company_id,deal_id', '500', 'true', 'A deal', 'installments');
create trigger at_most after insert or update of deal_id on crm.participant
  for each row execute function crm.keep_within('company_id,deal_id', '500', 'true', 'A deal', 'participants');
create trigger at_most after insert or update of entity_id on crm.follower
  for each row execute function crm.keep_within('company_id,entity,entity_id', '1000', 'true', 'A record', 'followers');
create trigger at_most_owned after insert or update of owner_org_id on crm.organization_relationship
  for each row execute function crm.keep_within('company_id,owner_org_id', '500', 'true', 'An organization', 'relationships as owner');
create trigger at_most_linked after insert or update of linked_org_id on crm.organization_relationship
  for each row execute function crm.keep_within('company_id,linked_org_id', '500', 'true', 'An organization', 'relationships as linked');
create trigger at_most after insert or update of product_id on crm.product_variation
  for each row execute function crm.keep_within('company_id,product_id', '500', 'true', 'A product', 'variations');

create trigger at_most_of_user after insert or update of user_id, active on crm.filter
  for each row execute function crm.keep_within('company_id,user_id', '500', 'active', 'A user', 'filters');
create trigger at_most after insert or update of active on crm.filter
  for each row execute function crm.keep_within('company_id', '5000', 'active', 'A company', 'filters');
create trigger at_most after insert or update of is_deleted on crm.pipeline
  for each row execute function crm.keep_within('company_id', '200', 'not is_deleted', 'A company', 'pipelines');
create trigger at_most after insert or update of pipeline_id, is_deleted on crm.stage
  for each row execute function crm.keep_within('company_id,pipeline_id', '100', 'not is_deleted', 'A pipeline', 'stages');
create trigger at_most after insert on crm.lead_label
  for each row execute function crm.keep_within('company_id', '500', 'true', 'A company', 'lead labels');
-- Deleted ones stay in the list, switched off, and count.
create trigger at_most after insert on crm.activity_type
  for each row execute function crm.keep_within('company_id', '1000', 'true', 'A company', 'activity types');
create trigger at_most after insert or update of deleted_time on crm.field
  for each row when (new.is_custom)
  execute function crm.keep_within('company_id', '500', 'is_custom and deleted_time is null', 'A company', 'custom fields');
