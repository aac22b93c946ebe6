-- Recents reads the log of a company by time; changes of one request are found together by its id.
create index change_by_time on crm.change (company_id, at, seq);
create index change_by_correlation on crm.change (company_id, correlation_id, seq);

-- What a company has from its first day was not in the log, so that nobody who reads it from the beginning learned of it.
insert into crm.change (company_id, source, entity, entity_id, action, after)
select t.company_id, 'server', 'user', t.id::text, 'added', to_jsonb(t) from crm.app_user t
where not exists (select from crm.change c
  where c.company_id = t.company_id and c.entity = 'user' and c.entity_id = t.id::text);
insert into crm.change (company_id, source, entity, entity_id, action, after)
select t.company_id, 'server', 'pipeline', t.id::text, 'added', to_jsonb(t) from crm.pipeline t
where not exists (select from crm.change c
  where c.company_id = t.company_id and c.entity = 'pipeline' and c.entity_id = t.id::text);
insert into crm.change (company_id, source, entity, entity_id, action, after)
select t.company_id, 'server', 'stage', t.id::text, 'added', to_jsonb(t) from crm.stage t
where not exists (select from crm.change c
  where c.company_id = t.company_id and c.entity = 'stage' and c.entity_id = t.id::text);
insert into crm.change (company_id, source, entity, entity_id, action, after)
select t.company_id, 'server', 'activity_type', t.id::text, 'added', to_jsonb(t) from crm.activity_type t
where not exists (select from crm.change c
  where c.company_id = t.company_id and c.entity = 'activity_type' and c.entity_id = t.id::text);
