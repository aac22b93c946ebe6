-- How a user has arranged screens of the web app: columns of lists and their widths, charts, fields of cards. One row for
-- each user who has arranged anything; what may be in it is bounded where it is written.
create table crm.user_view (
  company_id bigint not null,
  user_id    bigint not null,
  views      jsonb not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references crm.app_user on delete cascade
);
