create table crm.lead (
  company_id  bigint not null references crm.company,
  id          uuid not null default gen_random_uuid(),
  title       text not null,
  owner_id    bigint not null,
  creator_id  bigint not null,
  label_ids   uuid[] not null default '{}',
  person_id   bigint,
  organization_id bigint,
  source_name text not null default 'API',
  origin      text not null default 'API',
  origin_id   text,
  channel     integer,
  channel_id  text,
  source_deal_id bigint,
  is_archived boolean not null default false,
  archive_time timestamptz,
  was_seen    boolean not null default false,
  value_amount numeric,
  value_currency text,
  expected_close_date date,
  visible_to  crm.visibility not null,
  custom      jsonb not null default '{}',
  add_time    timestamptz not null default now(),
  update_time timestamptz not null default now(),
  is_deleted  boolean not null default false,
  delete_time timestamptz,
  version     integer not null default 1,
  primary key (company_id, id),
  check (person_id is not null or organization_id is not null),
  foreign key (company_id, owner_id) references crm.app_user,
  foreign key (company_id, person_id) references crm.person,
  foreign key (company_id, organization_id) references crm.organization
);
create index lead_by_add on crm.lead (company_id, add_time, id);
create index lead_by_owner on crm.lead (company_id, owner_id);
create index lead_by_person on crm.lead (company_id, person_id);
create index lead_by_organization on crm.lead (company_id, organization_id);
create index lead_custom on crm.lead using gin (custom jsonb_path_ops) with (fastupdate = off) where custom <> '{}';
create index lead_deleted on crm.lead (company_id, delete_time) where is_deleted;
create index lead_by_update on crm.lead (company_id, update_time, id);

create table crm.lead_label (
  company_id  bigint not null references crm.company,
  id          uuid not null default gen_random_uuid(),
  name        text not null,
  color       text not null,
  add_time    timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version     integer not null default 1,
  primary key (company_id, id)
);

-- Turning a lead into a deal or back is work with a status of its own.
create table crm.conversion (
  company_id  bigint not null,
  id          uuid not null default gen_random_uuid(),
  kind        text not null check (kind in ('lead_to_deal', 'deal_to_lead')),
  source_id   text not null,
  input       jsonb not null default '{}',
  status      text not null default 'not_started' check (status in ('not_started', 'running', 'completed', 'failed', 'rejected')),
  deal_id     bigint,
  lead_id     uuid,
  problem     text,
  actor_id    bigint not null,
  add_time    timestamptz not null default now(),
  update_time timestamptz not null default now(),
  primary key (company_id, id)
);
create index conversion_of on crm.conversion (company_id, kind, source_id);
