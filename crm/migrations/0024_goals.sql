-- What somebody, a team or the company wants to reach in every interval. What was reached is counted when it is asked for.
create table crm.goal (
  company_id        bigint not null,
  id                text not null default replace(gen_random_uuid()::text, '-', ''),
  owner_id          bigint not null,
  title             text not null,
  type_name         text not null check (type_name in
    ('deals_won', 'deals_progressed', 'deals_started', 'activities_completed', 'activities_added', 'revenue_forecast')),
  -- null: all of them
  pipeline_ids      bigint[],
  stage_id          bigint,
  activity_type_ids bigint[],
  assignee_type     text not null check (assignee_type in ('person', 'team', 'company')),
  -- a user, a team or the company, as the type says
  assignee_id       bigint not null,
  target            numeric not null,
  tracking_metric   text not null check (tracking_metric in ('quantity', 'sum')),
  -- what sums are converted into
  currency_id       bigint check ((currency_id is not null) = (tracking_metric = 'sum')),
  duration_start    date not null,
  -- null: for ever
  duration_end      date check (duration_end >= duration_start),
  interval          text not null check (interval in ('weekly', 'monthly', 'quarterly', 'yearly')),
  add_time          timestamptz not null default now(),
  update_time       timestamptz not null default now(),
  is_deleted        boolean not null default false,
  delete_time       timestamptz,
  version           integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, owner_id) references crm.app_user,
  foreign key (company_id, stage_id) references crm.stage,
  foreign key (company_id, currency_id) references crm.currency
);
create index goal_of_assignee on crm.goal (company_id, assignee_type, assignee_id, add_time);
create index goal_deleted on crm.goal (company_id, delete_time) where is_deleted;

create trigger at_most after insert or update of is_deleted on crm.goal
  for each row when (not new.is_deleted)
  execute function crm.keep_within('company_id', '2000', 'not is_deleted', 'A company', 'goals');

-- What results are counted by; deals and activities by the time they were added have an index already.
create index deal_by_won on crm.deal (company_id, won_time) where won_time is not null;
create index deal_by_expected_close on crm.deal (company_id, expected_close_date) where expected_close_date is not null;
create index activity_by_done on crm.activity (company_id, marked_as_done_time) where marked_as_done_time is not null;
-- Moves of deals into a stage.
create index change_into_stage on crm.change (company_id, (after ->> 'stage_id'), at)
  where entity = 'deal' and before ? 'stage_id';
