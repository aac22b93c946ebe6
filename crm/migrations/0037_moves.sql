-- Accounts of another server that are copied into a company: how far each is, which record here is which record there, and
-- what did not come.
create table crm.move (
  company_id bigint not null references crm.company,
  -- origin and company id of the source
  source     text not null,
  -- how often it was begun anew
  run        integer not null default 1,
  state      text not null check (state in ('running', 'done')),
  -- where to go on: kind, list, cursor
  position   jsonb not null default '{}',
  -- by kind, of this run
  counts     jsonb not null default '{}',
  -- whether the company was empty when it was begun first: ids are kept then
  was_empty  boolean not null,
  begun_time timestamptz not null default now(),
  ended_time timestamptz,
  primary key (company_id, source)
);

create table crm.moved_record (
  company_id  bigint not null,
  source      text not null,
  kind        text not null,
  source_id   text not null,
  record_id   text not null,
  -- what it belongs to at the source: deal 7
  parent      text,
  -- of what the source said; empty: not written completely yet, null: gone there
  fingerprint text,
  -- of the record here when it was written; another one means that it was changed here
  written_version integer,
  -- the last run that has seen it
  run         integer not null,
  primary key (company_id, source, kind, source_id),
  foreign key (company_id, source) references crm.move on delete cascade
);
create index moved_record_parent on crm.moved_record (company_id, source, kind, parent) where parent is not null;

create table crm.move_problem (
  company_id bigint not null,
  source     text not null,
  kind       text not null,
  source_id  text not null,
  -- whether the record is missing, or came without something
  is_missing boolean not null,
  reason     text not null,
  primary key (company_id, source, kind, source_id),
  foreign key (company_id, source) references crm.move on delete cascade
);
