-- People and organizations that look alike and are not the same: somebody has said so, and the pair is not offered again.
create table crm.person_kept_separate (
  company_id bigint not null,
  first_id   bigint not null,
  second_id  bigint not null,
  user_id    bigint not null,
  add_time   timestamptz not null default now(),
  primary key (company_id, first_id, second_id),
  foreign key (company_id, first_id) references crm.person on delete cascade,
  foreign key (company_id, second_id) references crm.person on delete cascade,
  check (first_id < second_id)
);
create index person_kept_separate_second on crm.person_kept_separate (company_id, second_id);

create table crm.organization_kept_separate (
  company_id bigint not null,
  first_id   bigint not null,
  second_id  bigint not null,
  user_id    bigint not null,
  add_time   timestamptz not null default now(),
  primary key (company_id, first_id, second_id),
  foreign key (company_id, first_id) references crm.organization on delete cascade,
  foreign key (company_id, second_id) references crm.organization on delete cascade,
  check (first_id < second_id)
);
create index organization_kept_separate_second on crm.organization_kept_separate (company_id, second_id);
