-- The stage that a deal left, of the changes that moved it. Reports on stages go through the moves of whole years, and
-- find all they need in the index.
alter table crm.change add column left_stage_id bigint
  generated always as (case when entity = 'deal' then (before ->> 'stage_id')::bigint end) stored;
create index change_between_stages on crm.change (company_id, at) include (entity_id, seq, left_stage_id)
  where left_stage_id is not null;
