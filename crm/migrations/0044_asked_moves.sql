-- Copying an account of another server, asked for in the web app: one at a time for each company. How far it is, and what
-- came, is in crm.move.
create table crm.asked_move (
  company_id   bigint not null references crm.company,
  -- whoever asked: it stops when they are no admin any more
  user_id      bigint not null,
  url          text not null,
  -- of the source, sealed; forgotten as soon as the copy ends
  token_sealed bytea,
  state        text not null check (state in ('waiting', 'running', 'done', 'failed', 'stopped')),
  -- of crm.move, once the source has said which account it is
  source       text,
  -- why it failed, or what it waits for
  problem      text,
  -- since records came last
  failures     integer not null default 0,
  -- not before then
  due_time     timestamptz not null default now(),
  -- as exact as it is read: it says which copy somebody works on
  add_time     timestamptz not null default date_trunc('milliseconds', now()),
  finish_time  timestamptz,
  primary key (company_id),
  foreign key (company_id, user_id) references crm.app_user
);
create index asked_move_due on crm.asked_move (due_time) where state in ('waiting', 'running');
