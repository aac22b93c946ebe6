-- A person of several companies who has worked in none of them yet chooses one, after everything else was shown.
alter table crm.sign_in_step drop constraint sign_in_step_kind_check;
alter table crm.sign_in_step add constraint sign_in_step_kind_check
  check (kind in ('code', 'company', 'passkey', 'new_passkey'));
-- what was shown before the company is chosen: password, code, passkey
alter table crm.sign_in_step add column shown text;
