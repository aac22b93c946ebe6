-- Calls that phone apps have made. `note` is HTML that was cleaned before it came here.
create table crm.call_log (
  company_id        bigint not null,
  id                uuid not null default gen_random_uuid(),
  user_id           bigint not null,
  -- the activity of type call that the call was planned as
  activity_id       bigint,
  deal_id           bigint,
  lead_id           uuid,
  person_id         bigint,
  org_id            bigint,
  subject           text,
  outcome           text not null
    check (outcome in ('connected', 'no_answer', 'left_message', 'left_voicemail', 'wrong_number', 'busy')),
  -- in seconds
  duration          integer not null check (duration >= 0),
  from_phone_number text,
  to_phone_number   text not null,
  start_time        timestamptz not null,
  end_time          timestamptz not null,
  note              text,
  -- of the recording
  file_key          text,
  file_name         text,
  file_type         text,
  add_time          timestamptz not null default now(),
  update_time       timestamptz not null default now(),
  is_deleted        boolean not null default false,
  delete_time       timestamptz,
  version           integer not null default 1,
  primary key (company_id, id),
  check (deal_id is null or lead_id is null),
  check (end_time >= start_time),
  foreign key (company_id, user_id) references crm.app_user,
  foreign key (company_id, activity_id) references crm.activity,
  foreign key (company_id, deal_id) references crm.deal,
  foreign key (company_id, lead_id) references crm.lead,
  foreign key (company_id, person_id) references crm.person,
  foreign key (company_id, org_id) references crm.organization
);
create index call_log_by_user on crm.call_log (company_id, user_id, start_time desc, id) where not is_deleted;
create unique index call_log_of_activity on crm.call_log (company_id, activity_id) where activity_id is not null and not is_deleted;
create index call_log_of_deal on crm.call_log (company_id, deal_id, id) where deal_id is not null;
create index call_log_of_lead on crm.call_log (company_id, lead_id, id) where lead_id is not null;
create index call_log_of_person on crm.call_log (company_id, person_id, id) where person_id is not null;
create index call_log_of_org on crm.call_log (company_id, org_id, id) where org_id is not null;
create index call_log_deleted on crm.call_log (company_id, delete_time) where is_deleted;

-- Where a messenger app delivers messages. `app` is the client id of the OAuth app, or api for calls with an API token:
-- a channel belongs to the app that registered it.
create table crm.channel (
  company_id          bigint not null,
  id                  uuid not null default gen_random_uuid(),
  app                 text not null,
  user_id             bigint not null,
  name                text not null,
  provider_channel_id text not null,
  avatar_url          text,
  provider_type       text not null check (provider_type in ('facebook', 'whatsapp', 'other')),
  template_support    boolean not null,
  add_time            timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, app, provider_channel_id),
  foreign key (company_id, user_id) references crm.app_user
);
create trigger at_most after insert on crm.channel
  for each row execute function crm.keep_within('company_id', '500', 'true', 'A company', 'channels');

create table crm.channel_message (
  company_id        bigint not null,
  channel_id        uuid not null,
  -- as the messenger has it
  id                text not null,
  conversation_id   text not null,
  sender_id         text not null,
  message           text not null,
  status            text not null check (status in ('sent', 'delivered', 'read', 'failed')),
  created_at        timestamptz not null,
  reply_by          timestamptz,
  conversation_link text,
  attachments       jsonb not null default '[]',
  update_time       timestamptz not null default now(),
  primary key (company_id, channel_id, id),
  foreign key (company_id, channel_id) references crm.channel on delete cascade
);
create index channel_message_of_conversation on crm.channel_message (company_id, channel_id, conversation_id, created_at, id);

-- Which user of a company is which one of a video-call app.
create table crm.user_provider_link (
  company_id            bigint not null,
  user_provider_id      uuid not null,
  user_id               bigint not null,
  marketplace_client_id text not null,
  app                   text not null,
  add_time              timestamptz not null default now(),
  primary key (company_id, user_provider_id),
  foreign key (company_id, user_id) references crm.app_user
);
create index user_provider_link_user on crm.user_provider_link (company_id, user_id);
create trigger at_most after insert on crm.user_provider_link
  for each row execute function crm.keep_within('company_id,user_id', '100', 'true', 'A user', 'links to video-call apps');
