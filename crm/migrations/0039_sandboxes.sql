-- A copy of another company to try things in: no mail leaves for it, and its webhooks send nothing.
alter table crm.company add column is_sandbox boolean not null default false;

-- Stored files that rows of several companies name, and how many companies: the last one to let go has the bytes removed.
-- Not a table of one company.
create table crm.shared_file (
  file_key text primary key,
  uses     integer not null check (uses > 1)
);
