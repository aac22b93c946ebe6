-- Statistics of a pipeline go through all deals of one owner in it and find what they need of them in the index, and
-- through the lines that added deals within some days.
create index deal_statistics on crm.deal (company_id, owner_id, pipeline_id, id)
  include (stage_id, status, value, currency, visible_to, add_time, won_time, lost_time, close_time);
create index change_adding_deals on crm.change (company_id, at) include (entity_id, seq)
  where entity = 'deal' and action = 'added';
