-- How accounts elsewhere are read, beside how far (crm/work/mailAccounts).
alter table crm.mail_account rename column secret to secret_sealed;
alter table crm.mail_account
  -- messages that came to the server before are left there
  add column read_from timestamptz not null default now(),
  -- who reads it at the moment, and when others may take over
  add column reading_by uuid,
  add column reading_until timestamptz,
  -- readings in a row that failed
  add column failures integer not null default 0,
  -- messages that could not be kept
  add column skipped_count integer not null default 0;
alter table crm.mail_account_folder
  -- a message that could not be stored, and how often that was tried
  add column failed_uid bigint,
  add column failed_times integer not null default 0;
