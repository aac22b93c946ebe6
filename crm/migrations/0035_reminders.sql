-- What is to be done, by whom and when: lists of activities and reminders read it.
create index activity_open on crm.activity (company_id, owner_id, due_date, id) where not done and not is_deleted;

-- How a user wants to be reminded of activities; those without a row have not said.
create table crm.reminder_setting (
  company_id     bigint not null,
  user_id        bigint not null,
  -- null: only of activities that say so themselves
  minutes_before integer,
  by_mail        boolean not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references crm.app_user on delete cascade
);

-- The reminder of an activity: when it is given, where that is not as the user says, and what became of it.
create table crm.reminder (
  company_id     bigint not null,
  activity_id    bigint not null,
  user_id        bigint not null,
  -- null: as the user says; -1: none
  minutes_before integer,
  -- the moment of the activity that the columns below are about: one that is moved is told of again
  due_time       timestamptz,
  mail_time      timestamptz,
  dismiss_time   timestamptz,
  snoozed_until  timestamptz,
  primary key (company_id, activity_id, user_id),
  foreign key (company_id, activity_id) references crm.activity on delete cascade,
  foreign key (company_id, user_id) references crm.app_user on delete cascade
);

-- The secret address under which a user's calendar program reads the user's activities.
create table crm.calendar_address (
  company_id     bigint not null,
  user_id        bigint not null,
  digest         bytea not null unique,
  add_time       timestamptz not null default now(),
  last_used_time timestamptz,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references crm.app_user on delete cascade
);
