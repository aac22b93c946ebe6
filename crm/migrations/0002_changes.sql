-- The one log of everything that happened to a record. Changelogs, flow, recents, webhooks, audit and the deletions
-- feed read it, in the order of its numbers; nothing else knows what happened.
create table crm.change (
  company_id     bigint not null,
  seq            bigint generated always as identity,
  at             timestamptz not null default clock_timestamp(),
  actor_id       bigint,
  source         text not null default 'api',
  user_agent     text,
  entity         text not null,
  entity_id      text not null,
  action         crm.change_action not null,
  -- the fields that changed, with the values they had
  before         jsonb,
  -- the record as it is after
  after          jsonb,
  -- facts about the change that are not fields: what it was merged with, who was followed
  facts          jsonb,
  correlation_id text,
  bulk           boolean not null default false,
  primary key (company_id, seq)
);
create index change_of_record on crm.change (company_id, entity, entity_id, seq);

-- The fields of two versions of a row that differ, with the values of the first.
create function crm.changed_fields(before jsonb, after jsonb) returns jsonb
language sql immutable parallel safe
return (select coalesce(jsonb_object_agg(key, value), '{}')
        from jsonb_each(before)
        where key not in ('update_time', 'version') and after -> key is distinct from value);
